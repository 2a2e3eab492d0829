import { dateOfSerial, readMonth, realDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { isBlank } from "./blank";
import { type Clock, readClock } from "./clock";

/** A date as a cell holds it, with the time beside it: null where there is none, false where it is no clock time. */
export interface Moment {
  date: LondonDate;
  clock: Clock | null | false;
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? /;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ,] ?(.*))?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[t ] ?(.*))?$/;
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]{1,2}(?:of )?(\d{1,2}|[a-z]{3,9})[-/., ]{1,2}(\d{4}|\d{2})(?:[t ,]{1,2}(.*))?$/;
const MONTH_WORD_FIRST = /^([a-z]{3,9})[-/., ]{1,2}(\d{1,2})(?:st|nd|rd|th)?[-/., ]{1,2}(\d{4})(?:[t ,]{1,2}(.*))?$/;
const SERIAL = /^\d{5}(?:\.\d{1,15})?$/;
/** Days on which programs begin to count, which they write where there is no date. */
const NO_DATES = ["1900-01-01", "1899-12-30", "1899-12-31"];

/**
 * Reads a date with or without a time; day before month, as in the United Kingdom, unless `monthFirst`. Null for
 * blank (`00/00/0000` too), false for what is no day of the calendar. A number is a spreadsheet's count of days.
 */
export function readMoment(cell: string, monthFirst = false): Moment | null | false {
  if (isBlank(cell)) return null;
  if (cell.length > 60) return false;
  const text = cell.trim().toLowerCase().replace(/\s+/g, " ").replace(WEEKDAY, "");
  if (SERIAL.test(text)) return ofSerial(Number(text));
  const found = partsOf(text, monthFirst);
  if (!found) return false;
  const [year, month, day, rest = ""] = found;
  if (Number(day) === 0 && Number(month) === 0) return null;
  if (NO_DATES.some((date) => date === `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`)) return null;
  const date = realDate(Number(year.length === 2 ? `20${year}` : year), readMonth(month), Number(day));
  return date !== false && { date, clock: rest.trim() === "" ? null : readClock(rest) };
}

type Parts = [year: string, month: string, day: string, rest?: string];

function partsOf(text: string, monthFirst: boolean): Parts | null {
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst) return yearFirst.slice(1) as Parts;
  const word = MONTH_WORD_FIRST.exec(text);
  if (word) return [word[3], word[1], word[2], word[4]] as Parts;
  const dayFirst = DAY_FIRST.exec(text);
  if (!dayFirst) return null;
  const [, first, second, year, rest] = dayFirst as unknown as [string, string, string, string, string?];
  return monthFirst && /^\d+$/.test(second) ? [year, first, second, rest] : [year, second, first, rest];
}

function ofSerial(serial: number): Moment | false {
  const date = dateOfSerial(serial);
  if (date === false) return false;
  const minute = Math.round((serial % 1) * 1440);
  return { date, clock: Number.isInteger(serial) ? null : minute < 1440 && { minute, zone: false } };
}

/** First and second number of each date that is written in numbers only, as far as it goes. */
const IN_NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/;

/**
 * True when a column's dates look as if the month came before the day: some have a second number above 12, and
 * none a first one.
 */
export function looksMonthFirst(cells: Iterable<string>): boolean {
  let found = false;
  for (const cell of cells) {
    const [, first, second] = IN_NUMBERS.exec(cell.slice(0, 12).trim()) ?? [];
    if (Number(first) > 12) return false;
    if (Number(second) > 12) found = true;
  }
  return found;
}
