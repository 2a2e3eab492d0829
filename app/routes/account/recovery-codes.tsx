import { data } from "react-router";
import { renewRecoveryCodes } from "~/account/factors/factor-changes.server";
import { newCodesForm } from "~/account/factors/form";
import { type CodeSheet, unusedCodes } from "~/account/factors/recovery-codes.server";
import { RecoveryCodeSheet } from "~/account/factors/views/recovery-code-sheet";
import { requireReauthentication } from "~/account/guard.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/recovery-codes";

const HERE = "/account/two_factor/codes/";
const OVERVIEW = "/account/two_factor/";
const OFF =
  "You can use a recovery code when you do not have your authenticator app or passkey. Set one of them up first.";
const MADE_ALREADY = "New codes were made already, and are shown once. If you have not saved them, make new ones";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireReauthentication("factors", args, HERE);
  const [codes] = await unusedCodes(db, user.unique_ref);
  return { on: user.has_totp || user.has_passkey, left: codes?.left ?? 0, idempotency_key: newRef() };
}

interface Shown {
  made: CodeSheet;
}

export async function action(args: Route.ActionArgs) {
  const context = requireReauthentication("factors", args, HERE);
  const form = await readForm(args.request, newCodesForm);
  if (!form.ok) return refuse(form.state);
  const { user } = context;
  if (!user.has_totp && !user.has_passkey) return refuse(form.state, { "": OFF });
  const key = { key: form.value.idempotency_key, fingerprint: form.fingerprint };
  const made = await renewRecoveryCodes(context, args.request, key);
  return made ? data<ActionResult<Shown>>({ made }) : refuse(form.state, { "": MADE_ALREADY }, 409);
}

export default function RecoveryCodes({ loaderData, actionData }: Route.ComponentProps) {
  const answer: ActionResult<Shown> | undefined = actionData;
  if (answer?.made) {
    return <RecoveryCodeSheet {...answer.made} done="Your old codes no longer work. These are the new ones." />;
  }
  const { on, left, idempotency_key } = loaderData;
  return (
    <DialogPage
      title="Make new recovery codes"
      form={formView({}, answer?.form)}
      cancel={
        <LinkButton to={OVERVIEW} visual="plain">
          {on ? "Cancel" : "Back"}
        </LinkButton>
      }
      footer={on && <SubmitButton form="codes">Make 10 new codes</SubmitButton>}
    >
      {on ? (
        <PostForm id="codes" hidden={{ idempotency_key }}>
          <p>
            You get 10 new codes, shown once. Have a printer or password manager ready.{" "}
            {left > 0 && `The ${left} that you have left will stop working. `}You will be logged out everywhere else.
          </p>
        </PostForm>
      ) : (
        <p>{OFF}</p>
      )}
    </DialogPage>
  );
}
