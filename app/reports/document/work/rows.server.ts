import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { leaveBetween, leaveSettingsOf, leaveYearsOf } from "~/diary/leave/queries.server";
import { hasNoTimes } from "~/diary/sessions/conditions.server";
import { sessions } from "~/diary/sessions/table.server";
import { standardMinutesPerPa } from "~/planning/job-plans/stored-rules.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { elementsBetween, plansBetween, timesBetween } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/local-days.server";
import { refersTo } from "~/platform/db/columns.server";
import type { LondonDate } from "~/platform/time/london";
import { LEAVE_AFTER, LEAVE_BEFORE } from "~/progress/queries.server";
import { filtersOf } from "../choices";
import type { ReportScope } from "../section.server";

/** The sessions of the report, first to last, each with what its element is. One read for all tables of work. */
export function workedSessions(scope: ReportScope) {
  return scope.once("worked sessions", () => sessionsWhere(scope, scope.chosen));
}

export type WorkedRow = Awaited<ReturnType<typeof workedSessions>>[number];

/** As `workedSessions`, whatever the filters: a plan is held against all that was done. */
export function sessionsOfPeriod(scope: ReportScope) {
  const { userId, bounds, choices } = scope;
  if (filtersOf(choices) === 0) return workedSessions(scope);
  const ofPeriod = and(
    eq(sessions.user_id, userId),
    gte(sessions.start_at, bounds.fromAt),
    lt(sessions.start_at, bounds.endAt),
  );
  return scope.once("sessions of the period", () => sessionsWhere(scope, ofPeriod as SQL));
}

function sessionsWhere({ db }: ReportScope, where: SQL) {
  return db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element_ref: sessions.element_ref,
      site: sessions.site,
      pa_basis: sessions.pa_basis,
      standard_minutes: sessions.standard_minutes,
      premium_minutes: sessions.premium_minutes,
      pa_units: sessions.pa_units,
      no_times: sql<boolean>`${hasNoTimes}`.mapWith(Boolean).as("no_times"),
      standard_minutes_per_pa: standardMinutesPerPa(sessions.pa_rules).as("standard_minutes_per_pa"),
      element: jobPlanElements.description,
      category: jobPlanElements.category,
      pattern: jobPlanElements.pattern,
      counts_to_balance: jobPlanElements.counts_to_balance,
      employer: jobPlans.employer,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(where)
    .orderBy(asc(sessions.start_at), asc(sessions.unique_ref));
}

/** The plans that hold a day of the period, with elements, times and the user's own bank holidays. */
export function planStatements({ db, userId, bounds, once }: ReportScope) {
  return once(
    "plans",
    () =>
      [
        plansBetween(db, userId, bounds.from, bounds.end),
        elementsBetween(db, userId, bounds.from, bounds.end),
        timesBetween(db, userId, bounds.from, bounds.end),
        localPublicHolidaysOf(db, userId),
      ] as const,
  );
}

/** Leave of the period and of the leave years around it. */
export function leaveStatements({ db, userId, bounds, once }: ReportScope) {
  const away = (date: SQL, by: number) => sql<LondonDate>`date(${date}, ${`${by} days`})`;
  return once(
    "leave",
    () =>
      [
        leaveBetween(db, userId, away(bounds.from, -LEAVE_BEFORE), away(bounds.end, LEAVE_AFTER)),
        leaveYearsOf(db, userId),
        leaveSettingsOf(db, userId),
      ] as const,
  );
}
