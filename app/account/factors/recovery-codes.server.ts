import { base32crockford } from "@scure/base";
import { and, count, eq, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { recoveryCodes } from "~/account/table.server";
import { assertThat } from "~/platform/db/assertions.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { longDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";

const CODES = 10;
/** 120 bits: more than the 112 from which OWASP ASVS 6.5.2 allows a fast hash. */
const CODE_BYTES = 15;
/** Crockford's base32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 24;

/** Codes in clear, which are stored nowhere: they are shown once. */
export interface CodeSheet {
  codes: readonly string[];
  /** The date in words: a sheet of an earlier day is no longer valid. */
  made: string;
}

export function sheetOf(codes: readonly string[], now: number): CodeSheet {
  return { codes, made: `Made on ${longDate(londonMoment(now).date)}` };
}

/** Draws ten codes of random bits, as they are shown. They cannot be derived from anything stored. */
export function generateCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    inGroups(base32crockford.encode(crypto.getRandomValues(new Uint8Array(CODE_BYTES)))),
  );
}

/**
 * Replaces all recovery codes of the user; each is valid once in place of the second factor. Only a hash of each is
 * stored: without a key, because codes must outlive every key of the vault, and they have enough bits to need none.
 * @returns the statements for the caller's batch
 */
export async function newRecoveryCodes(db: Database, userRef: string, codes: readonly string[], now: number) {
  const hashes = await Promise.all(codes.map((code) => hashOf(code.replaceAll("-", ""))));
  const rows = hashes.map((code_hash) => ({ unique_ref: newRef(), user_ref: userRef, code_hash, created_at: now }));
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.user_ref, userRef)),
    db.insert(recoveryCodes).values(rows),
  ] as const;
}

/** Statement for the batch that removes a factor, after the removal: with the last factor the codes are deleted. */
export function dropCodesWithoutFactor(db: Database, userRef: string) {
  const noFactor = sql`NOT EXISTS (SELECT 1 FROM totp WHERE totp.user_ref = ${userRef})
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_ref = ${userRef})`;
  return db.delete(recoveryCodes).where(and(eq(recoveryCodes.user_ref, userRef), noFactor));
}

/** Statement: the number of recovery codes that still work. */
export function unusedCodes(db: Database, userRef: string) {
  return db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user_ref, userRef), isNull(recoveryCodes.used_at)));
}

/** Whether a user has no unused code: the first factor creates codes, and so does another once they are used up. */
export async function needsCodes(db: Database, userRef: string): Promise<boolean> {
  const [unused] = await unusedCodes(db, userRef);
  return (unused?.left ?? 0) === 0;
}

/** The hash of a code as typed: in any case, with hyphens, spaces or look-alikes. Null for text of another form. */
export async function recoveryCodeHash(typed: string): Promise<string | null> {
  const code = typed.replace(/[\s-]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  const isCode = code.length === CODE_LENGTH && [...code].every((letter) => ALPHABET.includes(letter));
  return isCode ? hashOf(code) : null;
}

/** The name by which a batch fails whose code, of an app or of a sheet, was used before. */
export const CODE_USED = "code used";

/**
 * Statements that use a code up: if it was used before, the batch fails (`CODE_USED`). The second returns a row if the
 * user has that code.
 */
export function consumeRecoveryCode(db: Database, userRef: string, codeHash: string, now: number) {
  const isThis = and(eq(recoveryCodes.user_ref, userRef), eq(recoveryCodes.code_hash, codeHash));
  const used = db
    .select({ one: sql`1` })
    .from(recoveryCodes)
    .where(and(isThis, isNotNull(recoveryCodes.used_at)));
  return [
    assertThat(db, [CODE_USED, notExists(used)]),
    db.update(recoveryCodes).set({ used_at: now }).where(isThis).returning({ unique_ref: recoveryCodes.unique_ref }),
  ] as const;
}

function inGroups(code: string): string {
  return (code.match(/.{4}/g) ?? []).join("-");
}
