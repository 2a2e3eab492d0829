import { and, count, eq, isNull } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { longDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { momentWords } from "~/time/moment-words";
import { recoveryCodes, totp } from "../factors-table.server";
import { type Asked, owesFactor, owesOwnFactor } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { listedLogins, loginsOf } from "../logins/login-list.server";
import { passkeysOf } from "../passkeys/passkeys.server";

/** From so few on, one is told to make new ones. */
const FEW_CODES = 3;

/** All that the page of factors and logins shows, in one batch. */
export async function twoFactorPage({ db, user, now }: Asked) {
  const [[app], [codes], passkeys, logins] = await db.batch([
    db.select({ created_at: totp.created_at }).from(totp).where(eq(totp.user_ref, user.unique_ref)),
    unusedCodes(db, user.unique_ref),
    passkeysOf(db, user.unique_ref),
    loginsOf(db, user.unique_ref, now),
  ]);
  const codesLeft = codes?.left ?? 0;
  return {
    onSince: app ? longDate(londonMoment(app.created_at).date) : null,
    codesLeft,
    fewCodes: codesLeft <= FEW_CODES,
    owes: owesFactor(user),
    mayChange: !owesOwnFactor(user),
    mayTurnOff: user.level !== ADMIN_LEVEL,
    passkeys: passkeys.map(({ unique_ref, name, created_at, last_used_at }) => ({
      ref: unique_ref,
      name,
      created: longDate(londonMoment(created_at).date),
      lastUsed: last_used_at === null ? null : momentWords(last_used_at, now),
    })),
    logins: listedLogins(logins, user.login, now),
  };
}

export type TwoFactorPage = Awaited<ReturnType<typeof twoFactorPage>>;

/** Recovery codes that still work; for a batch. */
export function unusedCodes(db: Database, userRef: string) {
  return db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user_ref, userRef), isNull(recoveryCodes.used_at)));
}
