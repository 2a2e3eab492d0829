import { and, desc, eq, isNotNull, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/database.server";
import type { Vault } from "~/vault/vault.server";
import type { Claim } from "./rules";
import { claimPlace, claims, ownClaims, payers } from "./table.server";

/** What a fee is owed for. */
export type ClaimOwner = { session_ref: string } | { case_ref: string };

export type ClaimRow = typeof claims.$inferSelect;

/** What a page needs to show where a fee stands. */
export function feeFigures(claim: Claim | undefined): Claim | null {
  if (!claim) return null;
  const { amount_pence, timesheet_date, paid_date, paid_pence, written_off_date } = claim;
  return { amount_pence, timesheet_date, paid_date, paid_pence, written_off_date };
}

/** The notes of a fee; empty when it has none. */
export function openFeeNotes(vault: Vault, claim: ClaimRow | undefined): Promise<string> {
  if (!claim) return Promise.resolve("");
  return vault.open(claim.user_ref, claimPlace(claim.unique_ref), claim.sealed);
}

function ofOwner(userRef: string, owner: ClaimOwner) {
  const owned = "case_ref" in owner ? eq(claims.case_ref, owner.case_ref) : eq(claims.session_ref, owner.session_ref);
  return and(ownClaims(userRef), owned);
}

/** The fee of a session or of a case: one row, or none. For a page's batch. */
export function claimOf(db: Database, userRef: string, owner: ClaimOwner) {
  return db.select().from(claims).where(ofOwner(userRef, owner));
}

const PAYERS_OFFERED = 40;
const CLAIMS_READ = 50;

/**
 * The payers of the user's last claims, those that wait to be claimed first, a row a claim; then those of the user's
 * own list. One that was archived is none of them. For a page's batch.
 */
export function lastPayers(db: Database, userRef: string) {
  const archived = db
    .select({ name: payers.name })
    .from(payers)
    .where(and(eq(payers.user_ref, userRef), eq(payers.active, false)));
  const last = (which: SQL, order: SQL) => {
    const { payer } = claims;
    return db
      .select({ payer })
      .from(claims)
      .where(and(eq(claims.user_ref, userRef), which))
      .orderBy(order)
      .limit(CLAIMS_READ);
  };
  // Each is read from the end of the index on timesheet dates; in one order they would all have to be sorted.
  const waiting = last(isNull(claims.timesheet_date), sql`"claims".rowid DESC`).as("waiting");
  const claimed = last(isNotNull(claims.timesheet_date), desc(claims.timesheet_date)).as("claimed");
  const own = db
    .select({ payer: payers.name })
    .from(payers)
    .where(and(eq(payers.user_ref, userRef), eq(payers.active, true)))
    .orderBy(payers.name_key)
    .limit(PAYERS_OFFERED)
    .as("own");
  return unionAll(
    db.select().from(waiting).where(notInArray(waiting.payer, archived)),
    db.select().from(claimed).where(notInArray(claimed.payer, archived)),
    db.select().from(own),
  );
}

/** Each payer once, for a list to choose from. */
export function payersOf(rows: readonly { payer: string }[]): string[] {
  return [...new Set(rows.map(({ payer }) => payer).filter(Boolean))].slice(0, PAYERS_OFFERED);
}
