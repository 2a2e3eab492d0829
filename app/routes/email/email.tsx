import { Link } from "react-router";
import { sendVerificationForm } from "~/account/email/form";
import { sendVerification } from "~/account/email/manage-email.server";
import { NOT_SENT, SENT } from "~/account/email/rules";
import { readEmail } from "~/account/email/verifications.server";
import { EmailActions, EmailAddresses } from "~/account/email/views/manage-email";
import { requireLevel } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { catchWithMessage } from "~/ui/connection/client-action";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/email";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("account", args);
  return { ...(await readEmail(db, user.unique_ref, now)), hasLogbook: mayOpen("diary", user.level) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("account", args);
  const form = await readForm(args.request, sendVerificationForm);
  if (!form.ok) return refuse(form.state);
  const refusal = await sendVerification(context);
  if (refusal) return refuse(form.state, { "": refusal.message }, refusal.status);
  return redirectWithMessage(args.request, "/email/", SENT);
}

/** If the request fails for any other reason, the page stays. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchWithMessage(NOT_SENT, serverAction);
}

function Email({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  return (
    <Page
      title="Manage Email Address"
      form={form}
      back={<Link to="/profile/">Profile</Link>}
      lead="Where Daybook writes to you about your account."
    >
      <EmailAddresses email={loaderData} />
      <EmailActions email={loaderData} answer={actionData} hasLogbook={loaderData.hasLogbook} />
    </Page>
  );
}

/** The page stays behind the dialog of Change Email. */
export const handle = { behind: true };

export default behindDialogs(Email);
