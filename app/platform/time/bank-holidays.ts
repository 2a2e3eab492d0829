import { dayOfMonth, longDate } from "./dates";
import type { LondonDate } from "./london";
import { weekday } from "./london";

export const BANK_HOLIDAY_REGIONS = {
  england_wales: "England and Wales",
  scotland: "Scotland",
  northern_ireland: "Northern Ireland",
} as const;

export type BankHolidayRegion = keyof typeof BANK_HOLIDAY_REGIONS;

/** The first day that the tables below cover. */
export const BANK_HOLIDAYS_KNOWN_FROM: LondonDate = "2024-01-01";

/** The last day that the tables below cover. They are extended after GOV.UK's yearly announcement. */
export const BANK_HOLIDAYS_KNOWN_TO: LondonDate = "2028-12-31";

/** GOV.UK bank holidays 2024 to 2028, substitute days in place of those at a weekend. */
const DAYS: Record<BankHolidayRegion, string> = {
  england_wales: `
    2024-01-01 2024-03-29 2024-04-01 2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26
    2025-01-01 2025-04-18 2025-04-21 2025-05-05 2025-05-26 2025-08-25 2025-12-25 2025-12-26
    2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28
    2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28
    2028-01-03 2028-04-14 2028-04-17 2028-05-01 2028-05-29 2028-08-28 2028-12-25 2028-12-26`,
  scotland: `
    2024-01-01 2024-01-02 2024-03-29 2024-05-06 2024-05-27 2024-08-05 2024-12-02 2024-12-25 2024-12-26
    2025-01-01 2025-01-02 2025-04-18 2025-05-05 2025-05-26 2025-08-04 2025-12-01 2025-12-25 2025-12-26
    2026-01-01 2026-01-02 2026-04-03 2026-05-04 2026-05-25 2026-06-15 2026-08-03 2026-11-30 2026-12-25 2026-12-28
    2027-01-01 2027-01-04 2027-03-26 2027-05-03 2027-05-31 2027-08-02 2027-11-30 2027-12-27 2027-12-28
    2028-01-03 2028-01-04 2028-04-14 2028-05-01 2028-05-29 2028-08-07 2028-11-30 2028-12-25 2028-12-26`,
  northern_ireland: `
    2024-01-01 2024-03-18 2024-03-29 2024-04-01 2024-05-06 2024-05-27 2024-07-12 2024-08-26 2024-12-25 2024-12-26
    2025-01-01 2025-03-17 2025-04-18 2025-04-21 2025-05-05 2025-05-26 2025-07-14 2025-08-25 2025-12-25 2025-12-26
    2026-01-01 2026-03-17 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-07-13 2026-08-31 2026-12-25 2026-12-28
    2027-01-01 2027-03-17 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-07-12 2027-08-30 2027-12-27 2027-12-28
    2028-01-03 2028-03-17 2028-04-14 2028-04-17 2028-05-01 2028-05-29 2028-07-12 2028-08-28 2028-12-25 2028-12-26`,
};

const SETS: Record<BankHolidayRegion, ReadonlySet<LondonDate>> = {
  england_wales: daysOf(DAYS.england_wales),
  scotland: daysOf(DAYS.scotland),
  northern_ireland: daysOf(DAYS.northern_ireland),
};

function daysOf(text: string): ReadonlySet<LondonDate> {
  return new Set(text.trim().split(/\s+/));
}

export function isBankHoliday(date: LondonDate, region: BankHolidayRegion): boolean {
  return SETS[region].has(date);
}

export function bankHolidaysIn(region: BankHolidayRegion, from: LondonDate, to: LondonDate): LondonDate[] {
  return [...SETS[region]].filter((date) => date >= from && date <= to);
}

/**
 * How days outside the tables count, if the range includes any; else null. They count as working days, so that figures
 * for them are too high.
 */
export function formatUnknownBankHolidays(from: LondonDate, to: LondonDate): string | null {
  if (from >= BANK_HOLIDAYS_KNOWN_FROM && to <= BANK_HOLIDAYS_KNOWN_TO) return null;
  const known = `${longDate(BANK_HOLIDAYS_KNOWN_FROM)} to ${longDate(BANK_HOLIDAYS_KNOWN_TO)}`;
  return `Bank holidays are known from ${known}: before and after they count as working days.`;
}

/** The bank holidays of a region, with the days that the user added and removed. */
export interface BankCalendar {
  region: BankHolidayRegion;
  added: readonly LondonDate[];
  removed: readonly LondonDate[];
}

export function isPublicHoliday(date: LondonDate, { region, added, removed }: BankCalendar): boolean {
  return added.includes(date) || (isBankHoliday(date, region) && !removed.includes(date));
}

/** The name of a bank holiday of the tables. A substitute day has the name of the holiday that it replaces. */
export function bankHolidayName(date: LondonDate): string {
  const day = dayOfMonth(date);
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  switch (month) {
    case 1:
      return isNewYear(year, day) ? "New Year’s Day" : "2 January";
    case 5:
      return day <= 7 ? "Early May" : "Spring";
    case 6:
      return "World Cup";
    case 7:
      return "Battle of the Boyne";
    case 8:
      return "Summer";
    case 11:
      return "St Andrew’s Day";
    case 12:
      if (day < 25) return "St Andrew’s Day";
      return day === 25 || isChristmas(year, day) ? "Christmas Day" : "Boxing Day";
    default:
      return springName(date, day, month);
  }
}

/** In March and April: St Patrick's is the 17th, or the Monday after; Good Friday is never before the 20th. */
function springName(date: LondonDate, day: number, month: number): string {
  if (month === 3 && day < 20) return "St Patrick’s Day";
  return weekday(date) === 5 ? "Good Friday" : "Easter Monday";
}

/** A New Year's Day at a weekend moves to the Monday, which is then the first bank holiday of the year. */
function isNewYear(year: number, day: number): boolean {
  return day === 1 || isMondayAfter(`${year}-01-01`, day - 1);
}

function isChristmas(year: number, day: number): boolean {
  return isMondayAfter(`${year}-12-25`, day - 25);
}

/** Whether `holiday` is at a weekend and the day `later` days after it is the Monday, its substitute day. */
function isMondayAfter(holiday: LondonDate, later: number): boolean {
  const day = weekday(holiday);
  return day > 5 && day + later === 8;
}

/** Month and day of the bank holidays with a fixed date, by the names of `bankHolidayName`. */
const FIXED: Record<string, string> = {
  "New Year’s Day": "01-01",
  "2 January": "01-02",
  "St Patrick’s Day": "03-17",
  "Battle of the Boyne": "07-12",
  "St Andrew’s Day": "11-30",
  "Christmas Day": "12-25",
  "Boxing Day": "12-26",
};

/** Whether a bank holiday is the substitute for one at a weekend. */
export function isSubstitute(date: LondonDate): boolean {
  const own = FIXED[bankHolidayName(date)];
  return own !== undefined && own !== date.slice(5);
}
