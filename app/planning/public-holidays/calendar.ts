import type { PaRules } from "~/planning/job-plans/pa-rules";
import { planInForce } from "~/planning/job-plans/plan-dates";
import type { PlanDates } from "~/planning/job-plans/schedule";
import {
  BANK_HOLIDAY_REGIONS,
  type BankCalendar,
  type BankHolidayRegion,
  bankHolidayName,
  bankHolidaysIn,
  isPublicHoliday,
  isSubstitute,
} from "~/platform/time/bank-holidays";
import { FIRST_YEAR, LAST_YEAR, shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";

/** A bank holiday that the user added (`is_added`), or one of the region that the user removed. */
export interface LocalPublicHoliday {
  day: LondonDate;
  is_added: boolean;
}

/** The calendar of a region with the user's changes. */
export function calendarOf(region: BankHolidayRegion, local: readonly LocalPublicHoliday[]): BankCalendar {
  return {
    region,
    added: local.filter(({ is_added }) => is_added).map(({ day }) => day),
    removed: local.filter(({ is_added }) => !is_added).map(({ day }) => day),
  };
}

export type PlanRegion = PlanDates & { unique_ref?: string; pa_rules: Pick<PaRules, "bank_holiday_region"> };

/** The region whose bank holidays apply on a day: that of the plan that rules it, else England and Wales. */
export function regionOn(plans: readonly PlanRegion[], date: LondonDate): BankHolidayRegion {
  return planInForce(plans, date)?.pa_rules.bank_holiday_region ?? "england_wales";
}

/** Whether a day is a bank holiday for a user with these plans and local bank holidays. */
export function isPublicHolidayOn(
  plans: readonly PlanRegion[],
  local: readonly LocalPublicHoliday[],
  date: LondonDate,
): boolean {
  return isPublicHoliday(date, calendarOf(regionOn(plans, date), local));
}

const REGIONS = Object.keys(BANK_HOLIDAY_REGIONS) as BankHolidayRegion[];

/** Every bank holiday from `from` to `to`, each by the region that applies on that day; first to last. */
export function publicHolidaysBetween(
  plans: readonly PlanRegion[],
  local: readonly LocalPublicHoliday[],
  from: LondonDate,
  to: LondonDate,
): LondonDate[] {
  const national = REGIONS.flatMap((region) => bankHolidaysIn(region, from, to));
  const own = local.filter(({ day, is_added }) => is_added && day >= from && day <= to).map(({ day }) => day);
  const days = [...new Set([...national, ...own])].filter((day) => isPublicHolidayOn(plans, local, day));
  return days.sort();
}

interface NamedPublicHoliday extends LocalPublicHoliday {
  name: string;
}

export interface PublicHolidayLine {
  day: LondonDate;
  /** `Thu 24 Dec 2026`. */
  date: string;
  name: string;
  /** `England and Wales`, `Scotland, substitute day`, `Added by you`. */
  whose: string;
  kind: "national" | "own" | "removed";
}

/** The bank holidays of a year as its page lists them, including removed ones. */
export function publicHolidaysOfYear(year: number, plans: readonly PlanRegion[], local: readonly NamedPublicHoliday[]) {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const days = publicHolidaysBetween(plans, local, from, to);
  const removed = local
    .filter(({ day, is_added }) => !is_added && day.startsWith(`${year}-`) && isNational(plans, day))
    .map(({ day }) => day);
  const lines = [...days, ...removed].sort().map((day): PublicHolidayLine => {
    const own = local.find((each) => each.is_added && each.day === day);
    const more = [isSubstitute(day) && "substitute day", removed.includes(day) && "removed by you"].filter(Boolean);
    const kind = own ? "own" : removed.includes(day) ? "removed" : "national";
    return {
      ...{ day, kind, date: shortDate(day) },
      name: nameOfPublicHoliday(local, day),
      whose: own ? "Added by you" : [BANK_HOLIDAY_REGIONS[regionOn(plans, day)], ...more].join(", "),
    };
  });
  const known = bankHolidaysIn("england_wales", from, to).length > 0;
  return { year, lines, count: days.length, known };
}

/** Whether the table of the region that applies on that day contains it. */
export function isNational(plans: readonly PlanRegion[], day: LondonDate): boolean {
  return bankHolidaysIn(regionOn(plans, day), day, day).length > 0;
}

/** The year in an address; this year without one. */
export function yearOfQuery(typed: string | null, today: LondonDate): number {
  const year = Number(typed);
  return typed !== null && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR
    ? year
    : Number(today.slice(0, 4));
}

/** The name of a bank holiday: the user's own, or the national one. */
export function nameOfPublicHoliday(local: readonly NamedPublicHoliday[], day: LondonDate): string {
  const own = local.find((each) => each.is_added && each.day === day);
  return own ? own.name || "Bank holiday" : bankHolidayName(day);
}
