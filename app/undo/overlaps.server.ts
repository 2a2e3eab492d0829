import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { refersTo } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { undoSteps } from "~/db/undo-steps.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { REACH_MS } from "~/sessions/queries.server";
import { overlapWarning } from "~/sessions/sentences";
import { sessions } from "~/sessions/table.server";
import { changedBy } from "./put-back-changes.server";

/**
 * What was entered at the times of the sessions that a step holds, as they were: a row a pair, first to last. In the
 * batch of taking it back, before they come back. @param step finds the step.
 */
export function overlapsOf(db: Database, userId: number, step: SQL | undefined) {
  const [starts, ends] = [sql`kept.value ->> '$.start_at'`, sql`kept.value ->> '$.end_at'`];
  return db
    .select({
      kept: sql<string>`kept.value ->> '$.unique_ref'`.as("kept_ref"),
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element: jobPlanElements.description,
    })
    .from(undoSteps)
    .innerJoin(sql`json_each(${undoSteps.deleted}, '$.sessions') AS kept`, sql`TRUE`)
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, userId),
        gt(sessions.start_at, sql`(${starts}) - ${REACH_MS}`),
        lt(sessions.start_at, sql`(${ends})`),
        gt(sessions.end_at, sql`(${starts})`),
        // What the act changed lies at the times that it is taken back from.
        sql`${sessions.unique_ref} NOT IN ${changedBy(step)}`,
      ),
    )
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(step)
    .orderBy(sessions.start_at);
}

/** @param back how many sessions came back. @returns null where nothing else is at their times */
export function overlapWords(overlaps: Awaited<ReturnType<typeof overlapsOf>>, back: number): string | null {
  const overlapping = new Set(overlaps.map(({ kept }) => kept)).size;
  if (back === 0 || overlapping === 0) return null;
  if (back === 1) return overlapWarning(overlaps);
  return `${overlapping} of them ${overlapping === 1 ? "overlaps" : "overlap"} other sessions`;
}
