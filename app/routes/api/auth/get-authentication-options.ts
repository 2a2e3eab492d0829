import { passkeyRequestOptions } from "~/account/factors/passkeys/passkey-login.server";
import { appContextOf } from "~/account/guard.server";
import { TOO_MANY_TRIES } from "~/platform/http/bursts";
import { withCookies } from "~/platform/http/cookies";
import { missingCsrf } from "~/platform/http/csrf.server";
import { refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/get-authentication-options";

/**
 * Returns the options with which the browser asks for a passkey (specification 3.3). Sets the CSRF cookie that the next
 * call needs.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf({ context });
  const asked = await passkeyRequestOptions(app, request);
  if (!asked) return refuseCall(TOO_MANY_TRIES, 429);
  const csrf = await missingCsrf(request, app.vault);
  return Response.json(asked.options, { headers: withCookies([asked.cookie, csrf]) });
}

export const action = () => refuseMethod("GET");
