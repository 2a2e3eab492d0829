import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";
import { addDays, type LondonDate } from "~/platform/time/london";

/** Dates in a row, both included. */
export interface Stretch {
  begins: LondonDate;
  ends: LondonDate;
}

/** A year of leave, named by the calendar year in which it begins: 2026 is 2026/27 where it begins on 1 April. */
export interface LeaveYear extends Stretch {
  year: number;
  /** `2026/27`; `2026` for one that begins on 1 January. */
  label: string;
}

/** The years that the dates of leave may lie in: 1 January of the first date is in a year that began before it. */
export const FIRST_LEAVE_YEAR = FIRST_YEAR - 1;
export const LAST_LEAVE_YEAR = LAST_YEAR;

/** @param yearStart month and day, `04-01`: no 29 February */
export function leaveYear(year: number, yearStart: string): LeaveYear {
  const label = yearStart === "01-01" ? String(year) : `${year}/${String((year + 1) % 100).padStart(2, "0")}`;
  return { year, begins: `${year}-${yearStart}`, ends: addDays(`${year + 1}-${yearStart}`, -1), label };
}

export function leaveYearOf(date: LondonDate, yearStart: string): LeaveYear {
  const year = Number(date.slice(0, 4));
  return leaveYear(date.slice(5) >= yearStart ? year : year - 1, yearStart);
}

/** The year that an address asks for, by the calendar year that it begins in; null for the year of today. */
export function askedYear(query: URLSearchParams): number | null {
  const typed = query.get("year") ?? "";
  const year = Number(typed);
  return /^\d{4}$/.test(typed) && year >= FIRST_LEAVE_YEAR && year <= LAST_LEAVE_YEAR ? year : null;
}

export function datesOf({ begins, ends }: Stretch): LondonDate[] {
  const dates: LondonDate[] = [];
  for (let date = begins; date <= ends; date = addDays(date, 1)) dates.push(date);
  return dates;
}
