import { logAuth } from "~/account/auth-log";
import type { ReauthenticationRefusal } from "~/account/factors/reauthentication.server";
import type { Asked } from "~/account/guard.server";
import { renewLogin } from "~/account/login/logins.server";
import type { PasskeyAssertion } from "./form";
import { passkeyUsed, verifiedPasskey } from "./passkey-login.server";

const NOT_TAKEN = "There is an error with your passkey. Try again, or confirm with your password";

/**
 * Step-up with a passkey of whoever is signed in: two factors in one, so nothing else is asked for. The login gets a new
 * token, and a proof that holds for a while.
 * @param answer null where it could not be read.
 */
export async function confirmWithPasskey(
  asked: Asked,
  request: Request,
  answer: PasskeyAssertion | null,
): Promise<ReauthenticationRefusal | { cookie: string }> {
  const { db, user, now } = asked;
  const found = answer && (await verifiedPasskey(asked, request, answer));
  if (!found || found.passkey.user_ref !== user.unique_ref) {
    logAuth("proof-refused");
    return { errors: { "": NOT_TAKEN }, status: 422 };
  }
  const { statement, cookie } = await renewLogin(
    db,
    request,
    user.login,
    { reauthentication: true, secondFactor: true },
    now,
  );
  await db.batch([passkeyUsed(db, found, now), statement]);
  logAuth("proof-given");
  return { cookie };
}
