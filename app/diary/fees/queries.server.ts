import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { payerKey } from "./payer-key";
import type { FeeAmounts } from "./rules";
import { feePlace, fees, payers } from "./table.server";

/** What a fee is owed for. */
export type FeeOwner = { session_ref: string } | { case_ref: string };

export type FeeRow = typeof fees.$inferSelect;

/** What a page needs to show where a fee stands. */
export function feeFigures(fee: FeeAmounts | undefined): FeeAmounts | null {
  if (!fee) return null;
  const { amount_pence, timesheet_date, paid_date, paid_pence, written_off_date } = fee;
  return { amount_pence, timesheet_date, paid_date, paid_pence, written_off_date };
}

/** The notes of a fee; empty when it has none. */
export function decryptFeeNotes(cipher: Cipher, fee: FeeRow | undefined): Promise<string> {
  if (!fee) return Promise.resolve("");
  return cipher.decrypt(feePlace(fee.unique_ref), fee.text_encrypted);
}

function ofOwner(userId: number, owner: FeeOwner) {
  const owned = "case_ref" in owner ? eq(fees.case_ref, owner.case_ref) : eq(fees.session_ref, owner.session_ref);
  return and(eq(fees.user_id, userId), owned);
}

/** The fee of a session or of a case: one row, or none. For a page's batch. */
export function feeOf(db: Database, userId: number, owner: FeeOwner) {
  return db.select().from(fees).where(ofOwner(userId, owner));
}

const PAYERS_OFFERED = 40;
const CLAIMS_READ = 50;

/**
 * The payers of the user's last claims, those that wait to be claimed first, a row a claim; then those of the user's
 * own list, with those that were archived: `payersOf` makes the list of them. For a page's batch.
 */
export function lastPayers(db: Database, userId: number) {
  const last = (which: SQL, order: SQL) => {
    const { payer } = fees;
    return db
      .select({ payer, archived: sql<boolean>`FALSE`.mapWith(Boolean).as("archived") })
      .from(fees)
      .where(and(eq(fees.user_id, userId), which))
      .orderBy(order)
      .limit(CLAIMS_READ);
  };
  // Each is read from the end of the index on timesheet dates; in one order they would all have to be sorted.
  const waiting = last(isNull(fees.timesheet_date), desc(fees.created_at)).as("waiting");
  const claimed = last(isNotNull(fees.timesheet_date), desc(fees.timesheet_date)).as("claimed");
  const own = (active: boolean) =>
    db
      .select({
        payer: payers.name,
        archived: sql<boolean>`${active ? sql`FALSE` : sql`TRUE`}`.mapWith(Boolean).as("archived"),
      })
      .from(payers)
      .where(and(eq(payers.user_id, userId), eq(payers.active, active)))
      .orderBy(payers.name_key);
  const inUse = own(true).limit(PAYERS_OFFERED).as("in_use");
  const archived = own(false).as("archived_payers");
  return unionAll(
    db.select().from(waiting),
    db.select().from(claimed),
    db.select().from(inUse),
    db.select().from(archived),
  );
}

/** Each payer once, in whatever letters, for a list to choose from; none that was archived. */
export function payersOf(rows: readonly { payer: string; archived: boolean }[]): string[] {
  const names = new Map<string, string>();
  for (const { payer } of rows) if (!names.has(payerKey(payer))) names.set(payerKey(payer), payer);
  names.delete("");
  for (const { payer, archived } of rows) if (archived) names.delete(payerKey(payer));
  return [...names.values()].slice(0, PAYERS_OFFERED);
}
