import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";
import { addDays, type LondonDate } from "~/platform/time/london";

/** A year of leave, named by the calendar year in which it begins: 2026 is 2026/27 where it begins on 1 April. */
export interface LeaveYear {
  year: number;
  begins: LondonDate;
  /** Its last day. */
  ends: LondonDate;
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
