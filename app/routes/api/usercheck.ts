import { levelInJson } from "~/accounts/guard.server";
import { userContext } from "~/accounts/logins/logins.server";
import { withCookies } from "~/http/cookies";
import { missingCsrf } from "~/http/csrf.server";
import { refuseMethod } from "~/http/read-json.server";
import { vaultContext } from "~/vault/vault.server";
import type { Route } from "./+types/usercheck";

/** Who asks (specification 3.3): level 0 for visitors, and for those who still owe their second factor. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const userLevel = levelInJson(context.get(userContext));
  const cookie = await missingCsrf(request, context.get(vaultContext));
  return Response.json({ userLevel, partner: null }, { headers: withCookies([cookie]) });
}

export function action() {
  return refuseMethod("GET");
}
