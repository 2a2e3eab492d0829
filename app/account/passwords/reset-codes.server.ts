import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { logAuth } from "~/account/audit.server";
import { resetCodes } from "~/account/table.server";
import type { World } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { countTry, giveTryBack, type Limit } from "~/platform/db/rate-counters.server";
import { type Bursts, networkOf, TOO_MANY_TRIES } from "~/platform/http/bursts";
import { checkBot } from "../bot-check/bot-check.server";
import type { GivenAnswers } from "../bot-check/form";
import type { Refused } from "../limits.server";
import { emailKey, RESEND_SECONDS, RESET_SECONDS } from "../rules";
import {
  clearResetCookie,
  newResetCookie,
  type ResetRequest,
  secondsToWait,
  TRIES_OF_A_CODE,
} from "./reset-requests.server";

/** Codes that may be asked for again with one address from one network, whether or not it is anybody's. */
const RESENDS: Limit = { tries: 3, windowMs: 60 * 60 * 1000 };

/**
 * Wrong codes tried with one address, whether or not it is anybody's, in all browsers: above it each asking is worth
 * one try. So guesses cost a bot check each, and the owner, who reads the right code, is never refused.
 */
const GUESSES: Limit = { tries: 100, windowMs: 60 * 60 * 1000 };

/** Specification section 8; the same for an address that is nobody's. */
const WRONG_CODE = "Invalid or expired code.";

/** Where the vault binds an address that waits to be looked up. */
export function resetPlace(ref: string): string {
  return `reset_codes/${ref}`;
}

/**
 * As `askForCode`, for a first code: after the bot check. Nothing else limits it, since what strangers ask for with an
 * address must not refuse its owner: how many mails go there is limited where they are written (`lookUpReset`).
 * @param fingerprint of the form's answers.
 */
export async function askForFirstCode(
  world: World,
  request: Request,
  { email, bot }: { email: string; bot: GivenAnswers },
  fingerprint: string,
  before: ResetRequest | null,
): Promise<{ cookie: string } | Refused> {
  const refused = await checkBot(world, request, { ...bot, fingerprint, about: emailKey(email) }, "forgot-password");
  return refused ?? askForCode(world, request, email, before);
}

/**
 * As `askForCode`, for another code of the same browser, without a bot check: above the limit it starts again, with one.
 * @param mayGoOn the outer limit, by a key that names neither address nor network.
 */
export async function askForAnotherCode(
  world: World,
  request: Request,
  before: ResetRequest,
  mayGoOn: Bursts,
): Promise<{ cookie: string } | Refused> {
  const { db, vault, now } = world;
  const from = await vault.sign("reset-asking", `${emailKey(before.address)}\n${networkOf(request)}`);
  if (!(await mayGoOn(`reset/${from}`))) return tooMany(TOO_MANY_TRIES);
  // What only has to wait is not counted.
  if (
    secondsToWait(before.row, now) === 0 &&
    (await countTry(db, `reset-send/${from}`, RESENDS, now)) > RESENDS.tries
  ) {
    return tooMany(START_AGAIN);
  }
  return askForCode(world, request, before.address, before);
}

const START_AGAIN =
  "A code was sent again three times within the hour. Choose ‘Use another address’, then ask for one with the same address";

/**
 * Notes that somebody wants a code for an address. Nothing here looks whose it is, so neither the answer nor the
 * time that it takes can tell: that is the queue's work (`lookUpReset`).
 * @param before what this browser asked for so far: its code ends.
 */
export async function askForCode(
  { db, vault, jobs, now }: World,
  request: Request,
  address: string,
  before: ResetRequest | null,
): Promise<{ cookie: string } | Refused> {
  const wait = before && emailKey(before.address) === emailKey(address) ? secondsToWait(before.row, now) : 0;
  if (wait > 0) {
    return tooMany(`A new code can be sent ${RESEND_SECONDS} seconds after the last one. Wait ${wait} s more`);
  }
  const ref = newRef();
  const { hash, cookie } = await newResetCookie(vault, request, address);
  await db.batch([
    end(db, eq(resetCodes.unique_ref, before?.row.unique_ref ?? ""), now),
    db.insert(resetCodes).values({
      unique_ref: ref,
      request_hash: hash,
      address_encrypted: await vault.encrypt("", resetPlace(ref), address),
      expires_at: now + RESET_SECONDS * 1000,
      created_at: now,
      updated_at: now,
    }),
  ]);
  jobs.nudge({ kind: "look-up-reset", ref });
  jobs.nudge({ kind: "expire-reset", ref }, RESET_SECONDS);
  logAuth("reset-asked");
  return { cookie };
}

function tooMany(message: string): Refused {
  logAuth("reset-locked");
  return { errors: { "": message }, status: 429 };
}

/** Ends what a browser asked for. @returns the cookie that clears its own. */
export async function startAgain({ db, now }: World, request: Request, before: ResetRequest | null): Promise<string> {
  if (before) await end(db, eq(resetCodes.unique_ref, before.row.unique_ref), now);
  return clearResetCookie(request);
}

/** Statement: what was asked for ends, where it has not yet. */
function end(db: Database, which: SQL, now: number, also: { attempts?: number; code_hash?: null } = {}) {
  return db
    .update(resetCodes)
    .set({ ...also, ended_at: now, updated_at: now })
    .where(and(which, isNull(resetCodes.ended_at)));
}

/** Statement: whatever codes a user has, used or not, count no more, nor for who asks after this. */
export function endCodesOf(db: Database, userRef: string, now: number) {
  return end(db, eq(resetCodes.user_ref, userRef), now, { code_hash: null });
}

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
    if (counted && attempts >= worth) await end(db, eq(resetCodes.unique_ref, ref), now, { attempts: TRIES_OF_A_CODE });
    return wrongCode();
  }
  const isIt = and(eq(resetCodes.unique_ref, ref), eq(resetCodes.code_hash, code_hash));
  const [[proven]] = await db.batch([
    db
      .update(resetCodes)
      .set({ verified_at: now, expires_at: now + RESET_SECONDS * 1000, updated_at: now })
      .where(and(isIt, isNull(resetCodes.ended_at), isOpen(now)))
      .returning(),
    spendElsewhere(db, user_ref, ref, now),
    giveTryBack(db, guessesKey, GUESSES.windowMs, now),
  ]);
  if (!proven) return wrongCode();
  jobs.nudge({ kind: "expire-reset", ref }, RESET_SECONDS);
  return null;
}

/** What a code is signed as: it counts for its user alone. */
export function resetCodeText(userRef: string, code: string): string {
  return `${userRef}\n${code}`;
}

/** Statement: a code that was proved in one browser is worth nothing in the others that wait for it. */
function spendElsewhere(db: Database, userRef: string, ref: string, now: number) {
  const proven = sql`EXISTS (SELECT 1 FROM reset_codes AS proven WHERE proven.unique_ref = ${ref} AND proven.verified_at = ${now})`;
  return db
    .update(resetCodes)
    .set({ code_hash: null, updated_at: now })
    .where(and(eq(resetCodes.user_ref, userRef), isNull(resetCodes.verified_at), proven));
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
