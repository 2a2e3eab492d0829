import { planYearBegin } from "~/planning/job-plans/plan-dates";
import { aYearAfter, type PlanDates } from "~/planning/job-plans/schedule";
import { addDays, daysBetween, type LondonDate } from "~/platform/time/london";

/** A plan of more days than this, or an open one, is calculated a year at a time. */
export const PERIOD_MOST_DAYS = 400;

/** What progress is calculated over: the dates of a plan, or a year of it. Both dates included. */
export interface Period {
  begins: LondonDate;
  ends: LondonDate;
  isYearOfPlan: boolean;
}

interface CountedDates extends PlanDates {
  counts_from?: LondonDate | null;
}

/** The first day on which a plan counts: its start, unless a later one was chosen. */
export function firstCounted({ date_start, date_end, counts_from }: CountedDates): LondonDate {
  const chosen = counts_from && date_end && counts_from > date_end ? date_end : counts_from;
  return chosen && chosen > date_start ? chosen : date_start;
}

/**
 * The period of a plan that holds a day; its first for a day before the plan, its last for one after it. Nothing is
 * calculated of days before the plan counts.
 */
export function periodOf(plan: CountedDates, day: LondonDate): Period {
  const { date_start, date_end } = plan;
  const first = firstCounted(plan);
  if (date_end !== null && daysBetween(date_start, date_end) < PERIOD_MOST_DAYS) {
    return { begins: first, ends: date_end, isYearOfPlan: false };
  }
  const within = date_end !== null && day > date_end ? date_end : day;
  const yearBegins = planYearBegin(date_start, within < first ? first : within);
  const yearEnds = addDays(nextYearBegin(date_start, yearBegins), -1);
  const ends = date_end !== null && date_end < yearEnds ? date_end : yearEnds;
  return { begins: yearBegins < first ? first : yearBegins, ends, isYearOfPlan: true };
}

/** Every period of a plan that has begun by a day, last first; its first even when it is still to come. */
export function periodsOf(plan: CountedDates, day: LondonDate): Period[] {
  const periods = [periodOf(plan, day)];
  for (let last = periods[0]; last && last.begins > firstCounted(plan); last = periods.at(-1)) {
    periods.push(periodOf(plan, addDays(last.begins, -1)));
  }
  return periods;
}

/** A plan of 29 February has a year from 1 March where there is no such day, and from its own day where there is. */
function nextYearBegin(dateStart: LondonDate, begins: LondonDate): LondonDate {
  return planYearBegin(dateStart, aYearAfter(begins));
}

/**
 * The last day that is calculated: yesterday while the period runs, since a day is due at its end only, and nobody
 * starts a morning behind; the period's end once it is over; the day before its first when nothing of it is.
 */
export function lastCountedDay({ begins, ends }: Period, today: LondonDate): LondonDate {
  const yesterday = addDays(today, -1);
  const before = addDays(begins, -1);
  if (yesterday < before) return before;
  return yesterday > ends ? ends : yesterday;
}

/** How many days a period has. */
export function daysOf({ begins, ends }: Pick<Period, "begins" | "ends">): number {
  return daysBetween(begins, ends) + 1;
}
