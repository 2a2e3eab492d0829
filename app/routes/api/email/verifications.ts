import { listVerifications } from "~/account/email/verifications.server";
import { requireLevelOfCall } from "~/account/guard.server";
import { refuseMethod } from "~/platform/http/read-json.server";
import { isoInstant } from "~/platform/time/instants";
import type { Route } from "./+types/verifications";

/** Newest first; empty where no link was ever sent (specification 3.3). */
export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevelOfCall("account", args);
  const list = await listVerifications(db, user.unique_ref, now);
  return Response.json(
    list.map(({ address: email, status, sent_at, expires_at }) => ({
      email,
      status,
      sent_at: isoInstant(sent_at),
      expires_at: isoInstant(expires_at),
    })),
  );
}

export const action = () => refuseMethod("GET");
