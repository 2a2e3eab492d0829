import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import type { Writer } from "~/diary/write-rows.server";
import { isStale, nextVersion } from "~/platform/db/columns.server";
import { isRepeatedEdit, recordEdit } from "~/platform/db/idempotency.server";
import type { payers, rates } from "./table.server";

/**
 * An edit of a rate or a payer: its reference, the version that was opened, and the fingerprint of the form's answers.
 */
export interface ListedEdit {
  unique_ref: string;
  version: number;
  fingerprint: string;
}

interface Save<Table> {
  table: Table;
  /** Condition that selects the row, by its user too. */
  where: SQL | undefined;
  set: object;
  /** Statements of the same batch: `ahead` runs before the save, `after` after it. */
  ahead: readonly BatchItem<"sqlite">[];
  after?: readonly BatchItem<"sqlite">[];
}

/**
 * Saves a rate or a payer.
 * @returns false when the row was saved since it was shown, and not by this very form
 * @throws 404 when the row does not exist
 */
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
  const [first, ...others] = [...ahead, save, recordEdit(db, userId, table, edit, now), ...after];
  try {
    const results = (await db.batch([first as BatchItem<"sqlite">, ...others])) as { meta: { changes: number } }[];
    if (results[ahead.length]?.meta.changes === 0) throw data(null, { status: 404 });
    return true;
  } catch (error) {
    if (!isStale(error)) throw error;
    return (await isRepeatedEdit(db, userId, table, edit)) !== null;
  }
}
