import { and, eq, exists, gt, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { assertThat } from "~/platform/db/assertions.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { DAY_MS, MINUTE_MS } from "~/platform/time/durations";
import { LINK_WORKS_MS } from "./email/rules";
import { RESET_SECONDS } from "./passwords/rules";
import { codes } from "./table.server";

// Everything that is given out for a short time, and taken once: what a browser holds between two steps, and what a mail
// brings. The row has the hash of the secret, never the secret.

type CodeKind = (typeof codes.kind.enumValues)[number];

/** How long a code of each kind is valid, and how long after that its row still says what has become of it. */
const LIVES: Record<CodeKind, { lasts: number; kept: number }> = {
  second_factor: { lasts: 10 * MINUTE_MS, kept: 0 },
  suspended: { lasts: 30 * MINUTE_MS, kept: 0 },
  passkey_login: { lasts: 5 * MINUTE_MS, kept: 0 },
  passkey_enrol: { lasts: 5 * MINUTE_MS, kept: 0 },
  reset: { lasts: RESET_SECONDS * 1000, kept: DAY_MS },
  reset_code: { lasts: RESET_SECONDS * 1000, kept: 0 },
  new_password: { lasts: RESET_SECONDS * 1000, kept: DAY_MS },
  take_back: { lasts: 7 * DAY_MS, kept: 23 * DAY_MS },
  // Holds the address of an account that has verified none: see `dropOldAddresses`.
  verification: { lasts: LINK_WORKS_MS, kept: Number.POSITIVE_INFINITY },
};

/** How long a code of a kind is valid. */
export function lifeOf(kind: CodeKind): number {
  return LIVES[kind].lasts;
}

interface NewCode {
  kind: CodeKind;
  hash: string;
  /** "" while nobody knows whose it is. */
  user_ref?: string;
  payload?: string;
  unique_ref?: string;
}

/** Statement: makes a code, valid from now. */
export function makeCode(db: Database, code: NewCode, now: number) {
  return db
    .insert(codes)
    .values({ unique_ref: newRef(), ...code, expires_at: now + lifeOf(code.kind), created_at: now });
}

/** Condition: the code with this secret. */
export function isCode(kind: CodeKind, hash: string) {
  return and(eq(codes.kind, kind), eq(codes.hash, hash));
}

/** Condition: a code that can still be taken. */
export function isOpen(now: number) {
  return and(isNull(codes.used_at), gt(codes.expires_at, now));
}

/** The name by which a batch fails whose code was taken, or has run out. */
export const CODE_OVER = "code over";

/** Statements: take a code. They fail the batch (`CODE_OVER`) if it was taken, or has run out. */
export function takeCode(db: Database, isThis: SQL | undefined, now: number, also: { attempts?: number } = {}) {
  const open = db
    .select({ one: sql`1` })
    .from(codes)
    .where(and(isThis, isOpen(now)));
  return [assertThat(db, [CODE_OVER, exists(open)]), endCodes(db, isThis, now, also)] as const;
}

/** Statement: counts a try of a code before it is compared; no row if it has had `most`, or has run out. */
export function countCodeTry(db: Database, isThis: SQL | undefined, most: number, now: number) {
  return db
    .update(codes)
    .set({ attempts: sql`attempts + 1` })
    .where(and(isThis, lt(codes.attempts, most), gt(codes.expires_at, now)))
    .returning();
}

/** Statement: codes that were not taken cannot be taken any more. */
export function endCodes(db: Database, which: SQL | undefined, now: number, also: { attempts?: number } = {}) {
  return db
    .update(codes)
    .set({ ...also, used_at: now })
    .where(and(which, isNull(codes.used_at)));
}

/** Condition: codes of a user. */
export function codesOf(userRef: string, ...kinds: CodeKind[]) {
  return and(eq(codes.user_ref, userRef), inArray(codes.kind, kinds));
}

/** For the cron: deletes codes that say nothing any more. */
export async function dropOldCodes(db: Database, now: number): Promise<void> {
  const over = Object.entries(LIVES).flatMap(([kind, { kept }]) =>
    Number.isFinite(kept) ? [and(eq(codes.kind, kind as CodeKind), lte(codes.expires_at, now - kept))] : [],
  );
  // As the index says it, which leaves out the one row that each account keeps.
  await db.delete(codes).where(and(sql`${codes.kind} <> 'verification'`, lte(codes.expires_at, now), or(...over)));
}
