import type { LondonDate } from "~/platform/time/london";
import { type DayValues, NOTHING, sumOfWorth, type Worth } from "./day-values";
import { type DateRange, datesOf } from "./years";

/** The two ways of trusts with the bank holidays of less than full time. */
export const BANK_HOLIDAY_WAYS = {
  /** One on a day of work is a day off; the others are nothing. */
  as_they_fall: "As they fall",
  /** A part of all of them is added to annual leave, and each on a day of work is taken from it. */
  in_proportion: "In proportion",
} as const;

export type BankHolidayWay = keyof typeof BANK_HOLIDAY_WAYS;

/** Bank holidays that belong to an entitlement: how many there are, and the worth of those on days of work. */
export interface EntitledHolidays {
  count: number;
  taken: Worth;
  booked: Worth;
}

export const NO_HOLIDAYS: EntitledHolidays = { count: 0, taken: NOTHING, booked: NOTHING };

/**
 * The bank holidays of a range that belong to the entitlement of annual leave: none as they fall. Those on days that no
 * plan covers are left out, since nobody knows whether they are days of work.
 */
export function entitledHolidays(
  way: BankHolidayWay | undefined,
  range: DateRange,
  today: LondonDate,
  values: DayValues,
): EntitledHolidays {
  if (way !== "in_proportion") return NO_HOLIDAYS;
  const dates = datesOf(range).filter((date) => values.isPublicHoliday(date) && values.isPlanned(date));
  const fallen = dates.filter(values.isWorkday).map((date) => {
    const units = values.unitsOfWork(date);
    return { date, halves: 2, units, hours: values.hoursOf(date, units) };
  });
  return {
    count: dates.length,
    taken: sumOfWorth(fallen.filter(({ date }) => date <= today)),
    booked: sumOfWorth(fallen.filter(({ date }) => date > today)),
  };
}

/** What bank holidays in proportion add to the annual leave that is left, in hundredths of a day; less than 0 if they take more. */
export function daysLeftOf({ count, taken, booked }: EntitledHolidays, fractionHundredths: number): number {
  return count * fractionHundredths - (taken.halves + booked.halves) * 50;
}
