import { Buffer } from "node:buffer";
import { and, eq, inArray } from "drizzle-orm";
import { codes } from "~/account/table.server";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { readCookie, writeCookie } from "~/platform/http/cookies";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { RESEND_SECONDS, RESET_SECONDS } from "./rules";

/**
 * Cookie that binds a code to the browser that requested it: it holds a token, whose hash is in the row of the request,
 * and the address, encrypted, because the row loses it as soon as it is looked up.
 */
const COOKIE = "reset";
/** Lifetime of a code, and, once it is verified, of the right to set a password. */
const COOKIE_SECONDS = 2 * RESET_SECONDS;
/** Wrong codes after which a request ends: the fifth ends it. */
export const TRIES_OF_A_CODE = 5;

export type ResetRow = typeof codes.$inferSelect;

/** A requested code, as its page shows it. */
export interface AwaitedCode {
  /** As typed in the step before. */
  address: string;
  asked_at: number;
  /** `12:15`, London time. */
  valid_until: string;
  seconds_left: number;
  /** Seconds until the next code may be requested. */
  wait_seconds: number;
  /** False once it has expired or was mistyped too often. */
  takes_tries: boolean;
}

/** The request of a browser: once its code is verified, the right to set a password. */
export interface ResetRequest {
  address: string;
  row: ResetRow;
}

/** The request of this browser, even an ended one; null without a valid cookie. */
export async function findResetRequest(db: Database, vault: Vault, request: Request): Promise<ResetRequest | null> {
  const carried = await openResetCookie(vault, request);
  if (!carried) return null;
  const [row] = await db
    .select()
    .from(codes)
    .where(and(eq(codes.hash, carried.hash), inArray(codes.kind, ["reset", "new_password"])));
  return row ? { row, address: carried.address } : null;
}

/** What the cookie of the request holds, if it was made here and is unchanged; else null. Needs no query. */
async function openResetCookie(vault: Vault, request: Request) {
  const [token = "", encrypted = ""] = (readCookie(request, COOKIE) ?? "").split(".");
  if (!token || !encrypted) return null;
  const hash = await hashOf(token);
  try {
    return { hash, address: await vault.decrypt("", cookiePlace(hash), Buffer.from(encrypted, "base64url")) };
  } catch {
    // The cookie was tampered with.
    return null;
  }
}

/**
 * Creates a token for a browser.
 * @returns its hash for the row, and the cookie to send once the row is written
 */
export async function newResetCookie(vault: Vault, request: Request, address: string) {
  const token = newSecret();
  const hash = await hashOf(token);
  const encrypted = Buffer.from((await vault.encrypt("", cookiePlace(hash), address)) ?? []);
  return { hash, cookie: writeCookie(request, COOKIE, `${token}.${encrypted.toString("base64url")}`, COOKIE_SECONDS) };
}

/** The `Set-Cookie` value that clears the cookie of a reset. */
export function clearResetCookie(request: Request): string {
  return writeCookie(request, COOKIE, "", 0);
}

type ResetStep =
  | { step: "email" }
  | { step: "code"; awaited: AwaitedCode }
  /** `valid_until` in London time. */
  | { step: "verified"; valid_until: string };

/**
 * The step that a browser is at. It must be the same for known and unknown addresses: whether a newer code has replaced
 * this one is not shown, because that only happens to known addresses.
 */
export function viewOfStep(asked: ResetRequest | null, now: number): ResetStep {
  if (!asked) return { step: "email" };
  const { row, address } = asked;
  const valid_until = clockTime(londonMoment(row.expires_at).minute);
  if (row.kind === "new_password")
    return isResetVerified(row, now) ? { step: "verified", valid_until } : { step: "email" };
  const awaited = {
    address,
    asked_at: row.created_at,
    valid_until,
    seconds_left: Math.max(0, Math.ceil((row.expires_at - now) / 1000)),
    wait_seconds: secondsToWait(row, now),
    takes_tries: row.attempts < TRIES_OF_A_CODE && now < row.expires_at,
  };
  return { step: "code", awaited };
}

/** Seconds until this browser may request another code. */
export function secondsToWait(row: ResetRow, now: number): number {
  return Math.max(0, Math.ceil((row.created_at + RESEND_SECONDS * 1000 - now) / 1000));
}

/** The code was given in time, and no password was set with it yet. */
export function isResetVerified(row: ResetRow, now: number): boolean {
  return row.kind === "new_password" && row.used_at === null && now < row.expires_at;
}

function cookiePlace(requestHash: string): string {
  return `reset-cookie/${requestHash}`;
}
