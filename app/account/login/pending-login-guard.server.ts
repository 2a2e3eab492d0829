import { redirect } from "react-router";
import { redirectSaying } from "~/platform/http/flash.server";
import { type RouteArguments, worldOf } from "../guard.server";
import { homeOf } from "../levels";
import { userContext } from "./logins.server";
import { clearPendingLogin, endPendingLogin, findPendingLogin, type PendingLogin } from "./pending-logins.server";

const NOT_FINISHED = "Your login was not finished. Log in again to go on.";

/**
 * The first line of the pages that ask for the second factor: they are for who has just given the right password.
 * @throws Response home for who is in already, and to /login/ for everybody else.
 */
export async function requirePendingLogin(args: RouteArguments): Promise<PendingLogin> {
  const { request, context } = args;
  const { db, now } = worldOf(args);
  const user = context.get(userContext);
  if (user && user.level > 0) throw redirect(homeOf(user.level));
  const half = await findPendingLogin(db, request, now);
  if (!half) throw pendingLoginEnded(request);
  return half;
}

/** It ran out, or was used in another tab. */
export function pendingLoginEnded(request: Request): Response {
  const headers = new Headers();
  for (const cookie of clearPendingLogin(request)) headers.append("Set-Cookie", cookie);
  return redirectSaying(request, "/login/", NOT_FINISHED, { headers, done: false });
}

/** Cancel Login: ends it on the server too. */
export async function cancelPendingLogin(args: RouteArguments): Promise<Response> {
  const cookie = await endPendingLogin(worldOf(args).db, args.request);
  return redirect("/login/", { headers: { "Set-Cookie": cookie } });
}
