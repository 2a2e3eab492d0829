import { endWhatElseIsOpen, notifyOfChange } from "~/account/factors/change-notice.server";
import { dropCodesWithoutFactor } from "~/account/factors/recovery-codes.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { renewLogin } from "~/account/login/logins.server";
import { isRefused } from "~/platform/db/columns.server";
import { dropPasskey, forgetChoice, keepAFactor } from "./passkeys.server";

const LAST_FACTOR =
  "An administrator needs a second factor, and this passkey is your only one. Add another, or set up an authenticator app, then remove this one";

/**
 * Takes a passkey off its account: told by audit line and mail, all other logins ended, and this one under a new
 * token, in one batch. With the last one goes what was chosen about it, and with the last factor the recovery codes.
 * @returns the cookie of this login from now on, or why nothing was written.
 */
export async function removePasskey(
  asked: Asked,
  request: Request,
  passkeyRef: string,
): Promise<{ cookie: string } | { refused: string }> {
  const { db, user, now } = asked;
  const { unique_ref: userRef, login } = user;
  const renewed = await renewLogin(db, request, login, { reauthentication: false, secondFactor: false }, now);
  const told = await notifyOfChange(asked, "passkey-removed", "passkey-removed");
  try {
    await db.batch([
      renewed.statement,
      ...(user.level === ADMIN_LEVEL ? [keepAFactor(db, userRef, passkeyRef)] : []),
      dropPasskey(db, userRef, passkeyRef),
      forgetChoice(db, userRef),
      dropCodesWithoutFactor(db, userRef),
      ...endWhatElseIsOpen(db, userRef, login.unique_ref),
      ...told.statements,
    ]);
  } catch (error) {
    if (isRefused(error, "passkeys.user_ref")) return { refused: LAST_FACTOR };
    return turnAwayEnded(request)(error);
  }
  told.nudge();
  return { cookie: renewed.cookie };
}
