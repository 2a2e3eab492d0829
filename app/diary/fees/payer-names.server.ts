import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Writer } from "~/changes/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { payerKey } from "./kinds";
import { payers } from "./table.server";

/** Select column: the name of a row's payer; empty for none. For a select from `table`, whose columns it qualifies. */
export function payerNameIn(table: "fees" | "rates") {
  const name = sql.raw(`coalesce((SELECT named.name FROM payers AS named
    WHERE named.user_id = ${table}.user_id AND named.unique_ref = ${table}.payer_ref), '')`);
  return sql<string>`${name}`.as("payer");
}

/**
 * References and names of all payers of a user, listed or not. For a page's batch; `namesByRef` makes a map of the
 * rows.
 */
export function payerNames(db: Database, userId: number) {
  return db.select({ ref: payers.unique_ref, name: payers.name }).from(payers).where(eq(payers.user_id, userId));
}

export function namesByRef(rows: readonly { ref: string; name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ ref, name }) => [ref, name]));
}

/**
 * The `payer_ref` of a row whose form names its payer, and the statements to run before the row is written. A new name
 * adds an unlisted payer. An unlisted payer takes the spelling that was typed last; a listed one keeps its own.
 */
export function payerNamed({ db, userId, now }: Writer, name: string) {
  if (name === "") return { payer_ref: null, ahead: [] };
  const name_key = payerKey(name);
  const typed = { unique_ref: newRef(), user_id: userId, name, name_key, created_at: now, updated_at: now };
  const ahead: BatchItem<"sqlite">[] = [
    db
      .insert(payers)
      .values(typed)
      .onConflictDoUpdate({
        target: [payers.user_id, payers.name_key],
        set: { name, updated_at: now },
        setWhere: sql`${payers.kind} IS NULL AND ${payers.name} <> ${name}`,
      }),
  ];
  const payer_ref = sql<string>`(SELECT unique_ref FROM payers WHERE user_id = ${userId} AND name_key = ${name_key})`;
  return { payer_ref, ahead };
}

/**
 * Statement: deletes unlisted payers that no fee and no rate refers to, nor one that an undo could restore, so that a
 * name that was typed and removed again is not kept.
 * @param users condition on the user id: `= 12`, or `IN (…)`
 */
export function dropUnnamedPayers(db: Database, users: SQL) {
  const isNamedIn = (table: string) => sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS named
    WHERE named.user_id = payers.user_id AND named.payer_ref = payers.unique_ref)`;
  const mayComeBack = sql`EXISTS (SELECT 1 FROM changed_rows AS kept WHERE kept.user_id = payers.user_id
    AND (kept.table_name IN ('fees', 'rates') AND kept.before ->> '$.payer_ref' = payers.unique_ref
      OR kept.table_name = 'payers' AND kept.unique_ref = payers.unique_ref))`;
  const isNamed = sql`${isNamedIn("fees")} OR ${isNamedIn("rates")} OR ${mayComeBack}`;
  return db.delete(payers).where(and(sql`payers.user_id ${users}`, isNull(payers.kind), sql`NOT (${isNamed})`));
}
