import { and, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { leaveBetween } from "~/diary/leave/queries.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { WEEK_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant, londonMoment, mondayOf } from "~/platform/time/london";
import { sessionCounts } from "./outside-plan.server";
import type { CountedSession, SurroundingWeeks } from "./sums";
import { type cancellations, sessions } from "./table.server";
import type { LoggedRow } from "./week-due";

/** Whole weeks before and after the week of a form's date: sessions that are logged late are seldom older. */
const WEEKS_BEFORE = 4;
const WEEKS_AFTER = 1;

/** @returns Mondays; `until` is the day after the last */
export function surroundingWeeks(date: LondonDate): { from: LondonDate; until: LondonDate } {
  const monday = mondayOf(date);
  return { from: addDays(monday, -7 * WEEKS_BEFORE), until: addDays(monday, 7 * (WEEKS_AFTER + 1)) };
}

/** @param rows may include sessions of other weeks */
export function surroundingSessions(date: LondonDate, rows: readonly CountedSession[]): SurroundingWeeks {
  const weeks = surroundingWeeks(date);
  const sessions = rows.filter(({ start_at }) => {
    const day = londonMoment(start_at).date;
    return weeks.from <= day && day < weeks.until;
  });
  return { ...weeks, sessions };
}

/** Leave is read from so many days before a session, which may be moved, to so many after it. */
const LEAVE_DAYS_BEFORE = 35;
const LEAVE_DAYS_AFTER = 200;

/** The sessions that start in the weeks around a date. For a page's batch. */
export function sessionsAroundDate(db: Database, userId: number, date: LondonDate) {
  const { from, until } = surroundingWeeks(date);
  return countedSessions(db, userId, londonInstant(from), londonInstant(until));
}

/**
 * The sessions around the date of a stored session, without that one, and some of further weeks. For a page's batch.
 */
export function sessionsAroundSession(db: Database, userId: number, sessionRef: string) {
  const start = sql`(SELECT here.start_at FROM sessions here WHERE here.user_id = ${userId} AND here.unique_ref = ${sessionRef})`;
  return countedSessions(db, userId, sql`${start} - ${6 * WEEK_MS}`, sql`${start} + ${3 * WEEK_MS}`, sessionRef);
}

/** The leave of the weeks around the date of a stored session. For a page's batch. */
export function leaveAroundSession(db: Database, userId: number, sessionRef: string) {
  const day = (
    shift: string,
  ) => sql<LondonDate>`(SELECT date(here.start_at / 1000, 'unixepoch', ${shift}) FROM sessions here
    WHERE here.user_id = ${userId} AND here.unique_ref = ${sessionRef})`;
  return leaveBetween(db, userId, day(`-${LEAVE_DAYS_BEFORE} days`), day(`${LEAVE_DAYS_AFTER} days`));
}

function countedSessions(db: Database, userId: number, from: number | SQL, until: number | SQL, without = "") {
  return db
    .select({
      start_at: sessions.start_at,
      pa_units: sessions.pa_units,
      counts_to_balance: sessionCounts,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(
        eq(sessions.user_id, userId),
        gte(sessions.start_at, from),
        lt(sessions.start_at, until),
        ne(sessions.unique_ref, without),
      ),
    );
}

interface ElementDay {
  elementRef: string;
  date: LondonDate;
}

/**
 * Guard: each element has as many sessions (or cancellations) that begin on its day as were read, so that of two
 * requests at once only one is carried out.
 */
export function unchangedSinceRead(
  userId: number,
  table: typeof sessions | typeof cancellations,
  days: readonly ElementDay[],
  read: readonly LoggedRow[],
): SQL {
  // There may be two thousand days.
  const byDay = Map.groupBy(read, ({ element_ref, start_at }) => `${element_ref}/${londonMoment(start_at).date}`);
  const list = days.map(({ elementRef, date }) => {
    const count = byDay.get(`${elementRef}/${date}`)?.length ?? 0;
    return [elementRef, londonInstant(date), londonInstant(addDays(date, 1)), count];
  });
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(list)}) AS day WHERE day.value ->> 3 <> (
    SELECT count(*) FROM ${table} AS there WHERE there.user_id = ${userId} AND there.element_ref = day.value ->> 0
    AND there.start_at >= day.value ->> 1 AND there.start_at < day.value ->> 2))`;
}
