import { createTOTPKeyURI, generateHOTP, verifyHOTP } from "@oslojs/otp";
import { base32nopad } from "@scure/base";
import { eq, sql } from "drizzle-orm";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { TOTP_PLACE, totp } from "./table.server";

/** What every authenticator app takes: RFC 6238 with HMAC-SHA-1. */
const DIGITS = 6;
const STEP_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ISSUER = "Daybook";
/** A clock may be a step behind ours, or ahead. */
const DRIFT_STEPS = [0, -1, 1];

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return base32nopad.encode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** What a QR code says to an authenticator app. */
export function totpUri(secret: string, username: string): string {
  return createTOTPKeyURI(ISSUER, username, base32nopad.decode(secret), STEP_SECONDS, DIGITS);
}

/** The code of this moment: for the local world and for tests. */
export function totpCode(secret: string, now: number): string {
  return generateHOTP(base32nopad.decode(secret), BigInt(stepAt(now)), DIGITS);
}

/** The step whose code was typed, by our clock and a step around it; null when it is the code of none. */
export function stepOfCode(secret: string, typed: string, now: number): number | null {
  const code = typed.replace(/\s/g, "");
  const key = base32nopad.decode(secret);
  const steps = DRIFT_STEPS.map((drift) => stepAt(now) + drift);
  return steps.find((step) => verifyHOTP(key, BigInt(step), DIGITS, code)) ?? null;
}

/** The row that turns two-factor on. @param lastStep of the code that was given: it does not count again. */
export async function totpRow(vault: Vault, userRef: string, secret: string, lastStep: number, now: number) {
  const secret_encrypted = (await vault.encrypt(userRef, TOTP_PLACE, secret)) as Uint8Array;
  return { user_ref: userRef, secret_encrypted, last_step: lastStep, created_at: now, updated_at: now };
}

/**
 * Statement that takes the code of a step, once: when it, or a later one, was taken before, `last_step` comes
 * out NULL, which the column refuses, and the whole batch fails (`isRefused` on "totp.last_step").
 */
export function takeStep(db: Database, userRef: string, step: number, now: number) {
  return db
    .update(totp)
    .set({ last_step: sql`CASE WHEN ${totp.last_step} < ${step} THEN ${step} END`, updated_at: now })
    .where(eq(totp.user_ref, userRef))
    .returning({ step: totp.last_step });
}

function stepAt(now: number): number {
  return Math.floor(now / (STEP_SECONDS * 1000));
}
