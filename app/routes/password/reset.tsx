import { appContextOf } from "~/account/guard.server";
import { endLogin } from "~/account/login/log-out.server";
import { hasLoginCookie } from "~/account/login/logins.server";
import { resetPasswordForm } from "~/account/passwords/form";
import { findVerifiedReset, resetPassword, wordsAbout } from "~/account/passwords/new-password.server";
import { clearResetCookie } from "~/account/passwords/reset-requests.server";
import { NewPasswordForm } from "~/account/passwords/views/new-password-form";
import { burstLimiterContext, TOO_MANY_TRIES } from "~/platform/http/bursts";
import { redirectWithMessage, reloadWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/reset";

const NOT_PROVEN = "A code works once, within 15 minutes. Ask for a new one to set a new password";

export async function loader({ request, context }: Route.LoaderArgs) {
  const reset = await findVerifiedReset(appContextOf({ context }), request);
  if (!reset) throw reloadWithMessage(request, "/password/forgot/", NOT_PROVEN, { done: false });
  const { username, has_totp, passkeys } = reset.owner;
  return { username, has_totp, passkeys };
}

/**
 * Requires no second factor: the login that follows does, even if the user's password alone would otherwise suffice.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  const reset = await findVerifiedReset(app, request);
  if (!reset) throw reloadWithMessage(request, "/password/forgot/", NOT_PROVEN, { done: false });
  const { owner } = reset;

  const form = await readForm(request, resetPasswordForm(wordsAbout(owner)));
  if (!form.ok) return refuse(form.state);
  const mayTry = await context.get(burstLimiterContext)(`reset-password/${owner.unique_ref}`);
  if (!mayTry) return refuse(form.state, { "": TOO_MANY_TRIES }, 429);
  if (!(await resetPassword(app, reset, form.value.password1))) {
    throw reloadWithMessage(request, "/password/forgot/", NOT_PROVEN, { done: false });
  }
  const headers = new Headers({ "Set-Cookie": clearResetCookie(request) });
  // On a shared computer another user may be logged in here, who did not set this password.
  if (hasLoginCookie(request)) headers.append("Set-Cookie", await endLogin(app.db, request));
  return redirectWithMessage(request, "/login/", "Your password was changed. Log in with it", { headers });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  return (
    <DialogPage
      title="Set new password"
      form={form}
      cancel={
        <LinkButton to="/login/" visual="plain" newDocument>
          Back to Login
        </LinkButton>
      }
    >
      <NewPasswordForm form={form} asks={{ password: false, code: false }} account={loaderData} />
    </DialogPage>
  );
}
