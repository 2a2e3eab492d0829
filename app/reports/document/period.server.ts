import { type SQL, sql } from "drizzle-orm";
import { taxYearOf } from "~/diary/fees/kinds";
import { type LeaveYear, leaveYear, leaveYearOf } from "~/diary/leave/years";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { londonMidnight } from "~/platform/time/london-sql.server";
import { countedBeginOf, isShortPlan, periodBeginOf } from "~/progress/queries.server";
import type { ReportChoices } from "./choices";
import type { ReportPeriod } from "./types";

/**
 * Beginning and end of a report's period as SQL expressions: only the database knows the month of the appraisal year
 * and the dates of a plan, and a report is read in one batch. All are null for a plan that is not the user's.
 */
export interface Bounds {
  from: SQL<LondonDate>;
  /** The day after the last. */
  end: SQL<LondonDate>;
  fromAt: SQL<number>;
  endAt: SQL<number>;
}

export type ReportRange = Pick<Bounds, "fromAt" | "endAt">;

interface PeriodChoice extends Pick<ReportChoices, "period" | "from" | "until"> {
  /** That of a report, or a column of the statement around it. */
  plan: string | SQL;
}

/** The bounds of a report's period, as expressions: the dates of some periods are known by the database only. */
export function boundsOf(userId: number, choices: PeriodChoice, today: LondonDate): Bounds {
  if (choices.period === "appraisal") return within(appraisalDates(userId, today, 0));
  if (choices.period === "last_appraisal") return within(appraisalDates(userId, today, 1));
  if (choices.period === "plan") return within(periodOfPlan(userId, choices.plan, today));
  if (choices.period === "tax") return ofDates(taxPeriodOf(today));
  if (choices.period === "last_tax") return ofDates(lastTaxPeriodOf(today));
  return ofDates({ from: choices.from ?? today, until: choices.until ?? today });
}

/** As `aYearEarlier`, in SQL: SQLite reads 29 February of a common year as 1 March. */
export function aYearEarlierOf({ from, end }: Bounds, today: LondonDate): Bounds {
  const before = (date: SQL) => sql<LondonDate>`date(${date}, '-1 year')`;
  return within({ from: before(from), end: before(sql`min(${end}, ${today})`) });
}

/**
 * Divides a period into the days that count as done and those still to come. As in progress, a day counts once it is
 * over, so that the two never show different figures. The end of the period itself is not changed.
 */
export function doneAndToCome(
  { fromAt, endAt }: Bounds,
  today: LondonDate,
): { done: ReportRange; toCome: ReportRange } {
  const begins = londonInstant(today);
  return {
    done: { fromAt, endAt: sql<number>`min(${endAt}, ${begins})` },
    toCome: { fromAt: sql<number>`max(${fromAt}, ${begins})`, endAt },
  };
}

function ofDates({ from, until }: ReportPeriod): Bounds {
  const end = addDays(until, 1);
  return {
    from: sql<LondonDate>`${from}`,
    end: sql<LondonDate>`${end}`,
    fromAt: sql<number>`${londonInstant(from)}`,
    endAt: sql<number>`${londonInstant(end)}`,
  };
}

type Dates = Pick<Bounds, "from" | "end">;

function within({ from, end }: Dates): Bounds {
  return { from, end, fromAt: londonMidnight(from), endAt: londonMidnight(end) };
}

/**
 * As `appraisalYearOf`, in SQL.
 * @param ago years before the one that contains today
 */
function appraisalDates(userId: number, today: LondonDate, ago: number): Dates {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const begins = sql`coalesce((SELECT appraisal_month FROM profiles WHERE user_id = ${userId}), 4)`;
  const from = sql<LondonDate>`(SELECT printf('%04d-%02d-01', ${year - ago} - (begins > ${month}), begins)
    FROM (SELECT ${begins} AS begins))`;
  return { from, end: sql<LondonDate>`date(${from}, '+1 year')` };
}

