import type { DayValues } from "~/diary/leave/day-values";
import { type CountedDates, firstCounted, planYearBegin } from "~/planning/job-plans/plan-dates";
import { aYearAfter, notAfter, type PlanDates } from "~/planning/job-plans/schedule";
import type { WeekUnits } from "~/planning/job-plans/weekly";
import { byLetters } from "~/platform/letter-order";
import { type BankCalendar, isPublicHoliday } from "~/platform/time/bank-holidays";
import { addDays, daysBetween, earlierOf, type LondonDate, laterOf, weekday } from "~/platform/time/london";
import { type Absence, NO_ABSENCE } from "./leave";

/** A plan of more days than this, or an open one, is calculated a year at a time. */
export const MAX_PERIOD_DAYS = 400;

/** The days over which progress is calculated: the dates of a plan, or a year of it. Both dates included. */
export interface Period {
  begins: LondonDate;
  ends: LondonDate;
  isYearOfPlan: boolean;
}

/**
 * Returns the period of a plan that contains `day`: its first period for a day before the plan, its last for one after
 * it. Days before the plan counts are not calculated.
 */
export function periodOf(plan: CountedDates, day: LondonDate): Period {
  const { date_start, date_end } = plan;
  const first = firstCounted(plan);
  if (date_end !== null && daysBetween(date_start, date_end) < MAX_PERIOD_DAYS) {
    return { begins: first, ends: date_end, isYearOfPlan: false };
  }
  const yearBegins = planYearBegin(date_start, laterOf(notAfter(plan, day), first));
  const yearEnds = addDays(nextYearBegin(date_start, yearBegins), -1);
  return { begins: laterOf(yearBegins, first), ends: notAfter(plan, yearEnds), isYearOfPlan: true };
}

/** Returns every period of a plan that has begun by `day`, last first; the first period even if it is still to come. */
export function periodsOf(plan: CountedDates, day: LondonDate): Period[] {
  const periods = [periodOf(plan, day)];
  for (let last = periods[0]; last && last.begins > firstCounted(plan); last = periods.at(-1)) {
    periods.push(periodOf(plan, addDays(last.begins, -1)));
  }
  return periods;
}

/**
 * First day of the following year of a plan. A plan that starts on 29 February has years from 1 March, and from 29
 * February in leap years.
 */
function nextYearBegin(dateStart: LondonDate, begins: LondonDate): LondonDate {
  return planYearBegin(dateStart, aYearAfter(begins));
}

/**
 * Returns the last day that is calculated: yesterday during the period, since a day is due only at its end, so that the
 * user does not start a morning behind; the last day of a period that is over; the day before the first if none of its
 * days is over.
 */
export function lastCountedDay({ begins, ends }: Period, today: LondonDate): LondonDate {
  return earlierOf(laterOf(addDays(today, -1), addDays(begins, -1)), ends);
}

/** How many days a period has. */
export function daysOf({ begins, ends }: Pick<Period, "begins" | "ends">): number {
  return daysBetween(begins, ends) + 1;
}

interface OrderedPlan extends PlanDates {
  unique_ref: string;
  created_at: number;
}

/**
 * Sorts plans that contain the same day: the one that began last comes first. The database orders them alike, see
 * `periodBegins`.
 */
export function lastBegunFirst(one: OrderedPlan, other: OrderedPlan): number {
  return (
    byLetters(other.date_start, one.date_start) ||
    other.created_at - one.created_at ||
    byLetters(one.unique_ref, other.unique_ref)
  );
}

/**
 * Returns the plan that contains a day, of several the one that began last; otherwise the plan whose dates are nearest
 * to it.
 */
export function nearestPlan<Plan extends OrderedPlan>(plans: readonly Plan[], day: LondonDate): Plan | undefined {
  const farness = (plan: Plan) => Math.abs(daysBetween(day, notAfter(plan, laterOf(plan.date_start, day))));
  return plans.toSorted((one, other) => farness(one) - farness(other) || lastBegunFirst(one, other))[0];
}

/** The worth of an element that counts, by weekday, in whole units of the measure. */
export interface WeightedElement {
  week: WeekUnits;
  /** Weekly units before rounding to whole units; without it, the sum of `week`. */
  exactWeekly?: number;
}

/** A day of the period; `worth` and `off` follow the order of the elements. */
export interface PlanDay {
  date: LondonDate;
  /** A day of work in the plans, from Monday to Friday and no bank holiday: see `isWorkday` of `DayValues`. */
  isWorkday: boolean;
  /** Half days of leave and of sickness on a day of work; 0 on other days. */
  leaveHalves: number;
  sickHalves: number;
  /** Units by the plan; 0 on a bank holiday. */
  worth: number[];
  /** Units that absence takes; more than `worth` if more was typed. */
  off: number[];
}

/** Units that typed PAs take from each element on a date. */
type StatedOff = (date: LondonDate, units: number) => readonly number[];

/** Every day of a period. */
export function daysOfPlan(
  { begins, ends }: Pick<Period, "begins" | "ends">,
  elements: readonly WeightedElement[],
  calendar: BankCalendar,
  { isWorkday: hasWork }: Pick<DayValues, "isWorkday">,
  absence: ReadonlyMap<LondonDate, Absence>,
  statedOff: StatedOff,
): PlanDay[] {
  const days: PlanDay[] = [];
  let day = weekday(begins);
  for (let date = begins; date <= ends; date = addDays(date, 1), day = (day % 7) + 1) {
    const isBank = isPublicHoliday(date, calendar);
    const isWorkday = !isBank && hasWork(date);
    const { halves, stated, leaveHalves, sickHalves } = absence.get(date) ?? NO_ABSENCE;
    const worth = elements.map(({ week }) => (isBank ? 0 : (week[day - 1] ?? 0)));
    const typed = stated === 0 ? null : statedOff(date, stated);
    days.push({
      date,
      isWorkday,
      leaveHalves: isWorkday ? leaveHalves : 0,
      sickHalves: isWorkday ? sickHalves : 0,
      worth,
      off: worth.map((units, at) => Math.round((units * halves) / 2) + (typed?.[at] ?? 0)),
    });
  }
  return days;
}
