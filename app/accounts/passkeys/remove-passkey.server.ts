import type { Asked } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { renewLogin } from "../logins/logins.server";
import { endWhatElseIsOpen, tellOfChange } from "../two-factor/change-notice.server";
import { dropPasskey, passkeysOf } from "./passkeys.server";

const LAST_FACTOR =
  "An administrator needs a second factor, and this passkey is your only one. Add another, or set up an authenticator app, then remove this one";

/**
 * Takes a passkey off its account: told by audit line and mail, all other logins ended, and this one under a new
 * token, in one batch.
 * @returns the cookie of this login from now on, or why nothing was written.
 */
export async function removePasskey(
  asked: Asked,
  request: Request,
  passkeyRef: string,
): Promise<{ cookie: string } | { refused: string }> {
  const { db, user, now } = asked;
  const { unique_ref: userRef, login } = user;
  const left = (await passkeysOf(db, userRef)).filter(({ unique_ref }) => unique_ref !== passkeyRef);
  if (user.level === ADMIN_LEVEL && !user.has_totp && left.length === 0) return { refused: LAST_FACTOR };
  const renewed = await renewLogin(db, request, login, false, now);
  const told = await tellOfChange(asked, "passkey-removed", "passkey-removed");
  await db.batch([
    dropPasskey(db, userRef, passkeyRef),
    renewed.statement,
    ...endWhatElseIsOpen(db, userRef, login.unique_ref),
    ...told.statements,
  ]);
  told.nudge();
  return { cookie: renewed.cookie };
}
