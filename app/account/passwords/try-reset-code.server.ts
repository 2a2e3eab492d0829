import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { logAuth } from "~/account/audit.server";
import type { Refused } from "~/account/limits.server";
import { emailKey, RESET_SECONDS } from "~/account/rules";
import { resetCodes } from "~/account/table.server";
import type { World } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { countTry, giveTryBack, type Limit } from "~/platform/db/rate-counters.server";
import { endCodes } from "./reset-codes.server";
import { type ResetRequest, TRIES_OF_A_CODE } from "./reset-requests.server";

/**
 * Wrong codes tried with one address, whether or not it is anybody's, in all browsers: above it each asking is worth
 * one try. So guesses cost a bot check each, and the owner, who reads the right code, is never refused.
 */
const GUESSES: Limit = { tries: 100, windowMs: 60 * 60 * 1000 };

/** Specification section 8; the same for an address that is nobody's. */
const WRONG_CODE = "Invalid or expired code.";

/**
 * Tries a code, counted before it is compared: the fifth wrong one kills it, or the first where very many were tried
 * with its address. Strangers who ask for codes of their own with it cannot use up its owner's tries. The same is done,
 * and said, for an address that is nobody's.
 * @returns null when it is right: this browser may now set a password, for `RESET_SECONDS`.
 */
export async function tryCode(
  { db, vault, jobs, now }: World,
  { row, address }: ResetRequest,
  code: string,
): Promise<Refused | null> {
  const ref = row.unique_ref;
  // The right code sent twice: what it opened is open. Another one opens nothing, and closes nothing either.
  if (row.verified_at !== null) {
    const signed = await vault.isSigned("reset-code", resetCodeText(row.user_ref, code), row.code_hash ?? NO_CODE);
    return signed ? null : wrongCode();
  }
  const guessesKey = `reset-guesses/${await vault.sign("reset-guesses", emailKey(address))}`;
  const [counted] = await db
    .update(resetCodes)
    .set({ attempts: sql`attempts + 1`, updated_at: now })
    .where(and(eq(resetCodes.unique_ref, ref), lt(resetCodes.attempts, TRIES_OF_A_CODE), isOpen(now)))
    .returning();
  // What comes after an asking is spent is no guess: else one bot check would pay for all of them.
  const guessed = counted ? await countTry(db, guessesKey, GUESSES, now) : 0;
  const isFlooded = guessed > GUESSES.tries;
  const worth = isFlooded ? 1 : TRIES_OF_A_CODE;
  const attempts = counted?.attempts ?? Number.POSITIVE_INFINITY;
  const { user_ref = "", code_hash = null, code_at = null } = counted ?? {};
  const signed = await vault.isSigned("reset-code", resetCodeText(user_ref, code), code_hash ?? NO_CODE);
  // It may have been made for another browser, before this one asked.
  const isOfNow = code_at !== null && now < code_at + RESET_SECONDS * 1000;
  if (!signed || !isOfNow || !code_hash || attempts > worth) {
    // No try is left of it, which its page says.
    if (counted && attempts >= worth)
      await endCodes(db, eq(resetCodes.unique_ref, ref), now, { attempts: TRIES_OF_A_CODE });
    return wrongCode();
  }
  const isIt = and(eq(resetCodes.unique_ref, ref), eq(resetCodes.code_hash, code_hash));
  const [[verified]] = await db.batch([
    db
      .update(resetCodes)
      .set({ verified_at: now, expires_at: now + RESET_SECONDS * 1000, updated_at: now })
      .where(and(isIt, isNull(resetCodes.ended_at), isOpen(now)))
      .returning(),
    spendElsewhere(db, user_ref, ref, now),
    giveTryBack(db, guessesKey, GUESSES.windowMs, now),
  ]);
  if (!verified) return wrongCode();
  jobs.nudge({ kind: "expire-reset", ref }, RESET_SECONDS);
  return null;
}

/** What a code is signed as: it counts for its user alone. */
export function resetCodeText(userRef: string, code: string): string {
  return `${userRef}\n${code}`;
}

/** Statement: a code that was verified in one browser is worth nothing in the others that wait for it. */
function spendElsewhere(db: Database, userRef: string, ref: string, now: number) {
  const verified = sql`EXISTS (SELECT 1 FROM reset_codes AS verified WHERE verified.unique_ref = ${ref} AND verified.verified_at = ${now})`;
  return db
    .update(resetCodes)
    .set({ code_hash: null, updated_at: now })
    .where(and(eq(resetCodes.user_ref, userRef), isNull(resetCodes.verified_at), verified));
}

/** As `tryCode`, where the address is said again: a code is only tried with the one that it was asked for with. */
export async function tryCodeFor(
  world: World,
  asked: ResetRequest | null,
  { email, code }: { email: string; code: string },
): Promise<Refused | null> {
  return asked && emailKey(asked.address) === emailKey(email) ? tryCode(world, asked, code) : wrongCode();
}

function wrongCode(): Refused {
  logAuth("reset-refused");
  return { errors: { code: WRONG_CODE }, status: 422 };
}

/** In the form of a signature, so that the same work is done where there is no code. */
const NO_CODE = `1.${"A".repeat(43)}`;

function isOpen(now: number) {
  return and(isNull(resetCodes.verified_at), gt(resetCodes.expires_at, now));
}
