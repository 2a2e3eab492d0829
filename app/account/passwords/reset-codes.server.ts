import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { resetCodes } from "~/account/table.server";
import type { AppContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { type BurstLimiter, networkOf, TOO_MANY_TRIES } from "~/platform/http/bursts";
import { noteSignal } from "~/platform/http/request-note.server";
import { checkBot } from "../bot-check/bot-check.server";
import type { GivenAnswers } from "../bot-check/form";
import type { LimitRefusal } from "../limits.server";
import { emailKey } from "../rules";
import { clearResetCookie, newResetCookie, type ResetRequest, secondsToWait } from "./reset-requests.server";
import { RESEND_SECONDS, RESET_SECONDS } from "./rules";

/** Codes that may be requested again with one address from one network, whether or not the address has an account. */
const RESENDS: Limit = { tries: 3, windowMs: 60 * 60 * 1000 };

/** The place to which the vault binds an address that waits to be looked up. */
export function resetPlace(ref: string): string {
  return `reset_codes/${ref}`;
}

/**
 * As `askForCode`, for a first code: after the bot check. There is no other limit, because requests of strangers with
 * an address must not block its owner: the mails to an address are limited where they are written (`lookUpReset`).
 * @param fingerprint fingerprint of the form's answers
 */
export async function askForFirstCode(
  app: AppContext,
  request: Request,
  { email, bot }: { email: string; bot: GivenAnswers },
  fingerprint: string,
  before: ResetRequest | null,
): Promise<{ cookie: string } | LimitRefusal> {
  const refused = await checkBot(app, request, { ...bot, fingerprint, about: emailKey(email) }, "forgot-password");
  return refused ?? askForCode(app, request, email, before);
}

/**
 * As `askForCode`, for another code in the same browser, without a bot check: above the limit the user starts again,
 * with one.
 * @param mayGoOn the outer limit, with a key that contains neither address nor network
 */
export async function askForAnotherCode(
  app: AppContext,
  request: Request,
  before: ResetRequest,
  mayGoOn: BurstLimiter,
): Promise<{ cookie: string } | LimitRefusal> {
  const { db, vault, now } = app;
  const from = await vault.sign("reset-asking", `${emailKey(before.address)}\n${networkOf(request)}`);
  if (!(await mayGoOn(`reset/${from}`))) return tooMany(TOO_MANY_TRIES);
  // A request that is only too early is not counted.
  if (
    secondsToWait(before.row, now) === 0 &&
    (await countTry(db, `reset-send/${from}`, RESENDS, now)) > RESENDS.tries
  ) {
    return tooMany(START_AGAIN);
  }
  return askForCode(app, request, before.address, before);
}

const START_AGAIN =
  "A code was sent again three times within the hour. Choose ‘Use another address’, then ask for one with the same address";

/**
 * Stores the request of a code for an address. It does not look the account up, so that neither the response nor its
 * time reveals whether there is one: the queue does that (`lookUpReset`).
 * @param before the browser's last request: its code ends
 */
export async function askForCode(
  { db, vault, jobs, now }: AppContext,
  request: Request,
  address: string,
  before: ResetRequest | null,
): Promise<{ cookie: string } | LimitRefusal> {
  const wait = before && emailKey(before.address) === emailKey(address) ? secondsToWait(before.row, now) : 0;
  if (wait > 0) {
    return tooMany(`A new code can be sent ${RESEND_SECONDS} seconds after the last one. Wait ${wait} s more`);
  }
  const ref = newRef();
  const { hash, cookie } = await newResetCookie(vault, request, address);
  await db.batch([
    endCodes(db, eq(resetCodes.unique_ref, before?.row.unique_ref ?? ""), now),
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
  noteSignal("reset-asked");
  return { cookie };
}

function tooMany(message: string): LimitRefusal {
  noteSignal("reset-locked");
  return { errors: { "": message }, status: 429 };
}

/**
 * Ends the request of a browser.
 * @returns the cookie that clears that of the request
 */
export async function startAgain(
  { db, now }: AppContext,
  request: Request,
  before: ResetRequest | null,
): Promise<string> {
  if (before) await endCodes(db, eq(resetCodes.unique_ref, before.row.unique_ref), now);
  return clearResetCookie(request);
}

/** Statement: ends requests that have not ended yet. */
export function endCodes(db: Database, which: SQL, now: number, also: { attempts?: number } = {}) {
  return db
    .update(resetCodes)
    .set({ ...also, ended_at: now, updated_at: now })
    .where(and(which, isNull(resetCodes.ended_at)));
}

/**
 * Statement: ends the open requests of a user and deletes the codes of all, those of ended requests too: a later request
 * would accept the last of them (`lookUpReset`).
 */
export function endCodesOf(db: Database, userRef: string, now: number) {
  return db
    .update(resetCodes)
    .set({ code_hash: null, ended_at: sql`coalesce(${resetCodes.ended_at}, ${now})`, updated_at: now })
    .where(eq(resetCodes.user_ref, userRef));
}
