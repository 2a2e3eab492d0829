import { logOutHeaders } from "~/account/login/log-out.server";
import { databaseContext } from "~/platform/db/database.server";
import { isSameOriginFetch } from "~/platform/http/csrf.server";
import { refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/logout";

/**
 * A GET according to the specification (section 7): only for a script of this site, so that no link can log a user out.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!isSameOriginFetch(request)) return refuseCall("Only a fetch from Daybook itself logs out", 403);
  return Response.json({ userLevel: 0 }, { headers: await logOutHeaders(context.get(databaseContext), request) });
}

export const action = () => refuseMethod("GET");
