import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { HOURS_DAYS } from "~/diary/expected/hours";
import { MAX_PERIOD_DAYS, type Period } from "~/diary/expected/period";
import { leaveBetween, leaveSettingsOf, leaveYearsOf } from "~/diary/leave/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { plansOf } from "~/planning/job-plans/queries.server";
import { jobPlanElements, jobPlans, standardMinutesPerPa } from "~/planning/job-plans/table.server";
import { elementsBetween, sharesDays, timesBetween } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { DAY_S } from "~/platform/time/durations";
import type { LondonDate } from "~/platform/time/london";

/** Days by which leave reaches beyond a period: it counts by leave year, and study leave by three of them. */
export const LEAVE_BEFORE = 1100;
export const LEAVE_AFTER = 370;

type Days = Pick<Period, "begins" | "ends">;

/**
 * Statements of one batch that read everything progress is calculated from. The statements find the period themselves,
 * so that the batch reads no more after thirty years of work than after one.
 * @param worked the days whose sessions are read, where no more than the period's own are needed
 */
export function progressBatch(db: Database, userId: number, planRef: string | null, day: LondonDate, worked?: Days) {
  const begins = periodBegins(userId, planRef, day);
  const ends = after(begins, MAX_PERIOD_DAYS);
  const [leaveFrom, leaveTo] = [after(begins, -LEAVE_BEFORE), after(ends, LEAVE_AFTER)];
  return [
    plansOf(db, userId),
    // Of all plans of the leave that is read: they decide which of its days are days of work.
    elementsBetween(db, userId, leaveFrom, leaveTo),
    timesBetween(db, userId, leaveFrom, leaveTo),
    localPublicHolidaysOf(db, userId),
    leaveBetween(db, userId, leaveFrom, leaveTo),
    leaveYearsOf(db, userId),
    leaveSettingsOf(db, userId),
    worked
      ? sessionsBetween(db, userId, sql`${worked.begins}`, sql`${worked.ends}`)
      : sessionsBetween(db, userId, after(begins, -HOURS_DAYS), ends),
    firstSession(db, userId),
  ] as const;
}

/**
 * Expression: the first day of the period that is shown, as `periodOf` calculates it for the plan that is asked for, or
 * for the plan that `nearestPlan` finds. Almost always a plan contains the day: then no other row is read.
 */
function periodBegins(userId: number, planRef: string | null, day: LondonDate): SQL<LondonDate> {
  const within = sql`min(max(date_start, ${day}), coalesce(date_end, '9999-12-31'))`;
  const asked = planRef === null ? sql`` : sql`AND unique_ref = ${planRef}`;
  const order = sql`date_start DESC, created_at DESC, unique_ref LIMIT 1`;
  return sql<LondonDate>`coalesce(
    (SELECT ${countedBeginOf(sql`${day}`)} FROM job_plans
      WHERE ${sharesDays(userId, day, day)} ${asked} ORDER BY ${order}),
    (SELECT ${countedBeginOf(within)} FROM job_plans
      WHERE user_id = ${userId} ${asked} ORDER BY abs(unixepoch(${within}) - unixepoch(${day})), ${order}))`;
}

/** Condition on a row of job_plans: the whole plan is one period, see `periodOf`. */
function isShortPlan(): SQL {
  return sql`unixepoch(date_end) - unixepoch(date_start) < ${MAX_PERIOD_DAYS * DAY_S}`;
}

/**
 * Expression on a row of job_plans: the first day of the period that contains `within`, a day of the plan. SQLite reads
 * 29 February of a common year as 1 March, as `planYearBegin` does.
 */
function periodBeginOf(within: SQL): SQL {
  const year = sql`substr(${within}, 1, 4) - (substr(date_start, 5) > substr(${within}, 5))`;
  return sql`CASE WHEN ${isShortPlan()} THEN date_start
    ELSE date(printf('%04d', ${year}) || substr(date_start, 5), '+0 days') END`;
}

/** As `periodBeginOf`, but no earlier than the plan counts, see `periodOf`. */
export function countedBeginOf(within: SQL): SQL {
  const counted = sql`coalesce(min(counts_from, coalesce(date_end, '9999-12-31')), '')`;
  return sql`max(${periodBeginOf(within)}, ${counted})`;
}

function after(date: SQL, days: number): SQL<LondonDate> {
  return sql<LondonDate>`date(${date}, ${`${days} days`})`;
}

/**
 * Sessions that start between two dates, with a day to spare on either side, which is more than any change of the
 * clocks.
 */
function sessionsBetween(db: Database, userId: number, from: SQL, to: SQL) {
  const { unique_ref, start_at, element_ref, work_kind, pa_basis, standard_minutes, premium_minutes, pa_units } =
    sessions;
  return db
    .select({
      ...{ unique_ref, start_at, element_ref, work_kind, pa_basis, standard_minutes, premium_minutes, pa_units },
      outcome: sessions.outcome,
      standard_minutes_per_pa: standardMinutesPerPa(sessions.pa_rules),
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        gte(start_at, sql`(unixepoch(${from}) - ${DAY_S}) * 1000`),
        lt(start_at, sql`(unixepoch(${to}) + ${2 * DAY_S}) * 1000`),
      ),
    )
    .orderBy(asc(start_at));
}

/** Statement: the start of the first session. */
function firstSession(db: Database, userId: number) {
  return db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(eq(sessions.user_id, userId))
    .orderBy(asc(sessions.start_at))
    .limit(1);
}

/**
 * Statement: sums of the work in the current period of each plan that contains `day`, by element, up to the instant
 * `until`. It reads from the index alone, and without a sort, which would read every row twice. Elements that do not
 * count are included.
 */
export function doneInPeriods(db: Database, userId: number, day: LondonDate, until: number) {
  const ofElement = sql`s.element_ref = ${jobPlanElements.unique_ref}`;
  return db
    .select({ element_ref: jobPlanElements.unique_ref, ...sumsOfPeriod(userId, day, until, ofElement) })
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(sharesDays(userId, day, day));
}

/** As `doneInPeriods`, for the sessions without an element, those outside the plan among them: none of them counts. */
export function untaggedInPeriods(db: Database, userId: number, day: LondonDate, until: number) {
  const ofNone = sql`s.element_ref IS NULL`;
  return db
    .select({
      plan_ref: jobPlans.unique_ref,
      element_ref: sql<null>`NULL`.as("element_ref"),
      ...sumsOfPeriod(userId, day, until, ofNone),
    })
    .from(jobPlans)
    .where(sharesDays(userId, day, day));
}

/**
 * Sums of PA units: `since` from midnight UTC of the period's first day, `in_hour` in the hour before, which belongs to
 * that day in summer time.
 */
function sumsOfPeriod(userId: number, day: LondonDate, until: number, of: SQL) {
  const midnight = sql`unixepoch(${countedBeginOf(sql`${day}`)}) * 1000`;
  const total = (from: SQL, to: SQL) =>
    sql<number>`(SELECT total(s.pa_units) FROM sessions s INDEXED BY sessions_done
    WHERE s.user_id = ${userId} AND ${of} AND s.start_at >= ${from} AND s.start_at < ${to})`.mapWith(Number);
  return {
    since: total(midnight, sql`${until}`).as("since"),
    in_hour: total(sql`${midnight} - 3600000`, sql`min(${midnight}, ${until})`).as("in_hour"),
  };
}
