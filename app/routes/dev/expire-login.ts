import { userContext } from "~/accounts/logins.server";
import { databaseContext } from "~/db/database.server";
import { expireLogin } from "~/dev/expire-login.server";
import { nowContext } from "~/time/clock";
import type { Route } from "./+types/expire-login";

/** Local builds only: the caller's login has run out, as after two hours without use. */
export async function action({ context }: Route.ActionArgs) {
  const user = context.get(userContext);
  if (user) await expireLogin(context.get(databaseContext), user.login.unique_ref, context.get(nowContext));
  return Response.json({ expired: user !== null });
}
