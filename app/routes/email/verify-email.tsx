import { data } from "react-router";
import { OUTCOMES } from "~/account/email/rules";
import { isOwnLink, ownerOfLink, verifyEmail } from "~/account/email/verify-email.server";
import { VerifyEmailOutcome, VerifyingEmail } from "~/account/email/views/verify-email";
import { appContextOf } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import type { ActionResult } from "~/platform/http/action-result";
import { emptyForm } from "~/platform/http/fields";
import { readForm } from "~/platform/http/read-form.server";
import type { Route } from "./+types/verify-email";

export const handle = { script: false };

/**
 * Opening the link does not use the code up, because mail scanners open it too, and tells nobody but its owner about the
 * code.
 */
export async function loader(args: Route.LoaderArgs) {
  const { verificationCode } = args.params;
  const isOwn = await isOwnLink(appContextOf(args), args.request, args.context.get(userContext), verificationCode);
  return data({ isOwn }, { status: verificationCode ? 200 : OUTCOMES.missing.status });
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request, emptyForm);
  const { verificationCode = "" } = args.params;
  const app = appContextOf(args);
  const outcome = form.ok ? await verifyEmail(app, verificationCode) : "invalid";
  const owner = OUTCOMES[outcome].status === 200 ? await ownerOfLink(app, verificationCode) : undefined;
  const result = { outcome, username: owner?.username ?? "" };
  return data<ActionResult<typeof result>>(result, { status: OUTCOMES[outcome].status });
}

export default function VerifyEmail({ params, loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.outcome) return <VerifyEmailOutcome outcome={actionData.outcome} username={actionData.username} />;
  return params.verificationCode ? (
    <VerifyingEmail isOwn={loaderData.isOwn} />
  ) : (
    <VerifyEmailOutcome outcome="missing" />
  );
}
