import type { LondonDate } from "~/platform/time/london";
import type { DayValues } from "./day-values";
import { type Amount, amountOf, splitOf } from "./entitlement";
import type { LeaveTerms, LeaveType } from "./kinds";
import { type LeaveYear, leaveYear } from "./years";

/** They share one entitlement. */
export const STUDY_TYPES: readonly LeaveType[] = ["study", "professional"];

/** The three years that end with a leave year. */
export function threeYearsTo({ year, ends }: LeaveYear, yearStart: string): { begins: LondonDate; ends: LondonDate } {
  return { begins: leaveYear(year - 2, yearStart).begins, ends };
}

export interface StudyOfThree {
  begins: LondonDate;
  ends: LondonDate;
  /** Days taken and booked in the three years, and what is left of those that they hold. */
  used: Amount;
  left: Amount;
}

/** `30 − days in the 3 years ending on the leave-year end`. @param leave of all three years */
export function studyOfThree(
  leave: readonly LeaveTerms[],
  halfDays: number,
  years: { begins: LondonDate; ends: LondonDate },
  today: LondonDate,
  values: DayValues,
): StudyOfThree {
  const { taken, booked } = splitOf(leave, STUDY_TYPES, years, today, values);
  const used = amountOf({ halves: taken.halves + booked.halves, units: taken.units + booked.units });
  return { ...years, used, left: { days: halfDays * 50 - used.days, units: 0 } };
}
