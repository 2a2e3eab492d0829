import { type SQL, sql } from "drizzle-orm";
import { taxYearOf } from "~/diary/fees/kinds";
import { type LeaveYear, leaveYear, leaveYearOf } from "~/diary/leave/years";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { londonMidnight } from "~/platform/time/london-sql.server";
import { PERIOD_MOST_DAYS } from "~/progress/period";
import { periodBeginOf } from "~/progress/queries.server";
import type { ReportChoices } from "./choices";
import type { ReportPeriod } from "./types";

/**
 * Where the period of a report begins and ends, as expressions: the month of an appraisal year and the dates of a plan
 * are known to the database only, and a report is one batch. All null for a plan that is not the user's.
 */
export interface Bounds {
  from: SQL<LondonDate>;
  /** The day after the last. */
  end: SQL<LondonDate>;
  fromAt: SQL<number>;
  endAt: SQL<number>;
}

export type Stretch = Pick<Bounds, "fromAt" | "endAt">;

type Asked = Pick<ReportChoices, "period" | "plan" | "from" | "until">;

export function boundsOf(userId: number, choices: Asked, today: LondonDate): Bounds {
  if (choices.period === "appraisal") return within(appraisalDates(userId, today, 0));
  if (choices.period === "last_appraisal") return within(appraisalDates(userId, today, 1));
  if (choices.period === "plan") return within(periodOfPlan(userId, choices.plan, today));
  if (choices.period === "tax") return ofDates(taxPeriodOf(today));
  if (choices.period === "last_tax") return ofDates(lastTaxPeriodOf(today));
  return ofDates({ from: choices.from ?? today, until: choices.until ?? today });
}

/** As `aYearEarlier`: SQLite takes a 29 February that is not for 1 March. */
export function aYearEarlierOf({ from, end }: Bounds, today: LondonDate): Bounds {
  const before = (date: SQL) => sql<LondonDate>`date(${date}, '-1 year')`;
  return within({ from: before(from), end: before(sql`min(${end}, ${today})`) });
}

/**
 * What of a period counts as done, and what is still to come: as progress has it, a day counts once it is over, so
 * that the two never tell different figures. The period itself ends when it ends.
 */
export function doneAndToCome({ fromAt, endAt }: Bounds, today: LondonDate): { done: Stretch; toCome: Stretch } {
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

/** As `appraisalYearOf`. @param ago years before the one that holds today */
function appraisalDates(userId: number, today: LondonDate, ago: number): Dates {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const begins = sql`coalesce((SELECT appraisal_month FROM profiles WHERE user_id = ${userId}), 4)`;
  const from = sql<LondonDate>`(SELECT printf('%04d-%02d-01', ${year - ago} - (begins > ${month}), begins)
    FROM (SELECT ${begins} AS begins))`;
  return { from, end: sql<LondonDate>`date(${from}, '+1 year')` };
}

/**
 * The period of a plan that the page of progress shows: its dates, or the year of a long or open one that is nearest
 * to today. Without a plan that is named it is that of the plan nearest to today, and without any plan an appraisal
 * year.
 */
function periodOfPlan(userId: number, planRef: string, today: LondonDate): Dates {
  const day = sql`min(max(date_start, ${today}), coalesce(date_end, '9999-12-31'))`;
  const from = periodBeginOf(day);
  const isShort = sql`unixepoch(date_end) - unixepoch(date_start) < ${PERIOD_MOST_DAYS * 86_400}`;
  const end = sql`CASE WHEN ${isShort} THEN date(date_end, '+1 day')
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

/** The year of appraisal: it begins with the first of a month of one's own, and is named as a leave year is. */
export type AppraisalYear = LeaveYear;

/** @param month of the profile, 1 to 12 */
export function appraisalYear(year: number, month: number): AppraisalYear {
  return leaveYear(year, firstOf(month));
}

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
 * The same days of the year before, as far as the period has come: a year that is half over is set beside half a year.
 * Today counts once it is over. 29 February counts as 1 March where there is none. Null of a period that is to come.
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

/** The first day of each month of which a period holds a day, first to last. */
export function monthsOf({ from, until }: ReportPeriod): LondonDate[] {
  const months: LondonDate[] = [];
  for (let month = `${from.slice(0, 7)}-01`; month <= until; month = `${addDays(month, 31).slice(0, 7)}-01`) {
    months.push(month);
  }
  return months;
}

/** As `monthsOf`, without those of which no day is over: nothing of them counts as done yet. */
export function monthsBegun(period: ReportPeriod, today: LondonDate): LondonDate[] {
  return monthsOf(period).filter((first) => first < today);
}
