import { levelInJson } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { vaultContext } from "~/platform/crypto/vault.server";
import { withCookies } from "~/platform/http/cookies";
import { missingCsrf } from "~/platform/http/csrf.server";
import { refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/usercheck";

/**
 * The level of the current user (specification 3.3): 0 for visitors, and for users who have not given their second
 * factor yet.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const userLevel = levelInJson(context.get(userContext));
  const cookie = await missingCsrf(request, context.get(vaultContext));
  return Response.json({ userLevel, partner: null }, { headers: withCookies([cookie]) });
}

export const action = () => refuseMethod("GET");
