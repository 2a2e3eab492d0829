import { appContextOf } from "~/account/guard.server";
import { findPendingLogin } from "~/account/login/pending-logins.server";
import { refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/twofactorcheck";

/** Whether the login that was begun in this browser still waits for its code. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = appContextOf({ context });
  return Response.json({ response: (await findPendingLogin(db, request, now)) !== null });
}

export const action = () => refuseMethod("GET");
