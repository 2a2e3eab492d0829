import { disableTotp, passwordAloneSetting } from "~/account/factors/factor-changes.server";
import { requireReauthentication } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { deletingForm } from "~/platform/http/fields";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/authenticator-off";

const HERE = "/account/two_factor/off/";
const OVERVIEW = "/account/two_factor/";
const NEEDED = "An administrator's account needs its second factor, so it cannot be turned off.";

export async function loader(args: Route.LoaderArgs) {
  const context = requireReauthentication("factors", args, HERE);
  const { user } = context;
  const guarded = user.has_passkey && !(await passwordAloneSetting(context)).alone;
  return { on: user.has_totp, needed: user.level === ADMIN_LEVEL, hasPasskey: user.has_passkey, guarded };
}

export async function action(args: Route.ActionArgs) {
  const context = requireReauthentication("factors", args, HERE);
  // Fewer factors are no data: it is turned off in a full account, too.
  const { state } = await readForm(args.request, deletingForm);
  if (context.user.level === ADMIN_LEVEL) return refuse(state, { "": NEEDED });
  if (context.user.has_totp) await disableTotp(context, args.request);
  return redirectWithMessage(args.request, OVERVIEW, "Two-factor authentication is off");
}

export default function AuthenticatorOff({ loaderData, actionData }: Route.ComponentProps) {
  const { on, needed, hasPasskey, guarded } = loaderData;
  const mayTurnOff = on && !needed;
  return (
    <DialogPage
      title="Turn off the authenticator app"
      form={formView({}, actionData?.form)}
      cancel={
        <LinkButton to={OVERVIEW} visual="plain">
          {mayTurnOff ? "Cancel" : "Back"}
        </LinkButton>
      }
      footer={
        mayTurnOff && (
          <SubmitButton form="off" visual="danger">
            Turn off
          </SubmitButton>
        )
      }
    >
      {needed && <p>{NEEDED}</p>}
      {!needed && !on && <p>Two-factor authentication is off already.</p>}
      {mayTurnOff && (
        <PostForm id="off">
          <p>
            {guarded
              ? "After this, logging in with your password asks for a passkey or a recovery code. "
              : "After this, your password alone opens this account. "}
            The secret in your app {hasPasskey ? "stops" : "and all your recovery codes stop"} working, and you will be
            logged out everywhere else. {hasPasskey && "Passkeys and recovery codes stay."}
          </p>
        </PostForm>
      )}
    </DialogPage>
  );
}
