import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import { resetCodes } from "~/account/table.server";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newToken } from "~/platform/db/tokens";
import { readCookie, writeCookie } from "~/platform/http/cookies";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { RESEND_SECONDS, RESET_SECONDS } from "../rules";

/**
 * A code is bound to the browser that asked for it: its cookie holds a token, the row of the asking that token's
 * hash. The address rides along encrypted, since the row forgets it as soon as it is looked up.
 */
const COOKIE = "reset";
/** As long as a code and, once it is verified, the right to set a password can last. */
const COOKIE_SECONDS = 2 * RESET_SECONDS;
/** The fifth wrong one kills a code. */
export const TRIES_OF_A_CODE = 5;

export type ResetRow = typeof resetCodes.$inferSelect;

/** A code on its way, as its page sees it. */
export interface AwaitedCode {
  /** As typed on the step before. */
  address: string;
  asked_at: number;
  /** `12:15`, London's clocks. */
  valid_until: string;
  seconds_left: number;
  /** Until the next code may be asked for. */
  wait_seconds: number;
  /** False once it ran out or was mistyped too often. */
  takes_tries: boolean;
}

/** What a browser asked for. */
export interface ResetRequest {
  address: string;
  row: ResetRow;
}

/** What this browser asked for, be it at its end; null when it carries nothing of ours. */
export async function findResetRequest(db: Database, vault: Vault, request: Request): Promise<ResetRequest | null> {
  const [token = "", address_encrypted = ""] = (readCookie(request, COOKIE) ?? "").split(".");
  if (!token || !address_encrypted) return null;
  const hash = await hashOf(token);
  const [row] = await db.select().from(resetCodes).where(eq(resetCodes.request_hash, hash));
  if (!row) return null;
  try {
    return { row, address: await vault.decrypt("", cookiePlace(hash), Buffer.from(address_encrypted, "base64url")) };
  } catch {
    // Not as we made it: somebody has been at it.
    return null;
  }
}

/** A new token for a browser. @returns its hash for the row, and the cookie to send once that is written. */
export async function newResetCookie(vault: Vault, request: Request, address: string) {
  const token = newToken();
  const hash = await hashOf(token);
  const address_encrypted = Buffer.from((await vault.encrypt("", cookiePlace(hash), address)) ?? []).toString(
    "base64url",
  );
  return { hash, cookie: writeCookie(request, COOKIE, `${token}.${address_encrypted}`, COOKIE_SECONDS) };
}

export function clearResetCookie(request: Request): string {
  return writeCookie(request, COOKIE, "", 0);
}

type ResetStep =
  | { step: "email" }
  | { step: "code"; awaited: AwaitedCode }
  /** `valid_until` on London's clocks. */
  | { step: "verified"; valid_until: string };

/**
 * Where a browser stands. Nothing in it may tell a known address from an unknown one: that a newer code has
 * replaced this one happens to known ones alone, so it does not count here.
 */
export function viewOfStep(asked: ResetRequest | null, now: number): ResetStep {
  if (!asked) return { step: "email" };
  const { row, address } = asked;
  const valid_until = clockTime(londonMoment(row.expires_at).minute);
  if (row.verified_at !== null) return isProven(row, now) ? { step: "verified", valid_until } : { step: "email" };
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

/** Until this browser may ask for another code. */
export function secondsToWait(row: ResetRow, now: number): number {
  return Math.max(0, Math.ceil((row.created_at + RESEND_SECONDS * 1000 - now) / 1000));
}

/** The code was given, in time, and no password was set with it yet. */
export function isProven(row: ResetRow, now: number): boolean {
  return row.verified_at !== null && row.ended_at === null && now < row.expires_at;
}

function cookiePlace(requestHash: string): string {
  return `reset-cookie/${requestHash}`;
}
