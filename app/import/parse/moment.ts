import { dateOfSerial, readMonth, realDate } from "~/platform/time/dates";
import { MINUTE_MS } from "~/platform/time/durations";
import { type LondonDate, londonMoment } from "~/platform/time/london";

const BLANKS = new Set([
  ...["", "-", "--", "–", "—", "?", ".", "n/a", "na", "n/k", "nk", "null", "nil"],
  ...["unknown", "not known", "not stated", "not recorded", "not specified", "not applicable"],
]);

/** Whether a cell holds one of the texts that theatre systems write for an unknown value. */
export function isBlank(cell: string): boolean {
  if (cell.length > 60) return false;
  const text = cell.trim().toLowerCase();
  return BLANKS.has(text) || text.startsWith("not captured");
}

/** A clock time in minutes since midnight. */
interface Clock {
  minute: number;
  /** Minutes that the clocks of its time zone are ahead of UTC; null if it names none. */
  zone: number | null;
}

const WITH_MINUTES =
  /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[:.,]\d{1,9})?)?\s?([ap]\.?m\.?)?\s?(z|utc|gmt|bst|[+-]\d{2}:?\d{2})?$/;
const DIGITS = /^(\d{1,2})(\d{2})\s?(?:h|hrs?|hours)?\s?([ap]\.?m\.?)?$/;
const HOUR_OF_HALF = /^(\d{1,2})\s?([ap]\.?m\.?)$/;
/** Fraction of a day, as spreadsheets store times. */
const FRACTION = /^0?\.(?:\d|\d{3,})$/;
/** May be a fraction of a day, or minutes past midnight. */
const UNSURE = /^0?\.\d{2}$/;

/**
 * Reads `0815`, `815`, `8:15`, `08.15`, `08:15:00`, `8:15 AM`; false if the cell is not a clock time (`24:00` is not).
 */
export function readClock(cell: string): Clock | false {
  const text = cell.trim().toLowerCase();
  if (text.length > 40 || UNSURE.test(text)) return false;
  if (FRACTION.test(text)) return clock(0, Math.floor(Number(text) * 1440 + 0.5), "");
  const parts = WITH_MINUTES.exec(text);
  if (parts) {
    if (Number(parts[3] ?? 0) > 59 || Number(parts[2]) > 59) return false;
    return clock(Number(parts[1]), Number(parts[2]), parts[4], zoneOf(parts[5]));
  }
  const digits = DIGITS.exec(text);
  if (digits) return Number(digits[2]) < 60 && clock(Number(digits[1]), Number(digits[2]), digits[3]);
  const hour = HOUR_OF_HALF.exec(text);
  return hour ? clock(Number(hour[1]), 0, hour[2]) : false;
}

function zoneOf(name: string | undefined): number | null {
  if (name === undefined) return null;
  const [, sign, hours = "", minutes = ""] = /^([+-])(\d{2}):?(\d{2})$/.exec(name) ?? [];
  if (!sign) return name === "bst" ? 60 : 0;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

function clock(hours: number, minutes: number, half: string | undefined, zone: number | null = null): Clock | false {
  if (half && (hours < 1 || hours > 12)) return false;
  const hour = half ? (hours % 12) + (half.startsWith("p") ? 12 : 0) : hours;
  const minute = hour * 60 + minutes;
  return minute < 1440 && { minute, zone };
}

/** A date of a cell, with the time beside it: null if there is none, false if it is not a clock time. */
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
/** Days from which programs count dates, which they write when there is no date. */
const NO_DATES = ["1900-01-01", "1899-12-30", "1899-12-31"];

/**
 * Reads a date with or without a time; day before month, as in the United Kingdom, unless `monthFirst`. A number is a
 * spreadsheet's count of days.
 * @returns null for blank (`00/00/0000` too), false if it is not a real date
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
  return date !== false && inLondon({ date, clock: rest.trim() === "" ? null : readClock(rest) });
}

/** The moment in London of a clock time in another time zone, which may be on the day before or after. */
export function inLondon<Given extends Moment>(moment: Given): Given {
  const { date, clock } = moment;
  if (!clock || clock.zone === null) return moment;
  // biome-ignore lint/style/noRestrictedGlobals: a date's own midnight, of which the machine is not asked.
  const london = londonMoment(Date.parse(`${date}T00:00:00Z`) + (clock.minute - clock.zone) * MINUTE_MS);
  return { ...moment, date: london.date, clock: { ...clock, minute: london.minute } };
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
  return { date, clock: Number.isInteger(serial) ? null : minute < 1440 && { minute, zone: null } };
}

/** A value of a column of times: a time, often with its date, or a part of the day with its start and end. */
export interface TimeCell {
  minute: number;
  date: LondonDate | null;
  /** The end of a part of the day: `morning-0800-1300`. */
  bandEnd: number | null;
  /** As in `Clock`: without a date, the time is still that of the zone. */
  zone: number | null;
}

/** A time that a program has written with the day from which it counts: `30/12/1899 08:15`. */
const AT_NO_DATE = /^(?:1899-12-3[01]|1900-01-0[01]|3[01]\/12\/1899|0?[01]\/0?1\/1900)[t ] ?(\d.{0,30})$/i;

const BAND = /(\d{2}:?\d{2})\s?(?:-|–|to)\s?(\d{2}:?\d{2})(?!\d)/g;

/** Parts of the day as words, as in the college's logbook; `Morning, Afternoon` lasts from the first to the last. */
const PART_OF_DAY = /(?<=^|, ?|; ?)(morning|afternoon|evening|night|am|pm)(?=$| ?[,;]| session)/g;
const HOURS_OF_PART: Readonly<Record<string, readonly [from: number, to: number]>> = {
  ...{ morning: [8, 13], am: [8, 13], afternoon: [13, 18], pm: [13, 18], evening: [18, 22], night: [22, 8] },
};

/**
 * Reads a time. Several parts of the day last from the first to the last.
 * @returns null for blank, false if there is no time
 */
export function readTime(cell: string, monthFirst = false): TimeCell | null | false {
  if (isBlank(cell)) return null;
  const text = cell.slice(0, 200).trim();
  const clock = readClock(text);
  if (clock) return { minute: clock.minute, date: null, bandEnd: null, zone: clock.zone };
  const dateless = AT_NO_DATE.exec(text)?.[1];
  if (dateless !== undefined) return readTime(dateless);
  const moment = readMoment(text, monthFirst);
  if (moment === null) return null;
  if (moment) {
    return moment.clock
      ? { minute: moment.clock.minute, date: moment.date, bandEnd: null, zone: moment.clock.zone }
      : false;
  }
  const bands = [
    ...[...text.matchAll(BAND)].map(([, from = "", to = ""]) => [readClock(from), readClock(to)] as const),
    ...[...text.toLowerCase().matchAll(PART_OF_DAY)].map(([, word = ""]) => {
      return (HOURS_OF_PART[word] ?? []).map((hour) => readClock(`${hour}:00`));
    }),
  ];
  const start = bands[0]?.[0];
  const end = bands.at(-1)?.[1];
  return start && end ? { minute: start.minute, date: null, bandEnd: end.minute, zone: null } : false;
}
