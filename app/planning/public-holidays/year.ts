import { BANK_HOLIDAY_REGIONS, bankHolidayName, bankHolidaysIn, isSubstitute } from "~/platform/time/bank-holidays";
import { FIRST_YEAR, LAST_YEAR, shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { type LocalPublicHoliday, type PlanRegion, publicHolidaysBetween, regionOn } from "./calendar";

interface NamedPublicHoliday extends LocalPublicHoliday {
  called: string;
}

export interface PublicHolidayLine {
  day: LondonDate;
  /** `Thu 24 Dec 2026`. */
  date: string;
  called: string;
  /** `England and Wales`, `Scotland, substitute day`, `Added by you`. */
  whose: string;
  kind: "national" | "own" | "removed";
}

/** The bank holidays of a year as its page lists them, those that were taken out among them. */
export function publicHolidaysOfYear(year: number, plans: readonly PlanRegion[], local: readonly NamedPublicHoliday[]) {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const days = publicHolidaysBetween(plans, local, from, to);
  const removed = local
    .filter(({ day, is_off }) => !is_off && isNational(plans, day) && day >= from && day <= to)
    .map(({ day }) => day);
  const lines = [...days, ...removed].sort().map((day): PublicHolidayLine => {
    const own = local.find((each) => each.is_off && each.day === day);
    const more = [isSubstitute(day) && "substitute day", removed.includes(day) && "taken out by you"].filter(Boolean);
    const kind = own ? "own" : removed.includes(day) ? "removed" : "national";
    return {
      ...{ day, kind, date: shortDate(day) },
      called: nameOfPublicHoliday(local, day),
      whose: own ? "Added by you" : [BANK_HOLIDAY_REGIONS[regionOn(plans, day)], ...more].join(", "),
    };
  });
  const known = bankHolidaysIn("england_wales", from, to).length > 0;
  return { year, lines, count: days.length, known };
}

/** Whether the tables of the region of that day name it. */
export function isNational(plans: readonly PlanRegion[], day: LondonDate): boolean {
  return bankHolidaysIn(regionOn(plans, day), day, day).length > 0;
}

/** The year in an address; this year without one. */
export function yearAsked(typed: string | null, today: LondonDate): number {
  const year = Number(typed);
  return typed !== null && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR ? year : yearOf(today);
}

function yearOf(date: LondonDate): number {
  return Number(date.slice(0, 4));
}

/** What a bank holiday is called: as its user put it, or as the nation does. */
export function nameOfPublicHoliday(local: readonly NamedPublicHoliday[], day: LondonDate): string {
  const own = local.find((each) => each.is_off && each.day === day);
  return own ? own.called || "Bank holiday" : bankHolidayName(day);
}
