import { type SQL, sql } from "drizzle-orm";
import type { OwnTable } from "~/data/table-entry.server";
import { payerNameIn } from "~/diary/fees/payer-names.server";
import { fees, rates } from "~/diary/fees/table.server";

/**
 * Fees and rates refer to their payer by reference in their tables, and by name in files. So payers that were typed,
 * and are not on the user's list, have no records: they are created again with the fees and rates that name them.
 */

/** Condition: the rows of `payers` that are records, which are those on the user's list. */
export const LISTED = sql.raw("kind IS NOT NULL");

/** Columns that a select of records has besides those of its table: the name of the payer of a fee or a rate. */
export function payerOfRecord(table: OwnTable): Record<string, SQL.Aliased> {
  if (table === fees) return { payer: payerNameIn("fees") };
  return table === rates ? { payer: payerNameIn("rates") } : {};
}
