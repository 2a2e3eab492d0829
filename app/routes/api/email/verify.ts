import { OUTCOMES } from "~/account/email/rules";
import { verifyEmail } from "~/account/email/verify-email.server";
import { appContextOf } from "~/account/guard.server";
import { requirePost } from "~/platform/http/csrf.server";
import { refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/verify";

export const loader = () => refuseMethod("POST");

/** The code proves access to the mailbox of the address: no login is required, and no body is read. */
export async function action(args: Route.ActionArgs) {
  const app = appContextOf(args);
  await requirePost(args.request, app.vault);
  const outcome = await verifyEmail(app, args.params.verificationCode);
  const { status, message, email } = OUTCOMES[outcome];
  return Response.json({ status: outcome, message, verification: email ? { status: email } : null }, { status });
}
