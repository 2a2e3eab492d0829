import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";
import { addDays, daysBetween, type LondonDate } from "~/platform/time/london";

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

/** A leave year that is saved, with the day that it begins on. */
type SavedYear = { year_begins: LondonDate };

/**
 * The leave year that begins in a calendar year. When the start of the leave year moves, the year before the first that
 * begins on the new day is longer or shorter than twelve months.
 * @param yearStart month and day, `04-01`, of the years after all that are saved; never 29 February
 * @param saved those that are saved keep their first day, and years before them begin on the same day of the year
 */
export function leaveYear(year: number, yearStart: string, saved: readonly SavedYear[] = []): LeaveYear {
  const begins = firstDayOf(year, yearStart, saved);
  const ends = addDays(firstDayOf(year + 1, yearStart, saved), -1);
  const isCalendarYear = begins.endsWith("-01-01") && ends.endsWith("-12-31");
  const label = isCalendarYear ? String(year) : `${year}/${String((year + 1) % 100).padStart(2, "0")}`;
  return { year, begins, ends, label };
}

function firstDayOf(year: number, yearStart: string, saved: readonly SavedYear[]): LondonDate {
  const from = saved.map(({ year_begins }) => year_begins).filter((begins) => Number(begins.slice(0, 4)) >= year);
  const start = from.sort()[0]?.slice(5) ?? yearStart;
  return `${year}-${start === "02-29" ? "03-01" : start}`;
}

export function leaveYearOf(date: LondonDate, yearStart: string, saved: readonly SavedYear[] = []): LeaveYear {
  // A year that lasts until a later start may have begun nearly two calendar years ago.
  const calendarYear = Number(date.slice(0, 4));
  const years = [calendarYear, calendarYear - 1].map((year) => leaveYear(year, yearStart, saved));
  return years.find(({ begins }) => begins <= date) ?? leaveYear(calendarYear - 2, yearStart, saved);
}

/** Days of a leave year from `from` on, of those of the twelve months from its first day. */
export function shareOfYear({ year, begins, ends }: LeaveYear, from: LondonDate): { days: number; of: number } {
  return { days: daysBetween(from, ends) + 1, of: daysBetween(begins, `${year + 1}${begins.slice(4)}`) };
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
