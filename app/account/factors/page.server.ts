import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { listedLogins, loginsOf } from "~/account/login/login-list.server";
import { longDate } from "~/platform/time/dates";
import { formatMoment } from "~/platform/time/instants";
import { londonMoment } from "~/platform/time/london";
import { isReauthenticated, lacksSecondFactor, type RequestContext, skippedOwnFactor } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { totp, users } from "../table.server";
import { passkeysOf } from "./passkeys/passkeys.server";
import { unusedCodes } from "./recovery-codes.server";

/** At this number of codes or fewer, the user is told to create new ones. */
const FEW_CODES = 3;

/**
 * Loads the data of the page of factors and logins in one batch.
 * @param beside a statement for the same batch, of what else the page shows
 */
export async function twoFactorPage<Beside extends BatchItem<"sqlite">>(
  { db, user, now }: RequestContext,
  beside: Beside,
) {
  const [[app], [codes], passkeys, logins, [choice], shownBeside] = await db.batch([
    db.select({ created_at: totp.created_at }).from(totp).where(eq(totp.user_ref, user.unique_ref)),
    unusedCodes(db, user.unique_ref),
    passkeysOf(db, user.unique_ref),
    loginsOf(db, user.unique_ref, now),
    db.select({ password_alone: users.password_alone }).from(users).where(eq(users.unique_ref, user.unique_ref)),
    beside,
  ]);
  const codesLeft = codes?.left ?? 0;
  const page = {
    onSince: app ? longDate(londonMoment(app.created_at).date) : null,
    /** Whether settings that require reauthentication can be changed now. */
    isProven: isReauthenticated(user, now),
    /** Whether a login by password needs nothing else; `mayChoose` is whether the user may change that. */
    passwordAlone: choice?.password_alone === true && user.level !== ADMIN_LEVEL,
    mayChoose: passkeys.length > 0 && !app && user.level !== ADMIN_LEVEL,
    codesLeft,
    fewCodes: codesLeft <= FEW_CODES,
    owes: lacksSecondFactor(user),
    mayChange: !skippedOwnFactor(user),
    mayTurnOff: user.level !== ADMIN_LEVEL,
    passkeys: passkeys.map(({ unique_ref, name, created_at, last_used_at }) => ({
      ref: unique_ref,
      name,
      created: longDate(londonMoment(created_at).date),
      lastUsed: last_used_at === null ? null : formatMoment(last_used_at, now),
    })),
    logins: listedLogins(logins, user.login, now),
  };
  return { page, beside: shownBeside };
}

export type TwoFactorPage = Awaited<ReturnType<typeof twoFactorPage>>["page"];
