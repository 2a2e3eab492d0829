import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Measure } from "~/diary/expected/hours";
import { sessionMinutes } from "~/diary/expected/hours";
import { leaveBetween, leaveSettingsOf, leaveYearsOf } from "~/diary/leave/queries.server";
import { hasNoTimes } from "~/diary/sessions/conditions.server";
import { formatNotHeld } from "~/diary/sessions/outcome";
import { sessionCategory, sessionCounts, sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans, standardMinutesPerPa } from "~/planning/job-plans/table.server";
import { elementsBetween, plansBetween, timesBetween } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import { refersTo } from "~/platform/db/columns.server";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonMoment, weekday } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import { LEAVE_AFTER, LEAVE_BEFORE } from "~/progress/queries.server";
import { count, minutes, pas } from "~/reports/document/cells";
import { filtersOf } from "~/reports/document/choices";
import type { ReportScope } from "~/reports/document/section.server";
import type { Cell, Figure, Sentence } from "~/reports/document/types";

/** Statement: the sessions of the report, first to last, each with its element. One read for all tables of work. */
export function workedSessions(scope: ReportScope) {
  return scope.once("worked sessions", () => sessionsWhere(scope, scope.chosen));
}

export type WorkedRow = Awaited<ReturnType<typeof workedSessions>>[number];

/** As `workedSessions`, without the filters: a plan is compared with all that was done. */
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
      outcome: sessions.outcome,
      no_times: sql<boolean>`${hasNoTimes}`.mapWith(Boolean).as("no_times"),
      standard_minutes_per_pa: standardMinutesPerPa(sessions.pa_rules).as("standard_minutes_per_pa"),
      element: sessionName(),
      category: sessionCategory,
      pattern: jobPlanElements.pattern,
      counts_to_balance: sessionCounts,
      employer: jobPlans.employer,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(where)
    .orderBy(asc(sessions.start_at), asc(sessions.unique_ref));
}

/**
 * Statements: the plans of the period and of the leave that `leaveStatements` reads, since they decide which of its days
 * are days of work; with elements, times and the user's own bank holidays.
 */
export function planStatements({ db, userId, bounds, once }: ReportScope) {
  const [from, to] = leaveDates(bounds);
  return once(
    "plans",
    () =>
      [
        plansBetween(db, userId, from, to),
        elementsBetween(db, userId, from, to),
        timesBetween(db, userId, from, to),
        localPublicHolidaysOf(db, userId),
      ] as const,
  );
}

/** Statements: leave of the period and of the leave years around it. */
export function leaveStatements({ db, userId, bounds, once }: ReportScope) {
  return once(
    "leave",
    () =>
      [leaveBetween(db, userId, ...leaveDates(bounds)), leaveYearsOf(db, userId), leaveSettingsOf(db, userId)] as const,
  );
}

function leaveDates({ from, end }: ReportScope["bounds"]) {
  return [addDays(from, -LEAVE_BEFORE), addDays(end, LEAVE_AFTER)] as const;
}

/** The measure of progress, and of work in reports, by the profile. */
export function measureOf({ units }: Pick<Profile, "units">): Measure {
  return units === "hours" ? "hours" : "pas";
}

/** Cell for whole units of a measure. */
export function unitsCell(units: number, measure: Measure): Figure {
  return measure === "pas" ? pas(units) : minutes(units);
}

/** Name of a measure in a head: `PAs`. */
export function unitWord(measure: Measure): "PAs" | "hours" {
  return measure === "pas" ? "PAs" : "hours";
}

/** A session as the tables count it. It belongs to the day in London on which it begins. */
export interface Work {
  row: WorkedRow;
  date: LondonDate;
  /** `units` are in units of the measure. */
  sums: { sessions: number; minutes: number; units: number; onCalls: number; late: number };
}

export function workOf(row: WorkedRow, isOutOfHours: (instant: number) => boolean, measure: Measure): Work {
  // What did not happen is no session and no time, and counts what it kept.
  const held = row.outcome === "held" ? 1 : 0;
  return {
    row,
    date: londonMoment(row.start_at).date,
    sums: {
      sessions: held,
      // Elapsed time, also across a change of the clocks.
      minutes: held * Math.round((row.end_at - row.start_at) / MINUTE_MS),
      units: measure === "pas" ? row.pa_units : sessionMinutes(row),
      onCalls: row.pattern === "on_call" ? held : 0,
      late: isOutOfHours(row.start_at) ? held : 0,
    },
  };
}

export function totalOf(worked: readonly Work[]): Work["sums"] {
  const of = (name: keyof Work["sums"]) => worked.reduce((sum, { sums }) => sum + sums[name], 0);
  return {
    ...{ sessions: of("sessions"), minutes: of("minutes"), units: of("units") },
    ...{ onCalls: of("onCalls"), late: of("late") },
  };
}

/** `3 sessions did not happen: 2 cancelled by the trust (5.00 PA kept), 1 by me.`; none where all were held. */
export function notHeldSentences(rows: readonly WorkedRow[]): Sentence[] {
  const words = formatNotHeld(rows);
  return words === null ? [] : [[`${words}.`]];
}

/** Number of days on which any of the work began, and of those at a weekend. */
export function daysOf(worked: readonly Work[]): { days: number; weekend: number } {
  const dates = [...new Set(worked.filter(({ sums }) => sums.sessions > 0).map(({ date }) => date))];
  return { days: dates.length, weekend: dates.filter((date) => weekday(date) > 5).length };
}

/** Heads of the figures in every table of work. */
export function headsIn(measure: Measure): string[] {
  return ["Sessions", "Hours", measure === "pas" ? "PAs" : "Hours counted"];
}

export function cellsIn(measure: Measure, sums: Work["sums"]): Cell[] {
  return [count(sums.sessions), minutes(sums.minutes), unitsCell(sums.units, measure)];
}
