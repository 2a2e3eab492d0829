import { worldOf } from "~/accounts/guard.server";
import { passkeyAssertion } from "~/accounts/passkeys/form";
import { logInWithPasskey } from "~/accounts/passkeys/passkey-login.server";
import { withCookies } from "~/http/cookies";
import { requirePost } from "~/http/csrf.server";
import { readJson, refuseMethod } from "~/http/read-json.server";
import type { Route } from "./+types/login-with-passkey";

export function loader() {
  return refuseMethod("POST");
}

/** Logs in with the answer of a passkey (specification 7); one answer to whatever is wrong with it. */
export async function action({ request, context }: Route.ActionArgs) {
  const world = worldOf({ context });
  await requirePost(request, world.vault);
  const answer = await readJson(request, passkeyAssertion);
  const cookies = await logInWithPasskey(world, request, answer);
  if (!cookies) return Response.json({ success: false }, { status: 401 });
  return Response.json({ success: true }, { headers: withCookies(cookies) });
}
