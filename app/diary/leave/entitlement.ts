import type { PlanDates } from "~/planning/job-plans/schedule";
import { type LondonDate, laterOf } from "~/platform/time/london";
import { type BankHolidayWay, NO_HOLIDAYS } from "./bank-holiday-ways";
import { type DayValues, sumOfWorth, type Worth, worthByDate } from "./day-values";
import { isGranted, type LeaveTerms, type LeaveType } from "./kinds";
import { type DateRange, isDayIn, type LeaveYear } from "./years";

/** The annual leave of a user in one year. */
export interface YearTerms {
  annual_half_days: number;
  fraction_hundredths: number;
  /** Carried over from the year before. */
  carried_half_days: number;
  /** First day in the post; null for that of the first job plan: see `entitledFrom`. */
  post_begins?: LondonDate | null;
  bank_holidays?: BankHolidayWay;
  /** In hundredths of an hour of one's own post, instead of half days of full time; null for half days. */
  annual_hour_hundredths?: number | null;
  carried_hour_hundredths?: number | null;
}

/** Whether the annual leave of a year was typed in hours. */
export function isInHours({ annual_hour_hundredths = null }: Pick<YearTerms, "annual_hour_hundredths">): boolean {
  return annual_hour_hundredths !== null;
}

/** Default of a full-time consultant in England: 32 days. */
export const USUAL_TERMS: YearTerms = {
  annual_half_days: 64,
  fraction_hundredths: 100,
  carried_half_days: 0,
  post_begins: null,
  bank_holidays: "as_they_fall",
  annual_hour_hundredths: null,
  carried_hour_hundredths: null,
};

export const USUAL_SETTINGS = {
  year_start: "04-01",
  shown_first: "days",
  study_half_days: 20,
  study_half_days_of_three: 60,
} as const;

/**
 * The terms of a year. An entitlement applies from its year until the next one; leave carried over and the first day in
 * the post apply to their own year only.
 */
export function termsOf(year: LeaveYear, rows: readonly (YearTerms & { year_begins: LondonDate })[]): YearTerms {
  const latest = rowInForce(year, rows);
  if (!latest) return USUAL_TERMS;
  if (calendarYearOf(latest) === year.year) return latest;
  const carried_hour_hundredths = isInHours(latest) ? 0 : null;
  return { ...latest, carried_half_days: 0, carried_hour_hundredths, post_begins: null };
}

/** The row of the entitlement that applies in a year; undefined before the first. */
export function rowInForce<Row extends { year_begins: LondonDate }>({ year }: LeaveYear, rows: readonly Row[]) {
  const until = rows.filter((row) => calendarYearOf(row) <= year);
  return until.sort((one, other) => calendarYearOf(other) - calendarYearOf(one))[0];
}

function calendarYearOf({ year_begins }: { year_begins: LondonDate }): number {
  return Number(year_begins.slice(0, 4));
}

/**
 * The day of a leave year from which there is an entitlement: the first day in the post. Unless the user says it, that
 * is the first day of the first job plan, if that is within the year.
 */
export function entitledFrom(
  { begins, ends }: LeaveYear,
  { post_begins }: YearTerms,
  plans: readonly Pick<PlanDates, "date_start">[],
): LondonDate {
  const [first] = plans.map(({ date_start }) => date_start).sort();
  const day = post_begins ?? (first && first <= ends ? first : begins);
  return laterOf(begins, day);
}

/** Leave of one kind within a year. */
export interface Split {
  /** Granted leave, up to today. */
  taken: Worth;
  /** All other leave that is not cancelled: granted for later dates, planned or requested. */
  booked: Worth;
}

/** The worth of leave of some types on the dates of a range. */
export function splitOf(
  leave: readonly LeaveTerms[],
  types: readonly LeaveType[],
  range: DateRange,
  today: LondonDate,
  values: DayValues,
): Split {
  const dates = leave
    .filter(({ type, status }) => types.includes(type) && status !== "cancelled")
    .flatMap((each) => worthByDate(each, values).map((worth) => ({ ...worth, granted: isGranted(each) })))
    .filter(({ date }) => isDayIn(range, date));
  const isTaken = ({ granted, date }: { granted: boolean; date: LondonDate }) => granted && date <= today;
  return {
    taken: sumOfWorth(dates.filter(isTaken)),
    booked: sumOfWorth(dates.filter((date) => !isTaken(date))),
  };
}

