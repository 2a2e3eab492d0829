import { eq } from "drizzle-orm";
import { codes } from "~/account/table.server";
import type { AppContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { countTry, isOverAny, type Limit } from "~/platform/db/rate-counters.server";
import { base64url } from "~/platform/db/tokens";
import { type BurstLimiter, networkOf, TOO_MANY_TRIES } from "~/platform/http/bursts";
import { noteSignal } from "~/platform/http/request-note.server";
import { HOUR_MS } from "~/platform/time/durations";
import { checkBot } from "../bot-check/bot-check.server";
import { codesOf, endCodes, makeCode } from "../codes.server";
import { type LimitRefusal, networkCounters } from "../limits.server";
import { emailKey } from "../rules";
import { clearResetCookie, newResetCookie, type ResetRequest, secondsToWait } from "./reset-requests.server";
import { RESEND_SECONDS } from "./rules";

/** Codes that may be requested again with one address from one network, whether or not the address has an account. */
const RESENDS: Limit = { tries: 3, windowMs: 60 * 60 * 1000 };

/** The place to which the vault binds an address that waits to be looked up. */
export function resetPlace(ref: string): string {
  return `codes/${ref}`;
}

/**
 * As `askForCode`, for a first code: after the bot check, which has no other limit, because requests of strangers with
 * an address must not block its owner: the mails to an address are limited where they are written (`lookUpReset`).
 * @param fingerprint fingerprint of the form's answers
 */
export async function askForFirstCode(
  app: AppContext,
  request: Request,
  { email, token }: { email: string; token: string },
  fingerprint: string,
  before: ResetRequest | null,
): Promise<{ cookie: string } | LimitRefusal> {
  const refused =
    token === ""
      ? await refuseUnchecked(app, request, email)
      : await checkBot(app, request, { token, fingerprint }, "forgot-password");
  return refused ?? askForCode(app, request, email, before);
}

/** Codes asked for without a bot check with one address from one network, from it in all, and from the /48 around it. */
const UNCHECKED: Limit = { tries: 5, windowMs: HOUR_MS };
const UNCHECKED_IN_ALL: Limit = { tries: 50, windowMs: HOUR_MS };
const UNCHECKED_AROUND: Limit = { tries: 200, windowMs: HOUR_MS };

/** Null within the limits of a network, which a request without a bot check has. */
async function refuseUnchecked({ db, vault, now }: AppContext, request: Request, email: string) {
  const from = await vault.sign("reset-unchecked", `${emailKey(email)}\n${networkOf(request)}`);
  const counters = [
    { key: `reset-unchecked/address/${from}`, limit: UNCHECKED },
    ...(await networkCounters(vault, "reset-unchecked", request, UNCHECKED_IN_ALL, UNCHECKED_AROUND)),
  ];
  return (await isOverAny(db, counters, now)) ? tooMany(TOO_MANY_UNCHECKED) : null;
}

const TOO_MANY_UNCHECKED =
  "Too many people on your network have asked for a code. Wait an hour, or use a browser with JavaScript turned on";

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
  const encrypted = await vault.encrypt("", resetPlace(ref), address);
  await db.batch([
    endCodes(db, eq(codes.unique_ref, before?.row.unique_ref ?? ""), now),
    makeCode(db, { kind: "reset", unique_ref: ref, hash, payload: base64url(encrypted as Uint8Array) }, now),
  ]);
  jobs.nudge({ kind: "look-up-reset", ref });
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
  if (before) await endCodes(db, eq(codes.unique_ref, before.row.unique_ref), now);
  return clearResetCookie(request);
}

/**
 * Statements: end the requests of a user, and the code that was mailed last: a later request would accept it. The requests
 * stay, so that their pages do not show that the address has an account.
 */
export function endResets(db: Database, userRef: string, now: number) {
  return [
    db.delete(codes).where(codesOf(userRef, "reset_code")),
    endCodes(db, codesOf(userRef, "reset", "new_password"), now),
  ] as const;
}

/** Statements: end all that was begun for a user with what opens the account: half logins, passes, passkeys on their way, resets. */
export function endBegun(db: Database, userRef: string, now: number) {
  return [
    db.delete(codes).where(codesOf(userRef, "second_factor", "suspended", "passkey_enrol")),
    ...endResets(db, userRef, now),
  ] as const;
}
