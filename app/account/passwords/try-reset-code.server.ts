import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { LimitRefusal } from "~/account/limits.server";
import { emailKey } from "~/account/rules";
import { resetCodes } from "~/account/table.server";
import type { AppContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { countTry, type Limit, uncountTry } from "~/platform/db/rate-counters.server";
import { noteSignal } from "~/platform/http/request-note.server";
import { endCodes } from "./reset-codes.server";
import { type ResetRequest, TRIES_OF_A_CODE } from "./reset-requests.server";
import { RESET_SECONDS } from "./rules";

/**
 * Wrong codes tried with one address, whether or not it has an account, in all browsers: above it each request allows
 * one try. So each guess costs a bot check, and the owner, who has the right code, is never refused.
 */
const GUESSES: Limit = { tries: 100, windowMs: 60 * 60 * 1000 };

/** Message of specification section 8; the same for an address without an account. */
const WRONG_CODE = "Invalid or expired code.";

/**
 * Tries a code, counted before it is compared: the fifth wrong one ends the request, or the first one if very many were
 * tried with its address. Strangers with their own requests for the address cannot use up the owner's tries. Work and
 * response are the same for an address without an account.
 * @returns null when the code is right: this browser may now set a password, for `RESET_SECONDS`
 */
export async function tryCode(
  { db, vault, jobs, now }: AppContext,
  { row, address }: ResetRequest,
  code: string,
): Promise<LimitRefusal | null> {
  const ref = row.unique_ref;
  // The right code sent again: the request stays verified. A wrong one neither verifies nor ends it.
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
  // Tries after the request has ended do not count as guesses: otherwise one bot check would pay for all of them.
  const guessed = counted ? await countTry(db, guessesKey, GUESSES, now) : 0;
  const isFlooded = guessed > GUESSES.tries;
  const worth = isFlooded ? 1 : TRIES_OF_A_CODE;
  const attempts = counted?.attempts ?? Number.POSITIVE_INFINITY;
  const { user_ref = "", code_hash = null, code_at = null } = counted ?? {};
  const signed = await vault.isSigned("reset-code", resetCodeText(user_ref, code), code_hash ?? NO_CODE);
  // The code may be older than this request, if it was made for another browser.
  const isOfNow = code_at !== null && now < code_at + RESET_SECONDS * 1000;
  if (!signed || !isOfNow || !code_hash || attempts > worth) {
    // No try is left, which the page reports.
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
    invalidateElsewhere(db, user_ref, ref, now),
    uncountTry(db, guessesKey, GUESSES.windowMs, now),
  ]);
  if (!verified) return wrongCode();
  jobs.nudge({ kind: "expire-reset", ref }, RESET_SECONDS);
  return null;
}

/** The text that is signed for a code: it is valid for its user only. */
export function resetCodeText(userRef: string, code: string): string {
  return `${userRef}\n${code}`;
}

/** Statement: a code that was verified in one browser is invalid in the user's other browsers that wait for it. */
function invalidateElsewhere(db: Database, userRef: string, ref: string, now: number) {
  const verified = sql`EXISTS (SELECT 1 FROM reset_codes AS verified WHERE verified.unique_ref = ${ref} AND verified.verified_at = ${now})`;
  return db
    .update(resetCodes)
    .set({ code_hash: null, updated_at: now })
    .where(and(eq(resetCodes.user_ref, userRef), isNull(resetCodes.verified_at), verified));
}

/** As `tryCode`, for a call with the address: a code is only tried with the address of its request. */
export async function tryCodeFor(
  app: AppContext,
  asked: ResetRequest | null,
  { email, code }: { email: string; code: string },
): Promise<LimitRefusal | null> {
  return asked && emailKey(asked.address) === emailKey(email) ? tryCode(app, asked, code) : wrongCode();
}

function wrongCode(): LimitRefusal {
  noteSignal("reset-refused");
  return { errors: { code: WRONG_CODE }, status: 422 };
}

/** In the form of a signature, so that the same work is done if there is no code. */
const NO_CODE = `1.${"A".repeat(43)}`;

function isOpen(now: number) {
  return and(isNull(resetCodes.verified_at), gt(resetCodes.expires_at, now));
}
