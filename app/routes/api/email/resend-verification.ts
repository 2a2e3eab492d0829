import { sendVerification } from "~/account/email/manage-email.server";
import { SENT } from "~/account/email/rules";
import { appContextOf, requireLevelOfCall } from "~/account/guard.server";
import { requirePost } from "~/platform/http/csrf.server";
import { refuseFields, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/resend-verification";

export const loader = () => refuseMethod("POST");

/** Takes no body, and reads none. */
export async function action(args: Route.ActionArgs) {
  await requirePost(args.request, appContextOf(args).vault);
  const refusal = await sendVerification(requireLevelOfCall("account", args));
  if (!refusal) return Response.json({ responseStatus: 200, message: SENT });
  const { message, status } = refusal;
  return refuseFields({ "": message }, status, { responseStatus: status, error: message });
}