/**
 * Days in hundredths and PAs in units, exact for half days and any fraction of full time; hours in hundredths, not
 * rounded. An entitlement has either days or hours.
 */
export interface Amount {
  days: number;
  units: number;
  hours: number;
}

export function amountOf({ halves, units, hours }: Worth): Amount {
  return { days: halves * 50, units, hours };
}

/** An entitlement, what was taken and booked of it, and what is left. */
export interface Entitlement {
  entitled: Amount;
  carried: Amount;
  taken: Amount;
  booked: Amount;
  left: Amount;
}

/** Days of a week of full time. */
export const WORKDAYS = 5;
export const WHOLE = { days: 1, of: 1 };

/**
 * Annual leave of a year. In days: entitlement × fraction + carried over − taken − booked. In PAs each day is a fifth
 * of the week's PAs. The plan's week already reflects less than full time, so the fraction is not applied again; a day
 * that was carried over is one of that week.
 * @param weeklyUnits PA units of a week of the year
 * @param share of the year that the entitlement is for: see `shareOfYear`
 * @param holidays bank holidays in proportion: added as days are, and taken and booked as leave is
 */
export function annualEntitlement(
  terms: YearTerms,
  { taken, booked }: Split,
  weeklyUnits: number,
  share = WHOLE,
  holidays = NO_HOLIDAYS,
): Entitlement {
  const inPas = (halves: number) => Math.round((halves * weeklyUnits) / (2 * WORKDAYS));
  const entitled = {
    days:
      Math.round((terms.annual_half_days * terms.fraction_hundredths * share.days) / (2 * share.of)) +
      holidays.count * terms.fraction_hundredths,
    units: inPas((terms.annual_half_days * share.days) / share.of + 2 * holidays.count),
    hours: 0,
  };
  const carried = {
    days: terms.carried_half_days * 50,
    units: inPas((terms.carried_half_days * 100) / terms.fraction_hundredths),
    hours: 0,
  };
  return leftOf(entitled, carried, {
    taken: sumOfWorth([taken, holidays.taken]),
    booked: sumOfWorth([booked, holidays.booked]),
  });
}

/**
 * Annual leave of a year whose entitlement is in hours: as `annualEntitlement`, but of one's own post, so that the
 * fraction is not applied.
 * @param weekly an average week of the year's plans, in PA units and hundredths of an hour
 */
export function annualInHours(
  { annual_hour_hundredths, carried_hour_hundredths }: YearTerms,
  { taken, booked }: Split,
  weekly: { units: number; hours: number },
  share = WHOLE,
  holidays = NO_HOLIDAYS,
): Entitlement {
  const amount = (hours: number): Amount => {
    return { days: 0, units: weekly.hours === 0 ? 0 : Math.round((hours * weekly.units) / weekly.hours), hours };
  };
  const ofHolidays = (holidays.count * weekly.hours) / WORKDAYS;
  const entitled = amount(((annual_hour_hundredths ?? 0) * share.days) / share.of + ofHolidays);
  return leftOf(entitled, amount(carried_hour_hundredths ?? 0), {
    taken: sumOfWorth([taken, holidays.taken]),
    booked: sumOfWorth([booked, holidays.booked]),
  });
}

/** An entitlement with what is left of it. */
export function leftOf(entitled: Amount, carried: Amount, split: Split): Entitlement {
  const [taken, booked] = [amountOf(split.taken), amountOf(split.booked)];
  const of = (name: keyof Amount) => entitled[name] + carried[name] - taken[name] - booked[name];
  const left = { days: of("days"), units: of("units"), hours: of("hours") };
  return { entitled, carried, taken, booked, left };
}
