import { redirect } from "react-router";
import { redirectSaying } from "~/platform/http/flash.server";
import { type RouteArguments, worldOf } from "../guard.server";
import { homeOf } from "../levels";
import { clearHalfLogin, endHalfLogin, findHalfLogin, type HalfLogin } from "./half-logins.server";
import { userContext } from "./logins.server";

const NOT_FINISHED = "Your login was not finished. Log in again to go on.";

/**
 * The first line of the pages that ask for the second factor: they are for who has just given the right password.
 * @throws Response home for who is in already, and to /login/ for everybody else.
 */
export async function requireHalfLogin(args: RouteArguments): Promise<HalfLogin> {
  const { request, context } = args;
  const { db, now } = worldOf(args);
  const user = context.get(userContext);
  if (user && user.level > 0) throw redirect(homeOf(user.level));
  const half = await findHalfLogin(db, request, now);
  if (!half) throw halfLoginEnded(request);
  return half;
}

/** It ran out, or was used in another tab. */
export function halfLoginEnded(request: Request): Response {
  const headers = new Headers();
  for (const cookie of clearHalfLogin(request)) headers.append("Set-Cookie", cookie);
  return redirectSaying(request, "/login/", NOT_FINISHED, { headers, done: false });
}

/** Cancel Login: ends it on the server too. */
export async function cancelHalfLogin(args: RouteArguments): Promise<Response> {
  const cookie = await endHalfLogin(worldOf(args).db, args.request);
  return redirect("/login/", { headers: { "Set-Cookie": cookie } });
}
