import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { formStoreContext } from "~/platform/context";
import { clockTime } from "~/platform/time/clock-time";
import { longDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/mail";

interface LocalMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sent_at: number;
}

export const handle = { script: false };

/**
 * Answers `?format=json` for tests. The loader of a page can answer only with its page; middleware can answer
 * otherwise.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async function answerInJson({ request, context }, next) {
    const { searchParams } = new URL(request.url);
    return searchParams.get("format") === "json" ? Response.json(await sentMails(context, searchParams)) : next();
  },
];

/** Local builds only: the mails that were sent, newest first; with `?to=` those to one address. */
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
      {loaderData.mails.map((mail) => (
        <MailInBox key={`${mail.to} ${mail.sent_at} ${mail.subject}`} mail={mail} />
      ))}
    </Page>
  );
}

function MailInBox({ mail: { to, subject, text, html, sent_at } }: { mail: LocalMail }) {
  const { date, minute } = londonMoment(sent_at);
  return (
    <article className={mailInBox}>
      <header>
        <h2>{subject}</h2>
        <p className={css({ color: "quiet", fontSize: "sm" })}>
          To {to}, {longDate(date)} at {clockTime(minute)}
        </p>
      </header>
      <div className={column({ gap: "3" })}>
        {text.split("\n\n").map((part) => (
          // A part is a paragraph, or a link or code by itself.
          <p key={part}>{part.startsWith("http") ? <a href={part}>{part}</a> : part}</p>
        ))}
      </div>
      <details>
        <summary>As HTML</summary>
        <iframe title={`${subject}, as HTML`} srcDoc={html} sandbox="" height="560" className={frame} />
      </details>
    </article>
  );
}

const mailInBox = css({
  borderTop: "line",
  paddingTop: "4",
  maxWidth: "read",
  display: "grid",
  gap: "3",
  "& p": { overflowWrap: "anywhere", whiteSpace: "pre-line" },
});

const frame = css({ display: "block", width: "full", border: "line", marginTop: "2" });
