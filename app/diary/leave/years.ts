import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";
import { addDays, type LondonDate } from "~/platform/time/london";

/** A range of dates, both included. */
export interface DateRange {
  begins: LondonDate;
  ends: LondonDate;
}

/** A leave year, named by the calendar year in which it begins: 2026 is 2026/27 if it begins on 1 April. */
export interface LeaveYear extends DateRange {
  year: number;
  /** `2026/27`; `2026` for one that begins on 1 January. */
  label: string;
}

/**
 * The leave years that dates of leave may belong to: 1 January of the first calendar year may be in a leave year that
 * began in the year before.
 */
export const FIRST_LEAVE_YEAR = FIRST_YEAR - 1;
export const LAST_LEAVE_YEAR = LAST_YEAR;

/**
 * The leave year that begins in a calendar year.
 * @param yearStart month and day, `04-01`; never 29 February
 */
export function leaveYear(year: number, yearStart: string): LeaveYear {
  const label = yearStart === "01-01" ? String(year) : `${year}/${String((year + 1) % 100).padStart(2, "0")}`;
  return { year, begins: `${year}-${yearStart}`, ends: addDays(`${year + 1}-${yearStart}`, -1), label };
}

export function leaveYearOf(date: LondonDate, yearStart: string): LeaveYear {
  const year = Number(date.slice(0, 4));
  return leaveYear(date.slice(5) >= yearStart ? year : year - 1, yearStart);
}

/**
 * The leave year in an address, as the calendar year in which it begins; null, for the year of today, if there is no
 * valid one.
 */
export function yearOfQuery(query: URLSearchParams): number | null {
  const typed = query.get("year") ?? "";
  const year = Number(typed);
  return /^\d{4}$/.test(typed) && isLeaveYear(year) ? year : null;
}

/** Whether the diary can hold leave of a year, and show it. */
export function isLeaveYear(year: number): boolean {
  return year >= FIRST_LEAVE_YEAR && year <= LAST_LEAVE_YEAR;
}

/** Whether a leave, of which both dates are included, has a day in a range. */
export function hasDayIn({ begins, ends }: DateRange, leave: { date_start: LondonDate; date_end: LondonDate }) {
  return leave.date_start <= ends && leave.date_end >= begins;
}

export function isDayIn(range: DateRange, date: LondonDate): boolean {
  return hasDayIn(range, { date_start: date, date_end: date });
}

export function datesOf({ begins, ends }: DateRange): LondonDate[] {
  const dates: LondonDate[] = [];
  for (let date = begins; date <= ends; date = addDays(date, 1)) dates.push(date);
  return dates;
}
