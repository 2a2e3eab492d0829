import { and, asc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { isStale, newRef, refersTo } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { keepForUndo, stepThatDeleted } from "~/db/undo-steps.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { fallsInLeave } from "~/leave/away";
import type { LeaveSpan } from "~/leave/kinds";
import { leave } from "~/leave/table.server";
import { REACH_MS } from "~/sessions/queries.server";
import { sessions } from "~/sessions/table.server";

// Named in full, so that a statement of one table does not shorten its columns.
const heldCases = sql.raw(
  "(SELECT count(*) FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_id = sessions.user_id)",
) as SQL<number>;
/** Of the session itself: a case that has one is held itself. */
const heldFees = sql.raw(
  "(SELECT count(*) FROM claims AS fee WHERE fee.session_ref = sessions.unique_ref AND fee.user_id = sessions.user_id)",
) as SQL<number>;

const COLUMNS = {
  unique_ref: sessions.unique_ref,
  version: sessions.version,
  start_at: sessions.start_at,
  end_at: sessions.end_at,
  pa_units: sessions.pa_units,
  recurring_uuid: sessions.recurring_uuid,
  element: jobPlanElements.description,
  cases: heldCases.mapWith(Number).as("cases"),
  fees: heldFees.mapWith(Number).as("fees"),
};

/** A little more than a day either way of UTC's midnights: `sessionsInside` judges by London's. */
const SLACK_MS = 2 * 86_400_000;

/** The sessions around a leave of the user, first to last. For a page's batch; see `sessionsInside`. */
export function sessionsAroundLeave(db: Database, userId: number, leaveRef: string) {
  const midnight = (column: SQLiteColumn) => sql`unixepoch(${column}) * 1000`;
  return db
    .select(COLUMNS)
    .from(leave)
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, leave.user_id),
        gt(sessions.start_at, sql`${midnight(leave.date_start)} - ${REACH_MS + SLACK_MS}`),
        lt(sessions.start_at, sql`${midnight(leave.date_end)} + ${SLACK_MS}`),
        gt(sessions.end_at, sql`${midnight(leave.date_start)} - ${SLACK_MS}`),
      ),
    )
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(leave.user_id, userId), eq(leave.unique_ref, leaveRef)))
    .orderBy(asc(sessions.start_at));
}

export type LeaveSession = Awaited<ReturnType<typeof sessionsAroundLeave>>[number];

/** Those of them that fall in the leave. */
export function sessionsInside(span: LeaveSpan, around: readonly LeaveSession[]): LeaveSession[] {
  return around.filter(({ start_at, end_at }) => fallsInLeave({ startAt: start_at, endAt: end_at }, span));
}

/** Only what a series made and nobody filled in is taken out with the leave: all else somebody entered on purpose. */
export function goesWithLeave({ recurring_uuid, cases, fees }: LeaveSession): boolean {
  return recurring_uuid !== null && cases + fees === 0;
}

/** A session as the page showed it, for its form: `ref.version`. */
export function markOf({ unique_ref, version }: Pick<LeaveSession, "unique_ref" | "version">): string {
  return `${unique_ref}.${version}`;
}

/**
 * Takes sessions of series out of the diary in one batch, and none of them when one was changed, or got a case or a
 * fee, since the page showed it, or when the leave was changed since it was read. The same form sent again is answered as it was.
 * @param marks see `markOf`
 * @returns how many went and the step that undoes it; or that they are not as shown.
 */
export async function removeFromLeave(
  db: Database,
  userId: number,
  from: LeaveSpan & { unique_ref: string; version: number },
  around: readonly LeaveSession[],
  marks: readonly string[],
  now: number,
): Promise<{ removed: number; undo: string | null } | "changed"> {
  const going = sessionsInside(from, around).filter((each) => goesWithLeave(each) && marks.includes(markOf(each)));
  if (going.length < marks.length) return (await removedBefore(db, userId, marks, now)) ?? "changed";
  const refs = going.map(({ unique_ref, version }) => [unique_ref, version]);
  const these = sql`${sessions.user_id} = ${userId} AND ${sessions.unique_ref} IN
    (SELECT each.value ->> 0 FROM json_each(${JSON.stringify(refs)}) AS each)`;
  const asRead = sql`EXISTS (SELECT 1 FROM leave AS off WHERE off.user_id = ${userId}
    AND off.unique_ref = ${from.unique_ref} AND off.version = ${from.version})`;
  const undo = newRef();
  const says = going.length === 1 ? "1 session in leave removed" : `${going.length} sessions in leave removed`;
  try {
    const [, kept, removed] = await db.batch([
      db
        .update(sessions)
        .set({
          // NULL, which the column refuses, for one that is no longer as it was shown.
          version: sql`CASE WHEN ${sessions.version} = each.value ->> 1 AND ${heldCases} + ${heldFees} = 0 AND ${asRead}
            THEN ${sessions.version} END`,
        })
        .from(sql`json_each(${JSON.stringify(refs)}) AS each`)
        .where(and(eq(sessions.user_id, userId), sql`${sessions.unique_ref} = each.value ->> 0`)),
      keepForUndo(db, userId, { ref: undo, says, deletes: [{ table: sessions, where: these }] }, now),
      db.delete(sessions).where(these),
    ]);
    return { removed: removed.meta.changes, undo: kept.meta.changes > 0 ? undo : null };
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
}

/** For a form whose answer was lost: the act that took away exactly these. */
async function removedBefore(db: Database, userId: number, marks: readonly string[], now: number) {
  const refs = marks.map((mark) => mark.split(".")[0] ?? "");
  const step = await stepThatDeleted(db, userId, sessions, refs[0] ?? "", now);
  if (!step || step.counts.sessions !== marks.length) return null;
  const left = await db.$count(
    sessions,
    sql`${sessions.user_id} = ${userId} AND ${sessions.unique_ref} IN (SELECT value FROM json_each(${JSON.stringify(refs)}))`,
  );
  return left === 0 ? { removed: marks.length, undo: step.ref } : null;
}
