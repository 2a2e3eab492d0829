import { and, eq, sql } from "drizzle-orm";
import { toBase32 } from "~/db/base32";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { hashOf } from "~/db/hash";
import type { Vault } from "~/vault/vault.server";
import { recoveryCodes } from "../factors-table.server";
import type { World } from "../guard.server";

const CODES = 10;
/** 120 bits: above the 112 from which OWASP ASVS 6.5.2 lets a fast hash do. */
const CODE_BYTES = 15;
/** Crockford's base32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 24;

/**
 * Ten new codes in place of all that the user has; each stands in for the second factor once.
 * @param form of which they are made: the same form sent again makes, and shows, the same codes
 * @returns the codes, to be shown once, their hashes, and the statements to run in the caller's batch.
 */
export async function newRecoveryCodes({ db, vault, now }: Making, userRef: string, form: string) {
  const codes = await Promise.all(
    Array.from({ length: CODES }, (_, at) => codeOf(vault, `${userRef}\n${form}\n${at}`)),
  );
  const hashes = await Promise.all(codes.map(hashOf));
  const rows = hashes.map((code_hash) => ({ unique_ref: newRef(), user_ref: userRef, code_hash, created_at: now }));
  const statements = [
    db.delete(recoveryCodes).where(eq(recoveryCodes.user_ref, userRef)),
    db.insert(recoveryCodes).values(rows),
  ] as const;
  return { codes: codes.map(inGroups), hashes, statements };
}

type Making = Pick<World, "db" | "vault" | "now">;

/** Nobody without the vault's key can tell what comes out, however well the text is known. */
async function codeOf(vault: Vault, text: string): Promise<string> {
  const signature = new TextEncoder().encode(await vault.sign("recovery code", text));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", signature));
  return toBase32(bytes.subarray(0, CODE_BYTES), ALPHABET);
}

/** Whether these are the codes that the user has, used or not. */
export async function areTheirCodes(db: Database, userRef: string, hashes: readonly string[]): Promise<boolean> {
  const own = await db
    .select({ code_hash: recoveryCodes.code_hash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.user_ref, userRef));
  return own.length === hashes.length && own.every(({ code_hash }) => hashes.includes(code_hash));
}

/** The hash of a code however it was typed: in any case, with hyphens, spaces or look-alikes. Null for no such code. */
export async function recoveryCodeHash(typed: string): Promise<string | null> {
  const code = typed.replace(/[\s-]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  const isCode = code.length === CODE_LENGTH && [...code].every((letter) => ALPHABET.includes(letter));
  return isCode ? hashOf(code) : null;
}

/**
 * Statement that uses a code up: it returns a row when the user has that code. When it was used before,
 * `user_ref` comes out NULL, which the column refuses, and the whole batch fails (`isRefused` on
 * "recovery_codes.user_ref").
 */
export function takeRecoveryCode(db: Database, userRef: string, codeHash: string, now: number) {
  const unused = sql<string>`CASE WHEN ${recoveryCodes.used_at} IS NULL THEN ${recoveryCodes.user_ref} END`;
  return db
    .update(recoveryCodes)
    .set({ user_ref: unused, used_at: now })
    .where(and(eq(recoveryCodes.user_ref, userRef), eq(recoveryCodes.code_hash, codeHash)))
    .returning({ unique_ref: recoveryCodes.unique_ref });
}

function inGroups(code: string): string {
  return (code.match(/.{4}/g) ?? []).join("-");
}
