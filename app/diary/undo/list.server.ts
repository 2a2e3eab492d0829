import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { UNDO_HOLDS_MS } from "~/diary/changes.server";
import { changedRows, changes } from "~/diary/tables.server";
import type { Database } from "~/platform/db/database.server";

/** A busy hour has fewer. */
const MOST_SHOWN = 100;

const COLUMNS = {
  number: changes.number,
  message: changes.message,
  occurred_at: changes.occurred_at,
  undone_by: changes.undone_by,
};

/** What a user can still undo, the last first. For a page's batch. */
export function undoableChanges(db: Database, userId: number, now: number) {
  return db
    .select(COLUMNS)
    .from(changes)
    .where(
      and(
        eq(changes.user_id, userId),
        isNull(changes.undone_by),
        isNull(changes.undoes),
        gt(changes.occurred_at, now - UNDO_HOLDS_MS),
        // The undo of an import that had placed nothing has nothing to put back.
        sql`EXISTS (SELECT 1 FROM ${changedRows} AS did WHERE did.user_id = ${userId} AND did.number = ${changes.number})`,
      ),
    )
    .orderBy(desc(changes.number))
    .limit(MOST_SHOWN);
}

/**
 * One change of a user, undone or too old perhaps. For a page's batch; empty when it is not the user's.
 * @param undoRef as addresses name it
 */
export function changeRow(db: Database, userId: number, undoRef: string) {
  return db
    .select(COLUMNS)
    .from(changes)
    .where(and(eq(changes.user_id, userId), eq(changes.number, numberOf(undoRef))));
}

/** The number of a change by its name in an address; 0, which no change has, for what is none. */
export function numberOf(undoRef: string): number {
  return /^[1-9]\d{0,14}$/.test(undoRef) ? Number(undoRef) : 0;
}
