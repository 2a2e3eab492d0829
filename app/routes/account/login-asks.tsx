import { column } from "styled-system/recipes";
import { requireProof } from "~/accounts/guard.server";
import { letPasswordAlone, passwordOpens } from "~/accounts/two-factor/factor-changes.server";
import { loginAsksForm } from "~/accounts/two-factor/form";
import { LoginAsksField } from "~/accounts/two-factor/views/login-asks-field";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/login-asks";

const HERE = "/account/two_factor/login/";
const OVERVIEW = "/account/two_factor/";
const NO_CHOICE =
  "There is nothing to choose: it is for accounts with a passkey and no authenticator app, and not for administrators, whose password alone never opens an account.";

export async function loader(args: Route.LoaderArgs) {
  const { mayChoose, alone } = await passwordOpens(requireProof("factors", args, HERE));
  return { mayChoose, login_asks: alone ? "password" : "factor" };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireProof("factors", args, HERE);
  const form = await readForm(args.request, loginAsksForm);
  if (!form.ok) return refuse(form.state);
  if (!(await passwordOpens(asked)).mayChoose) return refuse(form.state, { "": NO_CHOICE });
  const alone = form.value.login_asks === "password";
  const cookie = await letPasswordAlone(asked, args.request, alone);
  const said = alone
    ? "Your password alone opens your account."
    : "Your password is always followed by a passkey or code.";
  const headers = new Headers(cookie === null ? {} : { "Set-Cookie": cookie });
  const ended = cookie === null ? "" : " All your other logins have ended.";
  return redirectSaying(args.request, OVERVIEW, `${said}${ended}`, { headers });
}

/** For owners of passkeys: what the password opens. */
export default function LoginAsks({ loaderData, actionData }: Route.ComponentProps) {
  const { mayChoose, login_asks } = loaderData;
  const form = formView({ login_asks }, actionData?.form);
  return (
    <DialogPage
      title="Logging in with your password"
      form={form}
      cancel={
        <LinkButton to={OVERVIEW} visual="plain">
          {mayChoose ? "Cancel" : "Back"}
        </LinkButton>
      }
    >
      {mayChoose ? (
        <PostForm className={column({ gap: "5" })}>
          <LoginAsksField form={form} />
          <p>If you change this, you are logged out everywhere else.</p>
          <div>
            <SubmitButton>Save</SubmitButton>
          </div>
        </PostForm>
      ) : (
        <p>{NO_CHOICE}</p>
      )}
    </DialogPage>
  );
}
