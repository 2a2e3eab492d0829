import { errorsOfCall } from "~/account/bot-check/form";
import { forgotForm } from "~/account/form";
import { worldOf } from "~/account/guard.server";
import { askForFirstCode } from "~/account/passwords/reset-codes.server";
import { findResetRequest } from "~/account/passwords/reset-requests.server";
import { withCookies } from "~/platform/http/cookies";
import { requirePost } from "~/platform/http/csrf.server";
import { readJsonForm, refuseFields, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/forgotten";

export const loader = () => refuseMethod("POST");

/** Sends a code to the user who has verified the address; the answer is the same if there is none. */
export async function action({ request, context }: Route.ActionArgs) {
  const world = worldOf({ context });
  await requirePost(request, world.vault);
  const form = await readJsonForm(request, forgotForm, { given: { step: "send" } });
  if (!form.ok || form.value.step !== "send") return refuseFields(errorsOfCall(form.state.errors, "forgot-password"));
  const before = await findResetRequest(world.db, world.vault, request);
  const asked = await askForFirstCode(world, request, form.value, form.fingerprint, before);
  if ("cookie" in asked) return Response.json({ sent: true }, { headers: withCookies([asked.cookie]) });
  return refuseFields(errorsOfCall(asked.errors, "forgot-password"), asked.status);
}
