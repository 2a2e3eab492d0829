import { redirect } from "react-router";
import { changeEmailForm } from "~/account/email/form";
import { changeEmail } from "~/account/email/manage-email.server";
import { addressToVerify } from "~/account/email/rules";
import { readEmail } from "~/account/email/verifications.server";
import { ChangeEmailForm, EmailChanged } from "~/account/email/views/change-email";
import { requiresCode } from "~/account/factors/reauthentication.server";
import { requireLevel } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { logError } from "~/platform/http/log";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { catchWithMessage } from "~/ui/connection/client-action";
import { useFormView } from "~/ui/forms/form-state";
import { DialogPage } from "~/ui/layout/page";
import { Snackbar } from "~/ui/overlays/snackbar";
import type { Route } from "./+types/email-change";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("account", args);
  const { db, user, now } = context;
  const email = await readEmail(db, user.unique_ref, now);
  const changed = args.url.searchParams.has("changed") ? addressToVerify(email) : null;
  return {
    current: email.current?.address ?? null,
    changed: changed?.status === "pending" ? changed.address : null,
    asksCode: requiresCode(context),
    hasLogbook: mayOpen("diary", user.level),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("account", args);
  const form = await readForm(args.request, changeEmailForm);
  if (!form.ok) return refuse(form.state);
  const result = await changeEmail(context, args.request, form.value).catch(failed);
  if ("errors" in result) return refuse(form.state, result.errors, result.status);
  // Redirects, so that a reload of the response changes nothing again.
  return redirect("/email/change/?changed", { headers: { "Set-Cookie": result.cookie } });
}

/**
 * Message of specification section 8. It does not replace a thrown Response: a user whose login has ended is still
 * redirected.
 */
const FAILED = "An error occurred. Please try again.";

function failed(error: unknown) {
  if (error instanceof Response) throw error;
  logError(error);
  return { errors: { "": FAILED }, status: 500 };
}

/** If the request fails for any other reason, the form stays. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchWithMessage(FAILED, serverAction);
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { current, changed, asksCode, hasLogbook } = loaderData;
  const form = useFormView({}, actionData?.form);
  const failure = form.error("");
  if (changed) return <EmailChanged address={changed} current={current} hasLogbook={hasLogbook} />;
  return (
    <DialogPage title="Change Email Address" form={form} back="/email/">
      <ChangeEmailForm
        form={form}
        answer={actionData}
        current={current}
        asksCode={asksCode || form.error("twoFactorCode") !== undefined}
      />
      {failure && <Snackbar key={JSON.stringify(actionData)} text={failure} icon="problem" />}
    </DialogPage>
  );
}
