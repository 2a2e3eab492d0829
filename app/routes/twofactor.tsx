import { Link } from "react-router";
import { column, row } from "styled-system/recipes";
import { codeForm } from "~/account/factors/form";
import { PasskeyLoginButton } from "~/account/factors/passkeys/views/passkey-button";
import { CodeField } from "~/account/factors/views/code-field";
import { answerCode } from "~/account/login/finish-login.server";
import { requirePendingLogin } from "~/account/login/pending-logins.server";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/twofactor";

export async function loader(args: Route.LoaderArgs) {
  const { has_totp, has_passkey } = await requirePendingLogin(args);
  return { has_totp, has_passkey };
}

export function action(args: Route.ActionArgs) {
  return answerCode(args, codeForm);
}

/**
 * Second step of a login with a code of an app (specification 2.6). Login is the first button of the form: Enter
 * presses it.
 */
export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.has_passkey && !loaderData.has_totp) return <PasskeyStep />;
  const form = formView({}, actionData?.form);
  return (
    <DialogPage title="Two-factor code" form={form}>
      <PostForm className={column({ gap: "5" })}>
        <CodeField form={form} digitsOnly />
        <div className={row()}>
          <SubmitButton>Login</SubmitButton>
          <CancelLogin />
        </div>
      </PostForm>
      {loaderData.has_passkey && <PasskeyLoginButton />}
      <p>
        Without your phone? <Link to="/twofactor/recovery/">Use a recovery code</Link>
      </p>
    </DialogPage>
  );
}

/** For users who have passkeys and no app. */
function PasskeyStep() {
  return (
    <DialogPage title="Confirm with your passkey">
      <p>Your password is right. This account also asks for a passkey, or for one of your recovery codes.</p>
      <PasskeyLoginButton />
      <p>On a computer without passkeys, or without the device that has yours, use a recovery code.</p>
      <PostForm className={row()}>
        <LinkButton to="/twofactor/recovery/">Use a recovery code</LinkButton>
        <CancelLogin />
      </PostForm>
    </DialogPage>
  );
}

function CancelLogin() {
  return (
    <SubmitButton visual="normal" name="cancel" value="yes">
      Cancel Login
    </SubmitButton>
  );
}
