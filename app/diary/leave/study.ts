import type { LondonDate } from "~/platform/time/london";
import { type DayValues, NOTHING, sumOfWorth } from "./day-values";
import {
  type Amount,
  amountOf,
  type Entitlement,
  leftOf,
  type Split,
  splitOf,
  WORKDAYS,
  type YearTerms,
} from "./entitlement";
import type { LeaveTerms, LeaveType } from "./kinds";
import { type DateRange, type LeaveYear, leaveYear } from "./years";

/**
 * Study and professional leave of a year: as annual leave, that of full time × fraction.
 * @param weeklyUnits PA units of a week of the year
 */
export function studyEntitlement(
  halfDays: number,
  { fraction_hundredths }: YearTerms,
  split: Split,
  weeklyUnits: number,
): Entitlement {
  const entitled = {
    days: Math.round((halfDays * fraction_hundredths) / 2),
    units: Math.round((halfDays * weeklyUnits) / (2 * WORKDAYS)),
    hours: 0,
  };
  return leftOf(entitled, amountOf(NOTHING), split);
}

/** Types that share the entitlement of study leave. */
export const STUDY_TYPES: readonly LeaveType[] = ["study", "professional"];

/** The three years that end with a leave year. */
export function threeYearsTo(
  { year, ends }: LeaveYear,
  yearStart: string,
  saved: readonly { year_begins: LondonDate }[] = [],
): DateRange {
  return { begins: leaveYear(year - 2, yearStart, saved).begins, ends };
}

/**
 * Study and professional leave taken and booked in three years, and what is left in days: `30 × fraction − days in the
 * 3 years ending on the leave-year end`.
 * @param leave the leave of all three years
 */
export function studyOfThree(
  leave: readonly LeaveTerms[],
  halfDays: number,
  { fraction_hundredths }: YearTerms,
  years: DateRange,
  today: LondonDate,
  values: DayValues,
) {
  const { taken, booked } = splitOf(leave, STUDY_TYPES, years, today, values);
  const used = amountOf(sumOfWorth([taken, booked]));
  const entitled = Math.round((halfDays * fraction_hundredths) / 2);
  const left: Amount = { days: entitled - used.days, units: 0, hours: 0 };
  return { ...years, entitled, used, left };
}
