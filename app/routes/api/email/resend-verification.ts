import { SENT } from "~/accounts/email/rules";
import { sendVerification } from "~/accounts/email/send-verification.server";
import { requireLevelOfCall, worldOf } from "~/accounts/guard.server";
import { requirePost } from "~/http/csrf.server";
import { refuseFields, refuseMethod } from "~/http/read-json.server";
import type { Route } from "./+types/resend-verification";

export function loader() {
  return refuseMethod("POST");
}

/** Takes no body, and reads none. */
export async function action(args: Route.ActionArgs) {
  await requirePost(args.request, worldOf(args).vault);
  const refusal = await sendVerification(requireLevelOfCall("account", args));
  if (!refusal) return Response.json({ responseStatus: 200, message: SENT });
  const { message, status } = refusal;
  return refuseFields({ "": message }, status, { responseStatus: status, error: message });
}
