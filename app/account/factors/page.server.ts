import { eq } from "drizzle-orm";
import { listedLogins, loginsOf } from "~/account/login/login-list.server";
import { longDate } from "~/platform/time/dates";
import { formatMoment } from "~/platform/time/instants";
import { londonMoment } from "~/platform/time/london";
import { type Asked, isReauthenticated, owesFactor, owesOwnFactor } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { totp, users } from "../table.server";
import { passkeysOf } from "./passkeys/passkeys.server";
import { unusedCodes } from "./recovery-codes.server";

/** From so few on, one is told to make new ones. */
const FEW_CODES = 3;

/** All that the page of factors and logins shows, in one batch. */
export async function twoFactorPage({ db, user, now }: Asked) {
  const [[app], [codes], passkeys, logins, [choice]] = await db.batch([
    db.select({ created_at: totp.created_at }).from(totp).where(eq(totp.user_ref, user.unique_ref)),
    unusedCodes(db, user.unique_ref),
    passkeysOf(db, user.unique_ref),
    loginsOf(db, user.unique_ref, now),
    db.select({ password_alone: users.password_alone }).from(users).where(eq(users.unique_ref, user.unique_ref)),
  ]);
  const codesLeft = codes?.left ?? 0;
  return {
    onSince: app ? longDate(londonMoment(app.created_at).date) : null,
    /** Whether what asks for reauthentication can be changed here and now. */
    isProven: isReauthenticated(user, now),
    /** What a login by password asks for, and whether that is its owner's choice. */
    passwordAlone: choice?.password_alone === true && user.level !== ADMIN_LEVEL,
    mayChoose: passkeys.length > 0 && !app && user.level !== ADMIN_LEVEL,
    codesLeft,
    fewCodes: codesLeft <= FEW_CODES,
    owes: owesFactor(user),
    mayChange: !owesOwnFactor(user),
    mayTurnOff: user.level !== ADMIN_LEVEL,
    passkeys: passkeys.map(({ unique_ref, name, created_at, last_used_at }) => ({
      ref: unique_ref,
      name,
      created: longDate(londonMoment(created_at).date),
      lastUsed: last_used_at === null ? null : formatMoment(last_used_at, now),
    })),
    logins: listedLogins(logins, user.login, now),
  };
}

export type TwoFactorPage = Awaited<ReturnType<typeof twoFactorPage>>;
