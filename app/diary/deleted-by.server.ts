import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { PartName } from "./aggregate.server";
import { UNDO_HOLDS_MS } from "./changes.server";
import { changedRows, changes } from "./tables.server";
import type { Writer } from "./write-rows.server";

/** The change that deleted a row and can still be undone. */
export interface DeletedBy {
  number: number;
  /** The row as it was, by column. */
  row: Record<string, unknown>;
  /** How many rows of each part it deleted, the row itself included. */
  counts: Partial<Record<PartName, number>>;
}

/** @returns null when no change of the last hour deleted it, or that was undone */
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
        gt(changes.occurred_at, now - UNDO_HOLDS_MS),
        isNull(changedRows.version_left),
        sql`${changedRows.before} IS NOT NULL`,
      ),
    )
    .orderBy(desc(changes.number))
    .limit(1);
  return found?.row ? { number: found.number, row: found.row, counts: JSON.parse(found.counts) } : null;
}
