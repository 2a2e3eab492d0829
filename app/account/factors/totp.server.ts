import { createTOTPKeyURI, generateHOTP, verifyHOTP } from "@oslojs/otp";
import { base32nopad } from "@scure/base";
import { and, eq, gte, notExists, sql } from "drizzle-orm";
import { encode } from "uqr";
import { TOTP_PLACE, totp } from "~/account/table.server";
import type { Vault } from "~/platform/crypto/vault.server";
import { assertThat } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { CODE_USED } from "./recovery-codes.server";

/** Parameters that every authenticator app supports: RFC 6238 with HMAC-SHA-1. */
const DIGITS = 6;
const STEP_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ISSUER = "Daybook";
/** The phone's clock may be one step behind or ahead of the server's. */
const DRIFT_STEPS = [0, -1, 1];

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return base32nopad.encode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The URI in a QR code for an authenticator app. */
export function totpUri(secret: string, username: string): string {
  return createTOTPKeyURI(ISSUER, username, base32nopad.decode(secret), STEP_SECONDS, DIGITS);
}

/** The current code: for local development and tests. */
export function totpCode(secret: string, now: number): string {
  return generateHOTP(base32nopad.decode(secret), BigInt(stepAt(now)), DIGITS);
}

/** The time step whose code was typed, at most one step from the server's clock; null when there is none. */
export function stepOfCode(secret: string, typed: string, now: number): number | null {
  const code = typed.replace(/\s/g, "");
  const key = base32nopad.decode(secret);
  const steps = DRIFT_STEPS.map((drift) => stepAt(now) + drift);
  return steps.find((step) => verifyHOTP(key, BigInt(step), DIGITS, code)) ?? null;
}

/**
 * The row that turns two-factor on.
 * @param lastStep time step of the code that was given, which cannot be used again
 */
export async function totpRow(vault: Vault, userRef: string, secret: string, lastStep: number, now: number) {
  const secret_encrypted = (await vault.encrypt(userRef, TOTP_PLACE, secret)) as Uint8Array;
  return { user_ref: userRef, secret_encrypted, last_step: lastStep, created_at: now, updated_at: now };
}

/**
 * Statements that take the code of a time step once: if that or a later one was taken before, the batch fails
 * (`CODE_USED`). The second returns a row if the user has an app.
 */
export function consumeTimeStep(db: Database, userRef: string, step: number, now: number) {
  const isOwn = eq(totp.user_ref, userRef);
  const usedSince = db
    .select({ one: sql`1` })
    .from(totp)
    .where(and(isOwn, gte(totp.last_step, step)));
  return [
    assertThat(db, [CODE_USED, notExists(usedSince)]),
    db.update(totp).set({ last_step: step, updated_at: now }).where(isOwn).returning({ step: totp.last_step }),
  ] as const;
}

function stepAt(now: number): number {
  return Math.floor(now / (STEP_SECONDS * 1000));
}

/** Long enough to find the phone and install an app. */
const SETUP_VALID_MS = 15 * 60 * 1000;
const PURPOSE = "totp-setup";

interface SetupOwner {
  unique_ref: string;
  username: string;
}

/** A secret that is shown but not stored yet: the page carries it. */
export interface TotpSetup {
  /** For the form: the secret, its expiry, and a signature that binds both to the user. */
  token: string;
  /** In groups of four, as it is typed. */
  secret: string;
  uri: string;
  qr: ReturnType<typeof renderQr>;
}

/** A new secret for an authenticator app, which is not stored: its signed token comes back with the form. */
export async function newTotpSetup(vault: Vault, user: SetupOwner, now: number): Promise<TotpSetup> {
  const secret = newTotpSecret();
  const expires = now + SETUP_VALID_MS;
  const signature = await vault.sign(PURPOSE, signed(user, secret, expires));
  return setupWithQr(user, secret, `${secret}.${expires}.${signature}`);
}

/**
 * The secret of a page's token, and the data of the page again; null when the token was not signed here, is another
 * user's, or has expired.
 */
export async function readTotpSetup(vault: Vault, user: SetupOwner, token: string, now: number) {
  const [secret = "", expires = "", ...signature] = token.split(".");
  if (!(await vault.isSigned(PURPOSE, signed(user, secret, expires), signature.join(".")))) return null;
  return Number(expires) > now ? { secret, setup: setupWithQr(user, secret, token) } : null;
}

function signed({ unique_ref }: SetupOwner, secret: string, expires: number | string): string {
  return `${unique_ref}\n${secret}\n${expires}`;
}

function setupWithQr({ username }: SetupOwner, secret: string, token: string): TotpSetup {
  const uri = totpUri(secret, username);
  return { token, secret: (secret.match(/.{1,4}/g) ?? []).join(" "), uri, qr: renderQr(uri) };
}

/** White modules around a QR code, without which readers do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * Draws a QR code.
 * @returns modules per side, quiet zone included, and the dark modules as one SVG path, one unit per module
 */
function renderQr(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const runs = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size, path: runs.join("") };
}

/** Runs of adjacent dark modules in a row: start and length of each. */
function runsOf(row: boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
