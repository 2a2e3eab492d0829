import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { data } from "react-router";
import { isStale, newRef, sameVersion } from "./columns.server";
import type { Database } from "./database.server";
import { type DeletedBy, type Going, keepForUndo, stepThatDeleted } from "./undo-steps.server";

type VersionedTable = SQLiteTable & { version: SQLiteColumn };

/** The deletion of a row at the version that its page showed. */
export interface Deletion {
  table: VersionedTable;
  ref: string;
  /** Finds the row, by its owner too. */
  where: SQL | undefined;
  version: number;
  /** The act in words, for the list of what can be undone. */
  says: string;
  /** What hangs on the row: it goes with it, in this order, and comes back after it. */
  hanging?: readonly Going[];
  /** What else happens then, before anything goes. */
  more?: readonly BatchItem<"sqlite">[];
  /** Whether an earlier act that took this row away, at this version, was a deletion of this kind. */
  isOfKind?: (before: DeletedBy) => boolean;
}

/** The statement that fails its batch, as `isStale` knows, unless the row has this version; it changes nothing else. */
function checkVersion(db: Database, table: VersionedTable, where: SQL | undefined, version: number) {
  return db
    .update(table)
    .set({ version: sameVersion(table.version, version) })
    .where(where);
}

/**
 * Takes a row away so that it can be undone. A form that is sent again, because its answer was lost, is answered as
 * it was.
 * @returns the step that undoes it, null when that would be too long to keep; or that the row has changed since.
 * @throws 404 when it is not there, or not the user's.
 */
export async function deleteOnce(
  db: Database,
  userId: number,
  { table, ref, where, version, says, hanging = [], more = [], isOfKind = () => true }: Deletion,
  now: number,
): Promise<{ undo: string | null } | "changed"> {
  const undo = newRef();
  const deletes = [{ table, where: sql`${where}` }, ...hanging];
  try {
    const [there, kept] = await db.batch([
      checkVersion(db, table, where, version),
      keepForUndo(db, userId, { ref: undo, says, deletes }, now),
      ...more,
      ...hanging.map((each) => db.delete(each.table).where(each.where)),
      db.delete(table).where(where),
    ]);
    if (there.meta.changes > 0) return { undo: kept.meta.changes > 0 ? undo : null };
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
  const before = await stepThatDeleted(db, userId, table, ref, now);
  if (!before || before.row.version !== version || !isOfKind(before)) throw data(null, { status: 404 });
  return { undo: before.ref };
}

/** As `deleteOnce`, for good. @throws 404 when the row is not there, or not the user's. */
export async function deleteForGood(
  db: Database,
  { table, where, version }: Pick<Deletion, "table" | "where" | "version">,
): Promise<"deleted" | "changed"> {
  try {
    const [there] = await db.batch([checkVersion(db, table, where, version), db.delete(table).where(where)]);
    if (there.meta.changes === 0) throw data(null, { status: 404 });
    return "deleted";
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
}
