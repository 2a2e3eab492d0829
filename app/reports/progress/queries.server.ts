import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { localBankDaysOf } from "~/job-plans/bank-days/local-days.server";
import { plansOf } from "~/job-plans/queries.server";
import { jobPlans } from "~/job-plans/table.server";
import { elementsBetween, timesBetween } from "~/job-plans/valued-plans.server";
import { leaveBetween } from "~/leave/between.server";
import { leaveSettingsOf, leaveYearsOf } from "~/leave/queries.server";
import { sessions } from "~/sessions/table.server";
import type { LondonDate } from "~/time/london";
import { HOURS_DAYS } from "./hours";
import { PERIOD_MOST_DAYS } from "./period";

const DAY_S = 86_400;

/** Leave counts by its own years, and study leave by three of them: how far these reach beyond a period, in days. */
export const LEAVE_BEFORE = 1100;
export const LEAVE_AFTER = 370;

/**
 * All that progress is reckoned from, as one batch that reads no more after thirty years of work than after one:
 * the period that it asks for is found inside of it.
 * @param planRef null: the plan nearest to the day
 */
export function progressBatch(db: Database, userRef: string, planRef: string | null, day: LondonDate) {
  const begins = periodBegins(userRef, planRef, day);
  const ends = after(begins, PERIOD_MOST_DAYS);
  return [
    plansOf(db, userRef),
    elementsBetween(db, userRef, begins, ends),
    timesBetween(db, userRef, begins, ends),
    localBankDaysOf(db, userRef),
    leaveBetween(db, userRef, after(begins, -LEAVE_BEFORE), after(ends, LEAVE_AFTER)),
    leaveYearsOf(db, userRef),
    leaveSettingsOf(db, userRef),
    sessionsBetween(db, userRef, after(begins, -HOURS_DAYS), ends),
    firstSession(db, userRef),
  ] as const;
}

/**
 * The first day of the period that is shown: `periodOf` of the plan that is asked for, or of the one nearest to the
 * day, as `nearestPlan` has it.
 */
function periodBegins(userRef: string, planRef: string | null, day: LondonDate): SQL<LondonDate> {
  const within = sql`min(max(date_start, ${day}), coalesce(date_end, '9999-12-31'))`;
  const asked = planRef === null ? sql`` : sql`AND unique_ref = ${planRef}`;
  return sql<LondonDate>`(SELECT ${periodBeginOf(within)} FROM job_plans WHERE user_ref = ${userRef} ${asked}
    ORDER BY abs(unixepoch(${within}) - unixepoch(${day})), date_start, created_at LIMIT 1)`;
}

/**
 * Of a row of job_plans, the first day of its period that holds one of its days. SQLite takes the 29 February of a
 * common year for 1 March, as `planYearBegin` does.
 */
export function periodBeginOf(within: SQL): SQL {
  const year = sql`substr(${within}, 1, 4) - (substr(date_start, 5) > substr(${within}, 5))`;
  return sql`CASE WHEN unixepoch(date_end) - unixepoch(date_start) < ${PERIOD_MOST_DAYS * DAY_S} THEN date_start
    ELSE date(printf('%04d', ${year}) || substr(date_start, 5), '+0 days') END`;
}

function after(date: SQL, days: number): SQL<LondonDate> {
  return sql<LondonDate>`date(${date}, ${`${days} days`})`;
}

/** Sessions that start between two dates, or a little outside of them: a night more than any change of clocks. */
function sessionsBetween(db: Database, userRef: string, from: SQL, to: SQL) {
  return db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      element_ref: sessions.element_ref,
      pa_basis: sessions.pa_basis,
      standard_minutes: sessions.standard_minutes,
      premium_minutes: sessions.premium_minutes,
      pa_units: sessions.pa_units,
      standard_minutes_per_pa: sql<number>`json_extract(${sessions.pa_rules}, '$.standard_minutes_per_pa')`,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_ref, userRef),
        gte(sessions.start_at, sql`(unixepoch(${from}) - ${DAY_S}) * 1000`),
        lt(sessions.start_at, sql`(unixepoch(${to}) + ${2 * DAY_S}) * 1000`),
      ),
    )
    .orderBy(asc(sessions.start_at));
}

/** When the diary begins. */
function firstSession(db: Database, userRef: string) {
  return db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(eq(sessions.user_ref, userRef))
    .orderBy(asc(sessions.start_at))
    .limit(1);
}

/**
 * What was done in the current period of each plan that holds a day, by element, up to an instant: from the index
 * alone. `since` UTC's midnight of the period's first day, and in the hour before, which is that day's in summer time.
 */
export function doneInPeriods(db: Database, userRef: string, day: LondonDate, until: number) {
  const midnight = sql`unixepoch(${periodBeginOf(sql`${day}`)}) * 1000`;
  // A cross join keeps SQLite from walking all sessions of the year instead.
  return db
    .select({
      element_ref: sql<string>`e.unique_ref`.as("element_ref"),
      since: sql<number>`total(CASE WHEN s.start_at >= ${midnight} THEN s.pa_units END)`.mapWith(Number).as("since"),
      in_hour: sql<number>`total(CASE WHEN s.start_at < ${midnight} THEN s.pa_units END)`.mapWith(Number).as("in_hour"),
    })
    .from(jobPlans)
    .crossJoin(sql`job_plan_elements e`)
    .crossJoin(sql`sessions s`)
    .where(
      sql`${jobPlans.user_ref} = ${userRef} AND ${jobPlans.date_start} <= ${day}
        AND coalesce(${jobPlans.date_end} >= ${day}, TRUE)
        AND e.plan_ref = ${jobPlans.unique_ref} AND e.counts_to_balance
        AND s.user_ref = ${userRef} AND s.element_ref = e.unique_ref
        AND s.start_at >= ${midnight} - 3600000 AND s.start_at < ${until}`,
    )
    .groupBy(sql`e.unique_ref`);
}
