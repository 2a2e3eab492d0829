import { requireLevelOfCall } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { keyOfDevice, requireDevice } from "~/diary/no-signal/devices.server";
import { sealedDraft } from "~/diary/no-signal/entry";
import { openEntry } from "~/diary/no-signal/take-entries.server";
import { LARGE_BODY_BYTES, readJson, refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/draft";

export const loader = () => refuseMethod("POST");

/** Gives back a form that was left, to the device that sealed it. Nothing of it is stored here. */
export async function action(args: Route.ActionArgs) {
  const { device: ref, id, sealed } = await readJson(args.request, sealedDraft, LARGE_BODY_BYTES);
  if (!args.context.get(userContext)) return refuseCall("Log in to open what you typed", 401);
  const context = requireLevelOfCall("diary", args);
  const device = await requireDevice(context, ref);
  const key = await keyOfDevice(context.cipher, ref, device.private_key_encrypted);
  const entry = await openEntry(key, id, sealed);
  if (!entry) return refuseCall("This cannot be opened", 422);
  return Response.json(entry, { headers: { "Cache-Control": "no-store" } });
}
