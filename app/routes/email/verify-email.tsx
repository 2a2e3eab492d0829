import { data } from "react-router";
import { OUTCOME_STATUS, type VerifyOutcome } from "~/account/email/rules";
import { verifyEmail } from "~/account/email/verify-email.server";
import { VerifyEmailOutcome, VerifyingEmail } from "~/account/email/views/verify-email";
import { appContextOf } from "~/account/guard.server";
import type { ActionResult } from "~/platform/http/action-result";
import { emptyForm } from "~/platform/http/fields";
import { readForm } from "~/platform/http/read-form.server";
import type { Route } from "./+types/verify-email";

export const handle = { script: false };

/** Opening the link does not use the code up, because mail scanners open it too, and reveals nothing about the code. */
export function loader({ params }: Route.LoaderArgs) {
  return data(null, { status: params.verificationCode ? 200 : OUTCOME_STATUS.missing });
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request, emptyForm);
  const outcome = form.ok ? await verifyEmail(appContextOf(args), args.params.verificationCode) : "invalid";
  return data<ActionResult<{ outcome: VerifyOutcome }>>({ outcome }, { status: OUTCOME_STATUS[outcome] });
}

export default function VerifyEmail({ params, actionData }: Route.ComponentProps) {
  if (actionData?.outcome) return <VerifyEmailOutcome outcome={actionData.outcome} />;
  return params.verificationCode ? <VerifyingEmail /> : <VerifyEmailOutcome outcome="missing" />;
}
