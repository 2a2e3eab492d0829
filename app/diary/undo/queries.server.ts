import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { changedRowsOf } from "~/changes/open-change.server";
import type { PartName } from "~/changes/parts.server";
import { changedRows, changes } from "~/changes/table.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import type { Database } from "~/platform/db/database.server";

/** Most changes on the page: more than a busy hour makes. */
const MAX_SHOWN = 100;

const COLUMNS = {
  number: changes.number,
  message: changes.message,
  occurred_at: changes.occurred_at,
  undone_by: changes.undone_by,
};

/** The changes that a user can still undo, newest first. For a page's batch. */
export function undoableChanges(db: Database, userId: number, now: number) {
  return db
    .select(COLUMNS)
    .from(changes)
    .where(
      and(
        eq(changes.user_id, userId),
        isNull(changes.undone_by),
        isNull(changes.undoes),
        gt(changes.occurred_at, now - UNDO_WINDOW_MS),
        // A save without a change has nothing to restore, nor has the undo of an import that had placed nothing.
        changedRowsOf(userId, changes.number),
      ),
    )
    .orderBy(desc(changes.number))
    .limit(MAX_SHOWN);
}

/**
 * One change of a user, even if it is undone or too old. For a page's batch; empty when it is not the user's.
 * @param undoRef its reference in addresses
 */
export function changeRow(db: Database, userId: number, undoRef: string) {
  return db
    .select(COLUMNS)
    .from(changes)
    .where(and(eq(changes.user_id, userId), eq(changes.number, numberOf(undoRef))));
}

/** The number of a change from its reference in an address; 0, which no change has, when that is invalid. */
export function numberOf(undoRef: string): number {
  return /^[1-9]\d{0,14}$/.test(undoRef) ? Number(undoRef) : 0;
}

/** The change that deleted a row and can still be undone. */
interface DeletedBy {
  number: number;
  /** The former row, by column. */
  row: Record<string, unknown>;
  /** How many rows of each part it deleted, the row itself included. */
  counts: Partial<Record<PartName, number>>;
}

/**
 * Finds the newest change that deleted a row. @returns null when no change of the last hour deleted it, or that was
 * undone
 */
export async function changeThatDeleted(
  { db, userId, now }: Writer,
  part: PartName,
  ref: string,
): Promise<DeletedBy | null> {
  const counts = sql<string>`(SELECT json_group_object(part, n) FROM (SELECT own.table_name AS part, count(*) AS n
    FROM ${changedRows} AS own WHERE own.user_id = ${userId} AND own.number = ${changes.number}
      AND own.version_left IS NULL AND own.before IS NOT NULL GROUP BY part))`;
  const [found] = await db
    .select({ number: changedRows.number, row: changedRows.before, counts: counts.as("counts") })
    .from(changes)
    .innerJoin(
      changedRows,
      and(
        eq(changedRows.user_id, changes.user_id),
        eq(changedRows.number, changes.number),
        eq(changedRows.table_name, part),
        eq(changedRows.unique_ref, ref),
      ),
    )
    .where(
      and(
        eq(changes.user_id, userId),
        isNull(changes.undone_by),
        isNull(changes.undoes),
        gt(changes.occurred_at, now - UNDO_WINDOW_MS),
        isNull(changedRows.version_left),
        sql`${changedRows.before} IS NOT NULL`,
      ),
    )
    .orderBy(desc(changes.number))
    .limit(1);
  return found?.row ? { number: found.number, row: found.row, counts: JSON.parse(found.counts) } : null;
}
