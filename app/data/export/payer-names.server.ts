import { type SQL, sql } from "drizzle-orm";
import type { Held } from "~/data/export/fields.server";
import type { OwnTable } from "~/data/table-entry.server";
import { payerKey } from "~/diary/fees/payer-key";
import { payerNameIn } from "~/diary/fees/payer-names.server";
import { fees, payers, rates } from "~/diary/fees/table.server";
import { newRef } from "~/platform/db/columns.server";

/**
 * Fees and rates name their payer by reference in their tables, and by name in files. So payers that were typed, and are
 * not on the user's list, have no records of their own: they come back with the fees and rates that name them.
 */

/** The rows of `payers` that are records. */
export const LISTED = sql.raw("kind IS NOT NULL");

/** What a select of records has beside the columns of its table. */
export function payerOfRecord(table: OwnTable) {
  if (table === fees) return { payer: payerNameIn("fees") };
  return table === rates ? { payer: payerNameIn("rates") } : {};
}

/** The kind, in `import_staging`, of payers that records name, listed or not; their key stands for a reference. */
const NAMED = "named_payers";

/** Finds the payer of a record that waits: what its column is to hold. */
export function payerThatWaits(userId: number): SQL {
  return sql`(SELECT named.unique_ref FROM ${payers} AS named WHERE named.user_id = ${userId}
    AND named.name_key = import_staging.row ->> '$.payer_key')`;
}

/** The payer that a record names, as a row that waits too: the record's own says `payer_key`, its `ref`. Null for none. */
export function namedPayer({ payer: name }: Readonly<Record<string, Held>>, user_id: number, now: number) {
  const name_key = typeof name === "string" ? payerKey(name) : "";
  if (name_key === "") return null;
  const times = { created_at: now, updated_at: now, version: 1 };
  const payer = { unique_ref: newRef(), user_id, name, name_key, kind: null, active: 1, ...times };
  return { kind: NAMED, ref: name_key, row: JSON.stringify(payer) };
}

/** Of rows that wait: payers that are named, and have no record in the file. */
export function namedAlone(stagingRef: string): SQL {
  return sql`import_staging.staging_ref = ${stagingRef} AND import_staging.kind = ${NAMED}
    AND NOT EXISTS (SELECT 1 FROM import_staging AS listed WHERE listed.staging_ref = ${stagingRef}
      AND listed.kind = 'payers' AND listed.row ->> '$.name_key' = import_staging.ref)`;
}

/** Of an insert of records: one that was typed before, or is off the list, comes on it. */
export const LISTED_AGAIN = sql` ON CONFLICT DO UPDATE SET kind = excluded.kind, active = excluded.active,
  updated_at = excluded.updated_at WHERE payers.kind IS NULL`;
