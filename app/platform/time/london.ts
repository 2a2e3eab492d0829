import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations";
import { offsetMs } from "./zone";

/** A calendar day in London, as ISO text `2026-11-17`: sorts and compares as text. */
export type LondonDate = string;

/** A moment shown on London's clocks. `minute` counts from midnight on the clock face, 0 to 1439. */
interface LondonMoment {
  date: LondonDate;
  minute: number;
}

/**
 * Length of a span in which London's clocks change at most once: the two nearest changes, of 1947, are 28 days apart.
 */
const SPAN_MS = 16 * DAY_MS;
/** Most cached spans: 1900 to 2099 has 4,600. */
const MAX_SPANS = 5_000;

interface Span {
  before: number;
  changeAt: number;
  after: number;
}

/** Cached spans: computing the offset anew for each instant takes half of a page's work. */
const spans = new Map<number, Span>();

/**
 * All UTC offsets of London since 1847, with the double summer time of the war, in the order that gives the earliest
 * instant first.
 */
const OFFSETS_MS = [2 * HOUR_MS, HOUR_MS, 0];

/** Milliseconds that London's clocks are ahead of UTC at this instant. */
export function londonOffsetMs(instant: number): number {
  const at = Math.floor(instant / SPAN_MS);
  let span = spans.get(at);
  if (!span) {
    if (spans.size >= MAX_SPANS) spans.clear();
    span = spanFrom(at * SPAN_MS);
    spans.set(at, span);
  }
  return instant < span.changeAt ? span.before : span.after;
}

/**
 * Computes a span. Clocks change on the hour: if its last hour has another offset than its first, a binary search finds
 * the hour of the change.
 */
function spanFrom(from: number): Span {
  const [before, after] = [offsetMs(from), offsetMs(from + SPAN_MS - HOUR_MS)];
  let [known, changeAt] = before === after ? [from, from] : [from, from + SPAN_MS - HOUR_MS];
  while (changeAt - known > HOUR_MS) {
    const middle = known + Math.floor((changeAt - known) / HOUR_MS / 2) * HOUR_MS;
    if (offsetMs(middle) === before) known = middle;
    else changeAt = middle;
  }
  return { before, changeAt, after };
}

/** Date and clock time in London at an instant. */
export function londonMoment(instant: number): LondonMoment {
  const wall = instant + londonOffsetMs(instant);
  return {
    date: new Date(wall).toISOString().slice(0, 10),
    minute: Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS),
  };
}

/**
 * The instant at which London's clocks show `minute` on `date`. `minute` may be 1440 or more: the instant is then on a
 * later day at that clock time. For a time that occurs twice it is the first; a time that the clocks skip moves one
 * hour later.
 */
export function londonInstant(date: LondonDate, minute = 0): number {
  const day = addDays(date, Math.floor(minute / 1440));
  const clock = minute % 1440;
  return londonInstants(day, clock)[0] ?? londonInstant(day, clock + 60);
}

/**
 * Every instant at which London's clocks show `minute` (0 to 1439) on `date`: two when the clocks go back
 * over it, none when they skip it.
 */
export function londonInstants(date: LondonDate, minute: number): number[] {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS;
  return OFFSETS_MS.filter((offset) => londonOffsetMs(wall - offset) === offset).map((offset) => wall - offset);
}

export function londonToday(now: number): LondonDate {
  return londonMoment(now).date;
}

export function addDays(date: LondonDate, days: number): LondonDate {
  const day = Number(date.slice(8)) + days;
  // Within a month, as most are, this takes a tenth of the time of a Date, of which a page needs thousands.
  if (day > 0 && day < 29) return `${date.slice(0, 8)}${String(day).padStart(2, "0")}`;
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function earlierOf(one: LondonDate, other: LondonDate): LondonDate {
  return one < other ? one : other;
}

export function laterOf(one: LondonDate, other: LondonDate): LondonDate {
  return one > other ? one : other;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LondonDate, to: LondonDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export function weekday(date: LondonDate): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

/** The Monday of the week of `date` (weeks start on Monday, specification section 9). */
export function mondayOf(date: LondonDate): LondonDate {
  return addDays(date, 1 - weekday(date));
}

/**
 * Ranges [from, until) of these years in which London's clocks are one hour ahead of UTC: from 01:00 UTC on the last
 * Sunday of March to 01:00 UTC on that of October, as in law since 1996. For SQL statements, which have no time zone
 * data.
 */
export function summerTimes(firstYear: number, lastYear: number): [number, number][] {
  return Array.from({ length: lastYear - firstYear + 1 }, (_, at) => {
    const [march, october] = ["03-31", "10-31"].map((end) => {
      const last = `${firstYear + at}-${end}`;
      return Date.parse(`${addDays(last, -(weekday(last) % 7))}T01:00:00Z`);
    });
    return [march, october] as [number, number];
  });
}
