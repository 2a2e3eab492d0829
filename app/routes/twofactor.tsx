import { Link } from "react-router";
import { column, row } from "styled-system/recipes";
import { worldOf } from "~/accounts/guard.server";
import { arrive } from "~/accounts/logins/arrive.server";
import { finishLogin } from "~/accounts/logins/finish-login.server";
import { cancelHalfLogin, halfLoginEnded, requireHalfLogin } from "~/accounts/logins/half-login-guard.server";
import { codeForm } from "~/accounts/two-factor/form";
import { CodeField } from "~/accounts/two-factor/views/code-field";
import { readForm, refuse } from "~/http/read-form.server";
import { SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/twofactor";

export async function loader(args: Route.LoaderArgs) {
  await requireHalfLogin(args);
  return null;
}

export async function action(args: Route.ActionArgs) {
  const half = await requireHalfLogin(args);
  const form = await readForm(args.request, codeForm);
  if (!form.ok) return refuse(form.state);
  if (form.value.cancel) return cancelHalfLogin(args);
  const login = await finishLogin(worldOf(args), args.request, half, form.value.twoFactorCode);
  if (login.is === "ended") return halfLoginEnded(args.request);
  if (login.is === "refused") return refuse(form.state, { twoFactorCode: login.message }, login.status);
  return arrive(login);
}

/** Specification 2.6. Login is the first button of the form: Enter presses it. */
export default function TwoFactor({ actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  return (
    <DialogPage title="Two-factor code" form={form}>
      <PostForm className={column({ gap: "5" })}>
        <CodeField form={form} digitsOnly />
        <div className={row()}>
          <SubmitButton>Login</SubmitButton>
          <SubmitButton visual="normal" name="cancel" value="yes">
            Cancel Login
          </SubmitButton>
        </div>
      </PostForm>
      <p>
        Without your phone? <Link to="/twofactor/recovery/">Use a recovery code</Link>
      </p>
    </DialogPage>
  );
}
