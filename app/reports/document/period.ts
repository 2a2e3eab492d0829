import { nearestPlan, periodOf } from "~/diary/expected/period";
import { taxYearOf } from "~/diary/fees/kinds";
import { type LeaveYear, leaveYear, leaveYearOf } from "~/diary/leave/years";
import { dateRange } from "~/planning/job-plans/plan-dates";
import type { JobPlan } from "~/planning/job-plans/table.server";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import type { ReportChoices } from "./choices";
import type { ReportPeriod } from "./types";

/** Beginning and end of a report's period, as dates and as instants; `end` is the day after the last. */
export interface Bounds {
  from: LondonDate;
  end: LondonDate;
  fromAt: number;
  endAt: number;
}

export type ReportRange = Pick<Bounds, "fromAt" | "endAt">;

export function boundsOf({ from, until }: ReportPeriod): Bounds {
  const end = addDays(until, 1);
  return { from, end, fromAt: londonInstant(from), endAt: londonInstant(end) };
}

/** What the periods of a user's reports go by. */
export interface PeriodTerms {
  plans: readonly Pick<JobPlan, "unique_ref" | "date_start" | "date_end" | "counts_from" | "created_at">[];
  /** Month in which the appraisal year begins, of the profile. */
  appraisal_month: number;
  today: LondonDate;
}

/**
 * The days of a report; null for a plan that is not there. A plan has the period that the page of progress shows; if
 * none is named, it is the one nearest to today, and without any plan the appraisal year.
 */
export function periodOfReport(
  { period, plan: planRef, from, until }: Pick<ReportChoices, "period" | "plan" | "from" | "until">,
  { plans, appraisal_month, today }: PeriodTerms,
): ReportPeriod | null {
  if (period === "custom") return { from: from ?? today, until: until ?? today };
  if (period === "tax") return taxPeriodOf(today);
  if (period === "last_tax") return lastTaxPeriodOf(today);
  if (period === "plan") {
    const plan = planRef === "" ? nearestPlan(plans, today) : plans.find(({ unique_ref }) => unique_ref === planRef);
    if (plan) return datesOf(periodOf(plan, today));
    if (planRef !== "") return null;
  }
  const current = appraisalYearOf(today, appraisal_month);
  return datesOf(period === "last_appraisal" ? appraisalYear(current.year - 1, appraisal_month) : current);
}

/**
 * Divides a period into the days that count as done and those still to come. As in progress, a day counts once it is
 * over, so that the two never show different figures. The end of the period itself is not changed.
 */
export function doneAndToCome(
  { fromAt, endAt }: ReportRange,
  today: LondonDate,
): { done: ReportRange; toCome: ReportRange } {
  const begins = londonInstant(today);
  return {
    done: { fromAt, endAt: Math.min(endAt, begins) },
    toCome: { fromAt: Math.max(fromAt, begins), endAt },
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

function datesOf({ begins, ends }: { begins: LondonDate; ends: LondonDate }): ReportPeriod {
  return { from: begins, until: ends };
}

export function taxPeriodOf(day: LondonDate): ReportPeriod {
  return datesOf(taxYearOf(day));
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
