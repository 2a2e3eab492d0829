import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import type { Writer } from "~/diary/write-rows.server";
import { isStale, nextVersion } from "~/platform/db/columns.server";
import { editedBefore, rememberEdit } from "~/platform/db/idempotency.server";
import type { payers, rates } from "./table.server";

/** A save of a rate or a payer: where it started from, and the answers of its form. */
export interface ListedEdit {
  unique_ref: string;
  version: number;
  fingerprint: string;
}

interface Save<Table> {
  table: Table;
  /** Finds the row, by its owner too. */
  where: SQL | undefined;
  set: object;
  /** In the same batch, before and after. */
  ahead: readonly BatchItem<"sqlite">[];
  after?: readonly BatchItem<"sqlite">[];
}

/** @returns false when the row was saved since it was shown, and not by this very form. @throws 404 */
export async function saveListed<Table extends typeof rates | typeof payers>(
  { db, userId, now }: Writer,
  { unique_ref: ref, version, fingerprint }: ListedEdit,
  { table, where, set, ahead, after = [] }: Save<Table>,
): Promise<boolean> {
  const edit = { ref, version, fingerprint };
  const values = { ...set, updated_at: now, version: nextVersion(table.version, version) };
  const save = db
    .update(table)
    .set(values as object)
    .where(where);
  const [first, ...others] = [...ahead, save, rememberEdit(db, userId, table, edit, now), ...after];
  try {
    const results = (await db.batch([first as BatchItem<"sqlite">, ...others])) as { meta: { changes: number } }[];
    if (results[ahead.length]?.meta.changes === 0) throw data(null, { status: 404 });
    return true;
  } catch (error) {
    if (!isStale(error)) throw error;
    return (await editedBefore(db, userId, table, edit)) !== null;
  }
}
