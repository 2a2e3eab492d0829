import { data } from "react-router";
import { enableTotp } from "~/account/factors/factor-changes.server";
import { turnOnForm } from "~/account/factors/form";
import type { CodeSheet } from "~/account/factors/recovery-codes.server";
import { newTotpSetup, readTotpSetup, stepOfCode } from "~/account/factors/totp.server";
import { RecoveryCodeSheet } from "~/account/factors/views/recovery-code-sheet";
import { TotpSetup } from "~/account/factors/views/totp-setup";
import { requireReauthentication } from "~/account/guard.server";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { withPageData } from "~/platform/http/refusal.server";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/authenticator-set-up";

const HERE = "/account/two_factor/app/";
const OVERVIEW = "/account/two_factor/";
const ALREADY_ON = "Two-factor authentication is on already. If you have no recovery codes for it, make new ones";
const CODES_STAY = "Two-factor authentication is on. Your recovery codes stay as they are";
const TOO_OLD = "That picture has expired. Scan the new one below";
const WRONG_CODE = "That is not the current code. Enter the one that your app shows now";

export async function loader(args: Route.LoaderArgs) {
  const { vault, user, now } = requireReauthentication("factors", args, HERE);
  return { setup: user.has_totp ? null : await newTotpSetup(vault, user, now) };
}

interface Shown {
  setup: Awaited<ReturnType<typeof newTotpSetup>>;
  made: CodeSheet;
}

/** Nothing is stored before the first right code: until then the page carries the secret. */
export async function action(args: Route.ActionArgs) {
  const context = requireReauthentication("factors", args, HERE);
  const { vault, user, now } = context;
  const form = await readForm(args.request, turnOnForm);
  const sent = await readTotpSetup(vault, user, form.state.values.setup?.[0] ?? "", now);
  const setup = sent?.setup ?? (await newTotpSetup(vault, user, now));
  const again = (errors?: Record<string, string>) => withPageData(refuse(form.state, errors), { setup });

  if (user.has_totp) return redirectWithMessage(args.request, OVERVIEW, ALREADY_ON, { done: false });
  if (!sent) return again({ "": TOO_OLD });
  if (!form.ok) return again();
  const step = stepOfCode(sent.secret, form.value.twoFactorCode, now);
  if (step === null) return again({ twoFactorCode: WRONG_CODE });
  const made = await enableTotp(context, args.request, { secret: sent.secret, step });
  if (!made) return redirectWithMessage(args.request, OVERVIEW, ALREADY_ON, { done: false });
  const headers = new Headers({ "Set-Cookie": made.cookie });
  if (!made.sheet) return redirectWithMessage(args.request, OVERVIEW, CODES_STAY, { headers });
  return data<ActionResult<Shown>>({ made: made.sheet }, { headers });
}

export default function Authenticator({ loaderData, actionData }: Route.ComponentProps) {
  const answer: ActionResult<Shown> | undefined = actionData;
  if (answer?.made) {
    return (
      <RecoveryCodeSheet {...answer.made} done="Two-factor authentication is on. Your other logins have been ended." />
    );
  }
  const form = formView({}, answer?.form);
  const setup = answer?.setup ?? loaderData.setup;
  return (
    <DialogPage
      title="Set up an authenticator app"
      form={form}
      cancel={
        <LinkButton to={OVERVIEW} visual="plain">
          {setup ? "Cancel" : "Back"}
        </LinkButton>
      }
    >
      {setup ? <TotpSetup form={form} setup={setup} /> : <p>{ALREADY_ON}.</p>}
    </DialogPage>
  );
}
