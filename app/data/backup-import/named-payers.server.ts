import { type SQL, sql } from "drizzle-orm";
import type { ColumnValue } from "~/data/export/fields.server";
import { payerKey } from "~/diary/fees/payer-key";
import { payers } from "~/diary/fees/table.server";
import { newRef } from "~/platform/db/columns.server";

/** Kind, in `import_staging`, of the payers that records name, listed or not. Their `ref` is the key of the name. */
const NAMED = "named_payers";

/** Expression for `payer_ref` of a staged record: the payer that its `payer_key` names. */
export function stagedPayer(userId: number): SQL {
  return sql`(SELECT named.unique_ref FROM ${payers} AS named WHERE named.user_id = ${userId}
    AND named.name_key = import_staging.row ->> '$.payer_key')`;
}

/**
 * The payer that a record names, as a row to stage; the record's own staged row has its `ref` as `payer_key`. Null when
 * it names none.
 */
export function namedPayer({ payer: name }: Readonly<Record<string, ColumnValue>>, user_id: number, now: number) {
  const name_key = typeof name === "string" ? payerKey(name) : "";
  if (name_key === "") return null;
  const times = { created_at: now, updated_at: now, version: 1 };
  const payer = { unique_ref: newRef(), user_id, name, name_key, kind: null, active: 1, ...times };
  return { kind: NAMED, ref: name_key, row: JSON.stringify(payer) };
}

/** Condition: staged payers that are named, and have no record in the file. */
export function namedAlone(stagingRef: string): SQL {
  return sql`import_staging.staging_ref = ${stagingRef} AND import_staging.kind = ${NAMED}
    AND NOT EXISTS (SELECT 1 FROM import_staging AS listed WHERE listed.staging_ref = ${stagingRef}
      AND listed.kind = 'payers' AND listed.row ->> '$.name_key' = import_staging.ref)`;
}

/** End of an insert of payers: an existing payer that is not on the list is put on it. */
export const LISTED_AGAIN = sql` ON CONFLICT DO UPDATE SET kind = excluded.kind, active = excluded.active,
  updated_at = excluded.updated_at WHERE payers.kind IS NULL`;
