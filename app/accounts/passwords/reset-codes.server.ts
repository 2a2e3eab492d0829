import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { countTry, type Limit } from "~/db/rate-counters.server";
import { type Bursts, TOO_MANY_TRIES } from "~/http/bursts";
import { networkOf } from "~/http/network";
import { clockTime } from "~/time/clock-time";
import { londonMoment } from "~/time/london";
import { logAuth } from "../auth-log";
import { checkBot } from "../bot-check/bot-check.server";
import type { BotAnswers } from "../bot-check/form";
import { resetCodes } from "../factors-table.server";
import type { World } from "../guard.server";
import { emailKey, RESEND_SECONDS, RESET_SECONDS } from "../rules";
import {
  clearResetCookie,
  newResetCookie,
  type ResetRequest,
  secondsToWait,
  TRIES_OF_A_CODE,
} from "./reset-requests.server";

const HOUR_MS = 60 * 60 * 1000;
/** Codes that may be asked for with one address from one network, whether or not it is anybody's. */
const SENDS: Limit = { tries: 3, windowMs: HOUR_MS };
/** The same from all networks: above the other, so that no single outsider uses up what its owner may ask for. */
const SENDS_IN_ALL: Limit = { tries: 10, windowMs: HOUR_MS };

/** Specification section 8; the same for an address that is nobody's. */
export const WRONG_CODE = "Invalid or expired code.";

export interface Refused {
  errors: Record<string, string>;
  status: 422 | 429;
}

/** Where the vault binds an address that waits to be looked up. */
export function resetPlace(ref: string): string {
  return `reset_codes/${ref}`;
}

/** As `askForCode`, for a first code: after the bot check. @param fingerprint of the form's answers. */
export async function askForFirstCode(
  world: World,
  request: Request,
  { email, bot }: { email: string; bot: Omit<BotAnswers, "fingerprint"> },
  fingerprint: string,
  before: ResetRequest | null,
  mayGoOn: Bursts,
): Promise<{ cookie: string } | Refused> {
  const refused = await checkBot(world, request, { ...bot, fingerprint }, "forgot-password");
  return refused ?? askForCode(world, request, email, before, mayGoOn);
}

/**
 * Notes that somebody wants a code for an address. Nothing here looks whose it is, so neither the answer nor the
 * time that it takes can tell: that is the queue's work (`lookUpReset`).
 * @param before what this browser asked for so far: its code ends.
 * @param mayGoOn the outer limit, by a key that names neither address nor network.
 */
export async function askForCode(
  { db, vault, jobs, now }: World,
  request: Request,
  address: string,
  before: ResetRequest | null,
  mayGoOn: Bursts,
): Promise<{ cookie: string } | Refused> {
  const from = await vault.sign("reset-asking", `${emailKey(address)}\n${networkOf(request)}`);
  if (!(await mayGoOn(`reset/${from}`))) return tooMany(TOO_MANY_TRIES);
  const wait = before && emailKey(before.address) === emailKey(address) ? secondsToWait(before.row, now) : 0;
  if (wait > 0) {
    return tooMany(`A new code can be sent ${RESEND_SECONDS} seconds after the last one. Wait ${wait} s more`);
  }
  if ((await countTry(db, `reset-send/${from}`, SENDS, now)) > SENDS.tries) {
    const threeWere = "Three codes were asked for with this address from your network within the hour.";
    return tooMany(`${threeWere} Ask again at ${nextHour(now)}`);
  }
  // Only what its own network lets through counts here: else one network alone could use this up.
  const inAll = `reset-send/${await vault.sign("reset-address", emailKey(address))}`;
  if ((await countTry(db, inAll, SENDS_IN_ALL, now)) > SENDS_IN_ALL.tries) {
    return tooMany(`Too many codes were asked for with this address within the hour. Ask again at ${nextHour(now)}`);
  }
  const ref = newRef();
  const { hash, cookie } = await newResetCookie(vault, request, address);
  await db.batch([
    endAsking(db, before?.row.unique_ref ?? "", now),
    db.insert(resetCodes).values({
      unique_ref: ref,
      request_hash: hash,
      sealed: await vault.seal("", resetPlace(ref), address),
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

/** When the limits of an hour begin anew, on London's clocks. */
function nextHour(now: number): string {
  return clockTime(londonMoment(now - (now % HOUR_MS) + HOUR_MS).minute);
}

/** Ends what a browser asked for. @returns the cookie that clears its own. */
export async function startAgain({ db, now }: World, request: Request, before: ResetRequest | null): Promise<string> {
  if (before) await endAsking(db, before.row.unique_ref, now);
  return clearResetCookie(request);
}

/** Statement. */
function endAsking(db: Database, ref: string, now: number) {
  return db
    .update(resetCodes)
    .set({ ended_at: now, updated_at: now })
    .where(and(eq(resetCodes.unique_ref, ref), isNull(resetCodes.ended_at)));
}

/** Statement: whatever codes a user has, used or not, count no more. */
export function endCodesOf(db: Database, userRef: string, now: number) {
  return db
    .update(resetCodes)
    .set({ ended_at: now, updated_at: now })
    .where(and(eq(resetCodes.user_ref, userRef), isNull(resetCodes.ended_at)));
}

/**
 * Tries a code, counted before it is compared: the fifth wrong one kills it. Nothing is counted for its address, so
 * that who asks for codes of their own with it cannot use up its owner's tries. The same is done, and said, for an
 * address that is nobody's.
 * @returns null when it is right: this browser may now set a password, for `RESET_SECONDS`.
 */
export async function tryCode(
  { db, vault, jobs, now }: World,
  { row }: ResetRequest,
  code: string,
): Promise<Refused | null> {
  const ref = row.unique_ref;
  // The right code sent twice: what it opened is open. Another one opens nothing, and closes nothing either.
  if (row.verified_at !== null) {
    return (await vault.isSigned("reset-code", ref + code, row.code_hash ?? NO_CODE)) ? null : wrongCode();
  }
  const [counted] = await db
    .update(resetCodes)
    .set({ attempts: sql`attempts + 1`, updated_at: now })
    .where(and(eq(resetCodes.unique_ref, ref), lt(resetCodes.attempts, TRIES_OF_A_CODE), isOpen(now)))
    .returning();
  const right = await vault.isSigned("reset-code", ref + code, counted?.code_hash ?? NO_CODE);
  if (!right) {
    if (counted?.attempts === TRIES_OF_A_CODE) await endAsking(db, ref, now);
    return wrongCode();
  }
  const [proven] = await db
    .update(resetCodes)
    .set({ verified_at: now, expires_at: now + RESET_SECONDS * 1000, updated_at: now })
    .where(and(eq(resetCodes.unique_ref, ref), isNull(resetCodes.ended_at), isOpen(now)))
    .returning();
  if (!proven) return wrongCode();
  jobs.nudge({ kind: "expire-reset", ref }, RESET_SECONDS);
  return null;
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
