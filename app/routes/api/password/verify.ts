import { appContextOf } from "~/account/guard.server";
import { resetCodeCall } from "~/account/passwords/form";
import { findResetRequest } from "~/account/passwords/reset-requests.server";
import { tryCodeFor } from "~/account/passwords/try-reset-code.server";
import { requirePost } from "~/platform/http/csrf.server";
import { readJsonForm, refuseFields, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/verify";

export const loader = () => refuseMethod("POST");

/** A right code lets this browser set a new password at /password/reset/. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  await requirePost(request, app.vault);
  const form = await readJsonForm(request, resetCodeCall);
  if (!form.ok) {
    const [error = ""] = Object.values(form.state.errors).flat();
    return refuseFields(form.state.errors, 422, { ok: false, error });
  }
  const before = await findResetRequest(app.db, app.vault, request);
  const refused = await tryCodeFor(app, before, form.value);
  if (!refused) return Response.json({ ok: true });
  return refuseFields(refused.errors, refused.status, { ok: false, error: refused.errors.code ?? "" });
}
