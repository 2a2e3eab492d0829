import { requireLevelOfCall } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { addDevice, deviceCookie, requireDevice } from "~/diary/no-signal/devices.server";
import { newDevice } from "~/diary/no-signal/entry";
import { nearSessions } from "~/diary/no-signal/sessions.server";
import { readJson, refuseCall } from "~/platform/http/read-json.server";
import type { Route } from "./+types/device";

/** What a device keeps to work without signal. */
export async function loader(args: Route.LoaderArgs) {
  if (!args.context.get(userContext)) return refuseCall("Log in to renew what this device keeps", 401);
  const context = requireLevelOfCall("diary", args);
  const device = await requireDevice(context, args.request, args.url.searchParams.get("device") ?? "");
  const sessions = device.lists_sessions ? await nearSessions(context) : [];
  return Response.json({ publicKey: device.public_key, sessions }, { headers: NOT_KEPT });
}

/** Switches it on. */
export async function action(args: Route.ActionArgs) {
  const context = requireLevelOfCall("diary", args);
  const asked = await readJson(args.request, newDevice);
  const { unique_ref: device, user_ref: account, public_key: publicKey } = await addDevice(context, asked);
  const sessions = asked.consent ? await nearSessions(context) : [];
  const headers = { ...NOT_KEPT, "Set-Cookie": deviceCookie(args.request, device) };
  return Response.json({ device, account, publicKey, sessions }, { headers });
}

const NOT_KEPT = { "Cache-Control": "no-store" };
