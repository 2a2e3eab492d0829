import type { PlanDates } from "~/planning/job-plans/schedule";
import type { LondonDate } from "~/platform/time/london";
import { type DayValues, NOTHING, sumOfWorth } from "./day-values";
import {
  type Amount,
  amountOf,
  type Entitlement,
  entitledFrom,
  leftOf,
  type Split,
  splitOf,
  termsOf,
  WHOLE,
  WORKDAYS,
  type YearTerms,
} from "./entitlement";
import type { LeaveTerms, LeaveType } from "./kinds";
import { type DateRange, type LeaveYear, leaveYear } from "./years";

/**
 * Study and professional leave of a year: as annual leave, that of full time × fraction, for the part of the year in the
 * post.
 * @param weeklyUnits PA units of a week of the year
 * @param share of the year that the entitlement is for
 */
export function studyEntitlement(
  halfDays: number,
  { fraction_hundredths }: YearTerms,
  split: Split,
  weeklyUnits: number,
  share = WHOLE,
): Entitlement {
  const entitled = {
    days: Math.round((halfDays * fraction_hundredths * share.days) / (2 * share.of)),
    units: Math.round((halfDays * weeklyUnits * share.days) / (2 * WORKDAYS * share.of)),
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
 * The day of the three years from which there is study leave: the first day in the post, if one of them began before it;
 * else their first day. See `entitledFrom`.
 */
export function studyFrom(
  year: LeaveYear,
  yearStart: string,
  rows: readonly (YearTerms & { year_begins: LondonDate })[],
  plans: readonly Pick<PlanDates, "date_start">[],
): LondonDate {
  const years = [0, 1, 2].map((ago) => leaveYear(year.year - ago, yearStart, rows));
  const fromOf = (each: LeaveYear) => entitledFrom(each, termsOf(each, rows), plans);
  const inPart = years.find((each) => fromOf(each) !== each.begins);
  return inPart ? fromOf(inPart) : threeYearsTo(year, yearStart, rows).begins;
}

/**
 * Study and professional leave taken and booked in three years, and what is left in days: `30 × fraction − days in the
 * 3 years ending on the leave-year end`.
 * @param leave the leave of all three years
 * @param share of the three years that the entitlement is for
 */
export function studyOfThree(
  leave: readonly LeaveTerms[],
  halfDays: number,
  { fraction_hundredths }: YearTerms,
  years: DateRange,
  today: LondonDate,
  values: DayValues,
  share = WHOLE,
) {
  const { taken, booked } = splitOf(leave, STUDY_TYPES, years, today, values);
  const used = amountOf(sumOfWorth([taken, booked]));
  const entitled = Math.round((halfDays * fraction_hundredths * share.days) / (2 * share.of));
  const left: Amount = { days: entitled - used.days, units: 0, hours: 0 };
  return { ...years, entitled, used, left };
}
