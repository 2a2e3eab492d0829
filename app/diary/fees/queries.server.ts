import { and, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { payerNameIn } from "./payer-names.server";
import type { FeeAmounts } from "./rules";
import { feePlace, fees, payers } from "./table.server";

/** The session or case that a fee belongs to. */
export type FeeOwner = { session_ref: string } | { case_ref: string };

/** All columns of a fee, and the name of its payer. */
export const FEE_COLUMNS = { ...getTableColumns(fees), payer: payerNameIn("fees") };

export type FeeRow = typeof fees.$inferSelect & { payer: string };

/** The columns from which a page shows the state of a fee. */
export function feeFigures(fee: FeeAmounts | undefined): FeeAmounts | null {
  if (!fee) return null;
  const { amount_pence, timesheet_date, paid_date, paid_pence, later_payments, written_off_date } = fee;
  return { amount_pence, timesheet_date, paid_date, paid_pence, later_payments, written_off_date };
}

type EncryptedNotes = Pick<FeeRow, "unique_ref" | "text_encrypted">;

/** The notes of a fee; empty when it has none. */
export function decryptFeeNotes(cipher: Cipher, fee: EncryptedNotes | undefined): Promise<string> {
  if (!fee) return Promise.resolve("");
  return cipher.decrypt(feePlace(fee.unique_ref), fee.text_encrypted);
}

function ofOwner(userId: number, owner: FeeOwner) {
  const owned = "case_ref" in owner ? eq(fees.case_ref, owner.case_ref) : eq(fees.session_ref, owner.session_ref);
  return and(eq(fees.user_id, userId), owned);
}

/** The fee of a session or of a case: one row, or none. For a page's batch. */
export function feeOf(db: Database, userId: number, owner: FeeOwner) {
  return db.select(FEE_COLUMNS).from(fees).where(ofOwner(userId, owner));
}

const PAYERS_OFFERED = 40;
const FEES_READ = 50;

/**
 * The payers of the user's latest fees, one row per fee, unclaimed ones first; then all payers by name, with whether
 * they are listed and archived. `payersOf` makes the list that forms offer. For a page's batch.
 */
export function lastPayers(db: Database, userId: number) {
  const last = (which: SQL, order: SQL) => {
    return db
      .select({
        ref: sql<string | null>`${fees.payer_ref}`.as("ref"),
        name: sql<string | null>`NULL`.as("name"),
        isListed: sql<boolean>`FALSE`.mapWith(Boolean).as("is_listed"),
        isArchived: sql<boolean>`FALSE`.mapWith(Boolean).as("is_archived"),
      })
      .from(fees)
      .where(and(eq(fees.user_id, userId), which))
      .orderBy(order)
      .limit(FEES_READ);
  };
  // Each half is read from the end of the index on timesheet dates; in one common order all fees would have to be
  // sorted.
  const waiting = last(isNull(fees.timesheet_date), desc(fees.created_at)).as("waiting");
  const claimed = last(isNotNull(fees.timesheet_date), desc(fees.timesheet_date)).as("claimed");
  const all = db
    .select({
      ref: sql<string | null>`${payers.unique_ref}`.as("ref"),
      name: sql<string | null>`${payers.name}`.as("name"),
      isListed: sql<boolean>`${payers.kind} IS NOT NULL`.mapWith(Boolean).as("is_listed"),
      isArchived: sql<boolean>`NOT ${payers.active}`.mapWith(Boolean).as("is_archived"),
    })
    .from(payers)
    .where(eq(payers.user_id, userId))
    .orderBy(payers.name_key)
    .as("all_payers");
  return unionAll(db.select().from(waiting), db.select().from(claimed), db.select().from(all));
}

type LastPayer = Awaited<ReturnType<typeof lastPayers>>[number];

/** The payer names that forms offer: of the latest fees, then of the user's list, without archived ones. */
export function payersOf(rows: readonly LastPayer[]): string[] {
  const all = rows.filter(({ name }) => name !== null);
  const byRef = new Map(all.map((payer) => [payer.ref, payer]));
  const ofFees = rows.filter(({ name }) => name === null).map(({ ref }) => byRef.get(ref));
  const offered = [...ofFees, ...all.filter(({ isListed }) => isListed)].filter((payer) => payer && !payer.isArchived);
  return [...new Set(offered.map((payer) => payer?.name ?? ""))].slice(0, PAYERS_OFFERED);
}

/**
 * Totals of what is owed to a user: fees that are not claimed, even if a paid date was entered, or not paid, and what is
 * left of those that were paid short; without those that were written off.
 */
export interface UnpaidFees {
  pence: number;
  notClaimed: number;
  /** Number of fees that are claimed and not paid. */
  waiting: number;
  /** Number of fees that were paid in part. */
  short: number;
}

/**
 * Totals in one row, read from the indexes of unpaid fees and of those paid short, so that paid fees of all years cost no reads. For a page's
 * batch.
 */
export function unpaidFees(db: Database, userId: number) {
  const ofShort = (what: SQL) => sql`(SELECT ${what} FROM fees AS part INDEXED BY fees_short
    WHERE part.user_id = ${userId} AND part.paid_pence < part.amount_pence AND part.written_off_date IS NULL
      AND part.timesheet_date IS NOT NULL)`;
  const later = [0, 1, 2].map((at) => sql.raw(`coalesce(part.later_payments ->> '$[${at}].pence', 0)`));
  const missing = sql`max(0, part.amount_pence - part.paid_pence - ${sql.join(later, sql` - `)})`;
  return db
    .select({
      pence: sql<number>`total(${fees.amount_pence}) + ${ofShort(sql`total(${missing})`)}`.mapWith(Number),
      notClaimed: sql<number>`total(${fees.timesheet_date} IS NULL)`.mapWith(Number),
      waiting: sql<number>`total(${fees.timesheet_date} IS NOT NULL)`.mapWith(Number),
      short: ofShort(sql`total(${missing} > 0)`).mapWith(Number),
    })
    .from(sql`${fees} INDEXED BY fees_unpaid`)
    .where(isOwed(userId));
}

/**
 * Condition: the fee is owed. It repeats the condition of the index `fees_unpaid` word for word, or the index cannot be
 * used.
 */
export function isOwed(userId: number): SQL {
  return sql`${fees.user_id} = ${userId}
    AND (${fees.paid_date} IS NULL OR ${fees.timesheet_date} IS NULL) AND ${fees.written_off_date} IS NULL`;
}
