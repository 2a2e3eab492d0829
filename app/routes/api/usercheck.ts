import { owesFactor } from "~/accounts/guard.server";
import { ANONYMOUS_LEVEL } from "~/accounts/levels";
import { userContext } from "~/accounts/logins/logins.server";
import { missingCsrf } from "~/http/csrf.server";
import { refuseMethod } from "~/http/read-json.server";
import { vaultContext } from "~/vault/vault.server";
import type { Route } from "./+types/usercheck";

/** Who asks (specification 3.3): level 0 for visitors, and for those who still owe their second factor. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  const userLevel = user && !owesFactor(user) ? user.level : ANONYMOUS_LEVEL;
  const cookie = await missingCsrf(request, context.get(vaultContext));
  return Response.json({ userLevel, partner: null }, { headers: cookie ? { "Set-Cookie": cookie } : {} });
}

export function action() {
  return refuseMethod("GET");
}
