import { passkeyAssertion } from "~/account/factors/form";
import { logInWithPasskey } from "~/account/factors/passkeys/passkey-login.server";
import { appContextOf } from "~/account/guard.server";
import { withCookies } from "~/platform/http/cookies";
import { requirePost } from "~/platform/http/csrf.server";
import { readJson, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/login-with-passkey";

export const loader = () => refuseMethod("POST");

/** Logs in with the response of a passkey (specification 7); every fault gets the same answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  await requirePost(request, app.vault);
  const answer = await readJson(request, passkeyAssertion);
  const cookies = await logInWithPasskey(app, request, answer);
  if (!cookies) return Response.json({ success: false }, { status: 401 });
  return Response.json({ success: true }, { headers: withCookies(cookies) });
}