/**
 * The period of a plan that the page of progress shows: its dates, or, for a long or open plan, the year of it nearest
 * to today; no earlier than the plan counts. If no plan is named, the plan nearest to today is taken; without any plan,
 * the appraisal year.
 */
function periodOfPlan(userId: number, planRef: string | SQL, today: LondonDate): Dates {
  const day = sql`min(max(date_start, ${today}), coalesce(date_end, '9999-12-31'))`;
  const from = countedBeginOf(day);
  const end = sql`CASE WHEN ${isShortPlan()} THEN date(date_end, '+1 day')
    ELSE min(coalesce(date(date_end, '+1 day'), '9999-12-31'), ${periodBeginOf(sql`date(${from}, '+1 year')`)}) END`;
  const ofPlan = (what: SQL) => sql`(SELECT ${what} FROM job_plans
    WHERE user_id = ${userId} ${planRef === "" ? sql`` : sql`AND unique_ref = ${planRef}`}
    ORDER BY abs(unixepoch(${day}) - unixepoch(${today})), date_start DESC, created_at DESC, unique_ref LIMIT 1)`;
  if (planRef !== "") return { from: sql<LondonDate>`${ofPlan(from)}`, end: sql<LondonDate>`${ofPlan(end)}` };
  const otherwise = appraisalDates(userId, today, 0);
  return {
    from: sql<LondonDate>`coalesce(${ofPlan(from)}, ${otherwise.from})`,
    end: sql<LondonDate>`coalesce(${ofPlan(end)}, ${otherwise.end})`,
  };
}

/** An appraisal year: it begins on the first of a month that the user chooses, and is labelled as a leave year is. */
export type AppraisalYear = LeaveYear;

/** @param month of the profile, 1 to 12 */
export function appraisalYear(year: number, month: number): AppraisalYear {
  return leaveYear(year, firstOf(month));
}

/**
 * The appraisal year that contains a date.
 * @param month of the profile, 1 to 12
 */
export function appraisalYearOf(date: LondonDate, month: number): AppraisalYear {
  return leaveYearOf(date, firstOf(month));
}

function firstOf(month: number): string {
  return `${String(month).padStart(2, "0")}-01`;
}

export function taxPeriodOf(day: LondonDate): ReportPeriod {
  const { begins, ends } = taxYearOf(day);
  return { from: begins, until: ends };
}

export function lastTaxPeriodOf(day: LondonDate): ReportPeriod {
  return taxPeriodOf(addDays(taxPeriodOf(day).from, -1));
}

/** `1 April 2026 to 31 March 2027`. */
export function formatPeriod({ from, until }: ReportPeriod): string {
  return dateRange({ date_start: from, date_end: until });
}

/**
 * The same days of the year before, as far as the period is over: half a year is compared with half a year. Today
 * counts once it is over. 29 February becomes 1 March in a common year. Null if no day of the period is over.
 */
export function aYearEarlier({ from, until }: ReportPeriod, today: LondonDate): ReportPeriod | null {
  if (from >= today) return null;
  const last = until < today ? until : addDays(today, -1);
  return { from: yearBefore(from), until: addDays(yearBefore(addDays(last, 1)), -1) };
}

function yearBefore(date: LondonDate): LondonDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, "0");
  return date.endsWith("-02-29") ? `${year}-03-01` : `${year}${date.slice(4)}`;
}

/** The first day of each month that shares a day with the period, first to last. */
export function monthsOf({ from, until }: ReportPeriod): LondonDate[] {
  const months: LondonDate[] = [];
  for (let month = `${from.slice(0, 7)}-01`; month <= until; month = `${addDays(month, 31).slice(0, 7)}-01`) {
    months.push(month);
  }
  return months;
}

/** As `monthsOf`, without the months of which no day is over: nothing counts as done in them yet. */
export function monthsBegun(period: ReportPeriod, today: LondonDate): LondonDate[] {
  return monthsOf(period).filter((first) => first < today);
}
