import type { WeekUnits } from "~/planning/job-plans/day-values";
import { type BankCalendar, isPublicHoliday } from "~/platform/time/bank-holidays";
import { addDays, type LondonDate, weekday } from "~/platform/time/london";
import { type Absence, NO_ABSENCE } from "./absence";
import type { Period } from "./period";

/** An element that counts, and what each weekday of it is worth in whole units of the measure. */
export interface WeightedElement {
  week: WeekUnits;
  /** What its weekdays come to before they are rounded to whole units; without it, their sum. */
  exactWeekly?: number;
}

/** A day of the period, its worth by element, in the order of the elements. */
export interface PlanDay {
  date: LondonDate;
  /** Monday to Friday, and no bank holiday. */
  isWorkday: boolean;
  /** Of a workday: half days on which leave, and sickness, keep one away. */
  leaveHalves: number;
  sickHalves: number;
  /** By the plan; nothing on a bank holiday. */
  worth: number[];
  /** Of that, what absence takes: more than there is when more was typed. */
  off: number[];
}

/** Units that typed PAs take from each element on a date. */
export type StatedOff = (date: LondonDate, units: number) => readonly number[];

/** Every day of a period. */
export function daysOfPlan(
  { begins, ends }: Pick<Period, "begins" | "ends">,
  elements: readonly WeightedElement[],
  calendar: BankCalendar,
  absence: ReadonlyMap<LondonDate, Absence>,
  statedOff: StatedOff,
): PlanDay[] {
  const days: PlanDay[] = [];
  for (let date = begins; date <= ends; date = addDays(date, 1)) {
    const isBank = isPublicHoliday(date, calendar);
    // Asked once a day, not once an element: most of what a year of days costs.
    const day = weekday(date);
    const isWorkday = day <= 5 && !isBank;
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
