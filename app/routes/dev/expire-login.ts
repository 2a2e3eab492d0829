import { userContext } from "~/account/login/logins.server";
import { expireLogin, expireReauthentication } from "~/dev/accounts.server";
import { databaseContext } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";
import type { Route } from "./+types/expire-login";

/**
 * Local builds only: expires the caller's login, as after two hours without use; with `what=reauthentication` only its
 * reauthentication, as after ten minutes.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const user = context.get(userContext);
  const expire = (await request.formData()).get("what") === "reauthentication" ? expireReauthentication : expireLogin;
  if (user) await expire(context.get(databaseContext), user.login.unique_ref, context.get(nowContext));
  return Response.json({ expired: user !== null });
}
