import { requireReauthentication } from "~/account/guard.server";
import { retryMailForm } from "~/admin/form";
import { mailPage, retryFailed } from "~/admin/mails.server";
import { MailList } from "~/admin/views/mail-list";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatCounted } from "~/platform/time/counted";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/mail";

const HERE = "/admin/mail/";

export const handle = { script: false };

export async function loader(args: Route.LoaderArgs) {
  return mailPage(requireReauthentication("admin", args, HERE));
}

export async function action(args: Route.ActionArgs) {
  const context = requireReauthentication("admin", args, HERE);
  const form = await readForm(args.request, retryMailForm);
  if (!form.ok) return refuse(form.state);
  const n = await retryFailed(context, args.request, form.value.mail);
  const message = n === 0 ? "There was nothing to retry" : `${formatCounted(n, "mail")} queued again`;
  return redirectWithMessage(args.request, HERE, message);
}

export default function MailPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page
      title="Mail"
      form={formView({}, actionData?.form)}
      back={<a href="/admin/">Admin Panel</a>}
      lead="Daybook tries to send each mail 4 times within about 6 minutes. Mail that fails is kept for 30 days, with its text encrypted."
    >
      <MailList {...loaderData} />
    </Page>
  );
}
