import { dropFormDraft, saveFormDraft } from "~/account/form-drafts/form-drafts.server";
import { appContextOf, requireLevelOfCall } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { keyOfDevice, requireDevice } from "~/diary/no-signal/devices.server";
import { formOf, sealedDraft } from "~/diary/no-signal/entry";
import { openEntry } from "~/diary/no-signal/take-entries.server";
import { formStoreContext } from "~/platform/context";
import { LARGE_BODY_BYTES, readJson, refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/draft";

export const loader = () => refuseMethod("POST");

const LEFT = "You left this form before it was saved";

/**
 * Opens a form that was left, for its page to be filled in again, as a form is whose login had ended: for an hour. Without
 * one it drops what is kept.
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  if (!context.get(userContext)) return refuseCall("Log in to open what you typed", 401);
  const by = requireLevelOfCall("diary", args);
  const { device: ref, draft } = await readJson(request, sealedDraft, LARGE_BODY_BYTES);
  const device = await requireDevice(by, request, ref);
  const world = { ...appContextOf(args), forms: context.get(formStoreContext) };
  if (!draft) return Response.json({}, { headers: { "Set-Cookie": await dropFormDraft(world, request) } });
  const key = await keyOfDevice(by.cipher, ref, device.private_key_encrypted);
  const entry = await openEntry(key, draft.id, draft.sealed);
  if (!entry) return refuseCall("This cannot be opened", 422);
  const left = { path: entry.path, form: formOf(entry), why: LEFT };
  const cookie = await saveFormDraft(world, request, by.user.unique_ref, left);
  if (!cookie) return refuseCall("This is too long to be kept", 422);
  return Response.json({ path: entry.path }, { headers: { "Set-Cookie": cookie } });
}
