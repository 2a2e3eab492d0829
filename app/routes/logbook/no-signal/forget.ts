import { requireLevelOfCall } from "~/account/guard.server";
import { CLEARED_STORES } from "~/account/login/log-out.server";
import { userContext } from "~/account/login/logins.server";
import { deviceCookie, forgetDevice, requireDevice } from "~/diary/no-signal/devices.server";
import { oneDevice } from "~/diary/no-signal/entry";
import { readJson, refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/forget";

export const loader = () => refuseMethod("POST");

/** Forgets the device at hand, and empties its stores. */
export async function action(args: Route.ActionArgs) {
  if (!args.context.get(userContext)) return refuseCall("Log in to forget this device", 401);
  const by = requireLevelOfCall("diary", args);
  const { device } = await readJson(args.request, oneDevice);
  await requireDevice(by, args.request, device);
  await forgetDevice(by.db, by.user.unique_ref, device);
  const headers = { "Set-Cookie": deviceCookie(args.request, ""), "Clear-Site-Data": CLEARED_STORES };
  return Response.json({ forgotten: true }, { headers });
}
