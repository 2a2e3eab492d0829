import { data } from "react-router";
import { verifyEmailForm } from "~/accounts/email/form";
import type { VerifyOutcome } from "~/accounts/email/rules";
import { OUTCOME_STATUS } from "~/accounts/email/rules";
import { verifyEmail } from "~/accounts/email/verify-email.server";
import { VerifyEmailOutcome } from "~/accounts/email/views/verify-email-outcome";
import { VerifyingEmail } from "~/accounts/email/views/verifying-email";
import { worldOf } from "~/accounts/guard.server";
import type { ActionResult } from "~/http/action-result.server";
import { readForm } from "~/http/read-form.server";
import type { Route } from "./+types/verify-email";

export const handle = { script: false };

/** Opening the link spends nothing, since mail scanners do so too, and tells nothing of its code. */
export function loader({ params }: Route.LoaderArgs) {
  return data(null, { status: params.verificationCode ? 200 : OUTCOME_STATUS.missing });
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request, verifyEmailForm);
  const outcome = form.ok ? await verifyEmail(worldOf(args), args.params.verificationCode) : "invalid";
  return data<ActionResult<{ outcome: VerifyOutcome }>>({ outcome }, { status: OUTCOME_STATUS[outcome] });
}

export default function VerifyEmail({ params, actionData }: Route.ComponentProps) {
  if (actionData?.outcome) return <VerifyEmailOutcome outcome={actionData.outcome} />;
  return params.verificationCode ? <VerifyingEmail /> : <VerifyEmailOutcome outcome="missing" />;
}
