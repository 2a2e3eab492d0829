import { taxYearOf } from "~/diary/fees/kinds";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { addDays, type LondonDate } from "~/platform/time/london";
import type { ReportPeriod } from "./types";

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
