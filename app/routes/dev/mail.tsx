import { formStoreContext } from "~/http/site";
import { Page } from "~/ui/page";
import type { Route } from "./+types/mail";

interface LocalMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sent_at: number;
}

export const handle = { script: false };

/** `?format=json` for tests. A page's loader cannot answer with anything but its page; this can. */
export const middleware: Route.MiddlewareFunction[] = [
  async function answerInJson({ request, context }, next) {
    const { searchParams } = new URL(request.url);
    return searchParams.get("format") === "json" ? Response.json(await sentMails(context, searchParams)) : next();
  },
];

/** Local builds only: what was sent, newest first. `?to=` one address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { mails: await sentMails(context, url.searchParams) };
}

async function sentMails(context: Route.LoaderArgs["context"], asked: URLSearchParams): Promise<LocalMail[]> {
  const store = context.get(formStoreContext);
  const to = asked.get("to")?.toLowerCase();
  const { keys } = await store.list({ prefix: to ? `local-mail/${to}/` : "local-mail/" });
  const found = await Promise.all(keys.map(({ name }) => store.get<LocalMail>(name, "json")));
  return found.filter((mail) => mail !== null).sort((one, other) => other.sent_at - one.sent_at);
}

export default function LocalMailbox({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Local mailbox" lead="What this Daybook sent in the last day. Nothing of it left this machine.">
      {loaderData.mails.length === 0 && <p>No mail yet.</p>}
      {loaderData.mails.map(({ to, subject, text, html, sent_at }) => (
        <article key={`${to} ${sent_at} ${subject}`}>
          <h2>{subject}</h2>
          <p>To {to}</p>
          <iframe title={`${subject}, as HTML`} srcDoc={html} sandbox="" width="100%" height="320" />
          <details>
            <summary>As plain text</summary>
            <pre>{text}</pre>
          </details>
        </article>
      ))}
    </Page>
  );
}
