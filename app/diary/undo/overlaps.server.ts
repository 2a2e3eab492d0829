import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { REACH_MS } from "~/diary/sessions/queries.server";
import { overlapWarning } from "~/diary/sessions/sentences";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";

/** What lies at the times of the sessions that an undo put back: a row a pair, first to last. @param undo its number */
export function overlapsOf(db: Database, userId: number, undo: SQL) {
  return db
    .select({
      back: sql<string>`back.unique_ref`.as("back_ref"),
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element: jobPlanElements.description,
    })
    .from(
      sql`changed_rows AS kept JOIN sessions AS back ON back.user_id = kept.user_id AND back.unique_ref = kept.unique_ref`,
    )
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, userId),
        gt(sessions.start_at, sql`back.start_at - ${REACH_MS}`),
        lt(sessions.start_at, sql`back.end_at`),
        gt(sessions.end_at, sql`back.start_at`),
        sql`NOT EXISTS (SELECT 1 FROM changed_rows AS own WHERE own.user_id = ${userId} AND own.number = ${undo}
          AND own.table_name = 'sessions' AND own.unique_ref = ${sessions.unique_ref})`,
      ),
    )
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      sql`kept.user_id = ${userId} AND kept.number = ${undo} AND kept.table_name = 'sessions' AND NOT kept.only_moved`,
    )
    .orderBy(sessions.start_at);
}

export type OverlappingBack = Awaited<ReturnType<typeof overlapsOf>>[number];

/** @param back how many sessions came back. @returns null where nothing else is at their times */
export function formatOverlap(overlaps: readonly OverlappingBack[], back: number): string | null {
  const overlapping = new Set(overlaps.map((each) => each.back)).size;
  if (back === 0 || overlapping === 0) return null;
  if (back === 1) return overlapWarning(overlaps);
  return `${overlapping} of them ${overlapping === 1 ? "overlaps" : "overlap"} other sessions`;
}
