import { worldOf } from "~/accounts/guard.server";
import { passkeyAssertion } from "~/accounts/passkeys/form";
import { logInWithPasskey } from "~/accounts/passkeys/passkey-login.server";
import { requireCsrf } from "~/http/csrf.server";
import { readJson, refuseMethod } from "~/http/read-json.server";
import type { Route } from "./+types/login-with-passkey";

export function loader() {
  return refuseMethod("POST");
}

/** Logs in with the answer of a passkey (specification 7); one answer to whatever is wrong with it. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuseMethod("POST");
  const world = worldOf({ context });
  await requireCsrf(request, world.vault);
  const answer = await readJson(request, passkeyAssertion);
  const cookies = await logInWithPasskey(world, request, answer);
  if (!cookies) return Response.json({ success: false }, { status: 401 });
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return Response.json({ success: true }, { headers });
}
