import { addDays, type LondonDate } from "~/time/london";

/** A year of leave, named by the calendar year in which it begins: 2026 is 2026/27 where it begins on 1 April. */
export interface LeaveYear {
  year: number;
  begins: LondonDate;
  /** Its last day. */
  ends: LondonDate;
  /** `2026/27`; `2026` for one that begins on 1 January. */
  label: string;
}

/** @param yearStart month and day, `04-01`: no 29 February */
export function leaveYear(year: number, yearStart: string): LeaveYear {
  const label = yearStart === "01-01" ? String(year) : `${year}/${String((year + 1) % 100).padStart(2, "0")}`;
  return { year, begins: `${year}-${yearStart}`, ends: addDays(`${year + 1}-${yearStart}`, -1), label };
}

export function leaveYearOf(date: LondonDate, yearStart: string): LeaveYear {
  const year = Number(date.slice(0, 4));
  return leaveYear(date.slice(5) >= yearStart ? year : year - 1, yearStart);
}
