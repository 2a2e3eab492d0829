import { requireLevelOfCall } from "~/account/guard.server";
import { refuseMethod } from "~/platform/http/read-json.server";
import { profileOf } from "~/profile/page.server";
import type { Route } from "./+types/profiledata";

/** The address on file, verified or not; null where there is none. */
export async function loader(args: Route.LoaderArgs) {
  const context = requireLevelOfCall("account", args);
  const { addresses, username, name } = await profileOf(context);
  return Response.json({ email: addresses[0]?.address ?? null, username, name });
}

export const action = () => refuseMethod("GET");
