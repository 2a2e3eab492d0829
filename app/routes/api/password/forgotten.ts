import { appContextOf } from "~/account/guard.server";
import { askCodeCall } from "~/account/passwords/form";
import { askForFirstCode } from "~/account/passwords/reset-codes.server";
import { findResetRequest } from "~/account/passwords/reset-requests.server";
import { withCookies } from "~/platform/http/cookies";
import { requirePost } from "~/platform/http/csrf.server";
import { readJsonForm, refuseFields, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/forgotten";

export const loader = () => refuseMethod("POST");

/** Sends a code to the user who has verified the address; the answer is the same if there is none. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  await requirePost(request, app.vault);
  const form = await readJsonForm(request, askCodeCall);
  if (!form.ok) return refuseFields(form.state.errors);
  const before = await findResetRequest(app.db, app.vault, request);
  const asked = await askForFirstCode(app, request, form.value, form.fingerprint, before);
  if ("cookie" in asked) return Response.json({ sent: true }, { headers: withCookies([asked.cookie]) });
  return refuseFields(asked.errors, asked.status);
}
