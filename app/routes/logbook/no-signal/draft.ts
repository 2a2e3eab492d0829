import { saveFormDraft } from "~/account/form-drafts/form-drafts.server";
import { appContextOf, requireLevelOfCall } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { keyOfDevice, requireDevice } from "~/diary/no-signal/devices.server";
import { sealedDraft } from "~/diary/no-signal/entry";
import { formOf } from "~/diary/no-signal/middleware.server";
import { openEntry } from "~/diary/no-signal/take-entries.server";
import { formStoreContext } from "~/platform/context";
import { LARGE_BODY_BYTES, readJson, refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/draft";

export const loader = () => refuseMethod("POST");

/** Opens a form that was left, for the device that sealed it: its page is filled in with it once. */
export async function action(args: Route.ActionArgs) {
  const { device: ref, id, sealed } = await readJson(args.request, sealedDraft, LARGE_BODY_BYTES);
  if (!args.context.get(userContext)) return refuseCall("Log in to open what you typed", 401);
  const context = requireLevelOfCall("diary", args);
  const device = await requireDevice(context, ref);
  const key = await keyOfDevice(context.cipher, ref, device.private_key_encrypted);
  const entry = await openEntry(key, id, sealed);
  if (!entry) return refuseCall("This cannot be opened", 422);
  const world = { ...appContextOf(args), forms: args.context.get(formStoreContext) };
  const { path } = entry;
  const why = "You left this form before it was saved";
  const cookie = await saveFormDraft(world, args.request, context.user.unique_ref, { path, form: formOf(entry), why });
  if (!cookie) return refuseCall("This is too long to be filled in again", 413);
  return Response.json({ path }, { headers: { "Cache-Control": "no-store", "Set-Cookie": cookie } });
}
