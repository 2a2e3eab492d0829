import { Link } from "react-router";
import { column, row } from "styled-system/recipes";
import { recoveryForm } from "~/account/factors/form";
import { answerCode } from "~/account/login/finish-login.server";
import { requirePendingLogin } from "~/account/login/pending-logins.server";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/twofactor-recovery";

export async function loader(args: Route.LoaderArgs) {
  const { has_totp, has_passkey } = await requirePendingLogin(args);
  return { has_totp, has_passkey };
}

export function action(args: Route.ActionArgs) {
  return answerCode(args, recoveryForm);
}

/** For users without their authenticator app or passkey: a login with a recovery code. */
export default function TwoFactorRecovery({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  const isPasskeyOnly = loaderData.has_passkey && !loaderData.has_totp;
  return (
    <DialogPage title="Log in with a recovery code" form={form}>
      <PostForm className={column({ gap: "5" })}>
        <TextField
          form={form}
          name="recoveryCode"
          label="Recovery code"
          hint="24 letters and digits, from your list of codes. Each works once"
          figures
          autoComplete="off"
          spellCheck={false}
        />
        <div className={row()}>
          <SubmitButton>Login</SubmitButton>
          <SubmitButton visual="normal" name="cancel" value="yes">
            Cancel Login
          </SubmitButton>
        </div>
      </PostForm>
      <p>
        <Link to="/twofactor/">{isPasskeyOnly ? "Use your passkey" : "Use the code from your authenticator app"}</Link>
      </p>
    </DialogPage>
  );
}
