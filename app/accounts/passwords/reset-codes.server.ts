import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { countTry, forgetTries } from "~/db/rate-counters.server";
import { TOO_MANY_TRIES } from "~/http/bursts";
import { clockTime } from "~/time/clock-time";
import { londonMoment } from "~/time/london";
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
/** Codes that may be asked for with one address, whether or not it is anybody's. */
const SENDS = { tries: 3, windowMs: HOUR_MS };
/** Codes that may be tried for one address, over however many askings and browsers. */
const TRIES = { tries: 15, windowMs: HOUR_MS };

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

/**
 * Notes that somebody wants a code for an address. Nothing here looks whose it is, so neither the answer nor the
 * time that it takes can tell: that is the queue's work (`lookUpReset`).
 * @param before what this browser asked for so far: its code ends.
 * @param mayGoOn the outer limit, by a key that does not name the address.
 */
export async function askForCode(
  { db, vault, jobs, now }: World,
  request: Request,
  address: string,
  before: ResetRequest | null,
  mayGoOn: (key: string) => Promise<boolean>,
): Promise<{ cookie: string } | Refused> {
  const key = await vault.sign("reset-address", emailKey(address));
  if (!(await mayGoOn(`reset/${key}`))) return { errors: { "": TOO_MANY_TRIES }, status: 429 };
  const wait = before && emailKey(before.address) === emailKey(address) ? secondsToWait(before.row, now) : 0;
  if (wait > 0) {
    const errors = { "": `A new code can be sent ${RESEND_SECONDS} seconds after the last one. Wait ${wait} s more` };
    return { errors, status: 429 };
  }
  if ((await countTry(db, `reset-send/${key}`, SENDS, now)) > SENDS.tries) {
    const message = `Three codes were asked for with this address within the hour. Ask again at ${nextHour(now)}`;
    return { errors: { "": message }, status: 429 };
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
  return { cookie };
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

/**
 * Tries a code, counted before it is compared: for its address, and for the code, which the fifth wrong one kills.
 * The same is done, and said, for an address that is nobody's.
 * @returns null when it is right: this browser may now set a password, for `RESET_SECONDS`.
 */
export async function tryCode(
  { db, vault, jobs, now }: World,
  { row, address }: ResetRequest,
  code: string,
): Promise<Refused | null> {
  const ref = row.unique_ref;
  // The right code sent twice: what it opened is open.
  if (row.verified_at !== null) return null;
  const tries = `reset-try/${await vault.sign("reset-address", emailKey(address))}`;
  if ((await countTry(db, tries, TRIES, now)) > TRIES.tries) {
    const message = `Too many codes were tried for this address. Ask for a new code at ${nextHour(now)}`;
    return { errors: { "": message }, status: 429 };
  }
  const wrong: Refused = { errors: { code: WRONG_CODE }, status: 422 };
  const [counted] = await db
    .update(resetCodes)
    .set({ attempts: sql`attempts + 1`, updated_at: now })
    .where(and(eq(resetCodes.unique_ref, ref), lt(resetCodes.attempts, TRIES_OF_A_CODE), isOpen(now)))
    .returning();
  const right = await vault.isSigned("reset-code", ref + code, counted?.code_hash ?? NO_CODE);
  if (!right) {
    if (counted?.attempts === TRIES_OF_A_CODE) await endAsking(db, ref, now);
    return wrong;
  }
  const [[proven]] = await db.batch([
    db
      .update(resetCodes)
      .set({ verified_at: now, expires_at: now + RESET_SECONDS * 1000, updated_at: now })
      .where(and(eq(resetCodes.unique_ref, ref), isNull(resetCodes.ended_at), isOpen(now)))
      .returning(),
    forgetTries(db, tries),
  ]);
  if (!proven) return wrong;
  jobs.nudge({ kind: "expire-reset", ref }, RESET_SECONDS);
  return null;
}

/** In the form of a signature, so that the same work is done where there is no code. */
const NO_CODE = `1.${"A".repeat(43)}`;

function isOpen(now: number) {
  return and(isNull(resetCodes.verified_at), gt(resetCodes.expires_at, now));
}
