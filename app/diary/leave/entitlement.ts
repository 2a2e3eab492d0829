import type { LondonDate } from "~/platform/time/london";
import { type DayValues, sumOfWorth, type Worth, worthByDate } from "./day-values";
import { isGranted, type LeaveTerms, type LeaveType } from "./kinds";
import { type LeaveYear, leaveYear, type Stretch } from "./years";

/** What somebody has of annual leave in a year. */
export interface YearTerms {
  annual_half_days: number;
  fraction_hundredths: number;
  /** From the year before. */
  carried_half_days: number;
}

/** A consultant in England, full time: 32 days. */
export const USUAL_TERMS: YearTerms = { annual_half_days: 64, fraction_hundredths: 100, carried_half_days: 0 };

export const USUAL_SETTINGS = {
  year_start: "04-01",
  shown_first: "days",
  study_half_days: 20,
  study_half_days_of_three: 60,
} as const;

/** An entitlement holds from its year on until the next one; what was carried over is of its own year alone. */
export function termsOf({ year }: LeaveYear, rows: readonly (YearTerms & { year_begins: LondonDate })[]): YearTerms {
  const yearOf = (row: { year_begins: LondonDate }) => Number(row.year_begins.slice(0, 4));
  const latest = rows.filter((row) => yearOf(row) <= year).sort((one, other) => yearOf(other) - yearOf(one))[0];
  if (!latest) return USUAL_TERMS;
  return { ...latest, carried_half_days: yearOf(latest) === year ? latest.carried_half_days : 0 };
}

/** Leave of one kind within a year. */
export interface Split {
  /** Granted, up to today. */
  taken: Worth;
  /** All other that is not called off: granted for later, or still a wish. */
  booked: Worth;
}

/** What leave of some types takes of the dates from `begins` to `ends`. */
export function splitOf(
  leave: readonly LeaveTerms[],
  types: readonly LeaveType[],
  { begins, ends }: Stretch,
  today: LondonDate,
  values: DayValues,
): Split {
  const dates = leave
    .filter(({ type, status }) => types.includes(type) && status !== "cancelled")
    .flatMap((each) => worthByDate(each, values).map((worth) => ({ ...worth, granted: isGranted(each) })))
    .filter(({ date }) => date >= begins && date <= ends);
  const isTaken = ({ granted, date }: { granted: boolean; date: LondonDate }) => granted && date <= today;
  return {
    taken: sumOfWorth(dates.filter(isTaken)),
    booked: sumOfWorth(dates.filter((date) => !isTaken(date))),
  };
}

/** Days in hundredths, PAs in units: exact for half days and any fraction of full time. */
export interface Amount {
  days: number;
  units: number;
}

export function amountOf({ halves, units }: Worth): Amount {
  return { days: halves * 50, units };
}

/** What there is, what went and what is left of it. */
export interface Entitlement {
  entitled: Amount;
  carried: Amount;
  taken: Amount;
  booked: Amount;
  left: Amount;
}

const WORKDAYS = 5;

/**
 * Annual leave of a year. In days: entitlement × fraction + carried over − taken − booked. In PAs a fifth of the
 * week's for each day, where the plan's own week is what less than full time comes to: the fraction is not taken twice.
 * @param weeklyUnits PA units of a week of the year
 */
export function annualEntitlement(terms: YearTerms, { taken, booked }: Split, weeklyUnits: number): Entitlement {
  const inPas = (halves: number) => Math.round((halves * weeklyUnits) / (2 * WORKDAYS));
  const entitled = {
    days: Math.round((terms.annual_half_days * terms.fraction_hundredths) / 2),
    units: inPas(terms.annual_half_days),
  };
  const carried = { days: terms.carried_half_days * 50, units: inPas(terms.carried_half_days) };
  return leftOf(entitled, carried, { taken, booked });
}

/** Study and professional leave of a year. */
export function studyEntitlement(halfDays: number, split: Split, weeklyUnits: number): Entitlement {
  const entitled = { days: halfDays * 50, units: Math.round((halfDays * weeklyUnits) / (2 * WORKDAYS)) };
  return leftOf(entitled, { days: 0, units: 0 }, split);
}

function leftOf(entitled: Amount, carried: Amount, split: Split): Entitlement {
  const [taken, booked] = [amountOf(split.taken), amountOf(split.booked)];
  const left = {
    days: entitled.days + carried.days - taken.days - booked.days,
    units: entitled.units + carried.units - taken.units - booked.units,
  };
  return { entitled, carried, taken, booked, left };
}

/** They share one entitlement. */
export const STUDY_TYPES: readonly LeaveType[] = ["study", "professional"];

/** The three years that end with a leave year. */
export function threeYearsTo({ year, ends }: LeaveYear, yearStart: string): Stretch {
  return { begins: leaveYear(year - 2, yearStart).begins, ends };
}

/** Days taken and booked in three years, and what is left: `30 − days in the 3 years ending on the leave-year end`. @param leave of all three years */
export function studyOfThree(
  leave: readonly LeaveTerms[],
  halfDays: number,
  years: Stretch,
  today: LondonDate,
  values: DayValues,
) {
  const { taken, booked } = splitOf(leave, STUDY_TYPES, years, today, values);
  const used = amountOf({ halves: taken.halves + booked.halves, units: taken.units + booked.units });
  const left: Amount = { days: halfDays * 50 - used.days, units: 0 };
  return { ...years, used, left };
}
