import { type SQL, sql } from "drizzle-orm";
import { nextVersion } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import type { LeaveAnswers } from "./form";
import { otherSharesHalf } from "./halves.server";
import { thisLeave } from "./queries.server";
import { leave } from "./table.server";

type SealedLeave = LeaveAnswers["leave"] & { unique_ref: string; sealed: Uint8Array | null };

export function insertLeave(db: Database, userId: number, row: SealedLeave, now: number) {
  return db.insert(leave).values({
    ...row,
    user_id: userId,
    date_start: unlessOverlapping(userId, row),
    created_at: now,
    updated_at: now,
  });
}

export function updateLeave(db: Database, userId: number, row: SealedLeave, version: number, now: number) {
  const { unique_ref, ...changes } = row;
  return db
    .update(leave)
    .set({
      ...changes,
      date_start: unlessOverlapping(userId, row),
      version: nextVersion(leave.version, version),
      updated_at: now,
    })
    .where(thisLeave(userId, unique_ref));
}

/**
 * The first day of a leave, or NULL (which the column refuses) when another that is not called off shares half a day
 * with it: two tabs cannot slip past each other. See `sharesHalf`.
 */
function unlessOverlapping(userId: number, row: SealedLeave): SQL<string> {
  if (row.status === "cancelled") return sql`${row.date_start}`;
  return sql`CASE WHEN NOT EXISTS (
    SELECT 1 FROM leave AS other
    WHERE other.user_id = ${userId} AND other.unique_ref <> ${row.unique_ref} AND other.status <> 'cancelled'
      AND ${otherSharesHalf((column) => sql`${row[column]}`)}
  ) THEN ${row.date_start} END`;
}
