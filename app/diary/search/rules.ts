import { longDate } from "~/platform/time/dates";
import { DAY_MS } from "~/platform/time/durations";
import { addDays, londonInstant, londonMoment, londonToday } from "~/platform/time/london";

/** Things that a session or a case can lack, labelled as the logbook's tags. */
export const MISSING = [
  { value: "no_element", label: "No job plan element" },
  { value: "no_asa", label: "No ASA grade" },
  { value: "no_end", label: "No end time" },
  { value: "identifier", label: "An identifier suspected" },
] as const;

export const LONGEST_WORDS = 200;

/** One answer searches 12 months, a quarter at a time, and stops once it is full. */
const ANSWER_DAYS = 365;
const RANGE_DAYS = 92;

/** Later than any session, so that planned sessions are searched as well. */
const OPEN_END = 8e12;

/** Instants: sessions that start at or after `from` and before `until` are searched. */
export interface SearchRange {
  from: number;
  until: number;
}

interface Dates {
  from: string | null;
  until: string | null;
  /** Where the previous answer stopped. */
  before: number | null;
}

export interface SearchBounds extends SearchRange {
  /** End of the last date of the filter, or where the previous answer stopped; null when the end is open. */
  end: number | null;
  /** Start of the first date of the filter; without one, an instant before any session. */
  notBefore: number;
}

/** The range of instants that one answer searches. */
export function searchBounds({ from, until, before }: Dates, now: number): SearchBounds {
  const notBefore = from ? londonInstant(from) : -OPEN_END;
  const last = until ? londonInstant(addDays(until, 1)) : null;
  const end = before === null ? last : Math.min(before, last ?? before);
  const tomorrow = londonInstant(addDays(londonToday(now), 1));
  const back = londonInstant(addDays(londonMoment((end ?? tomorrow) - 1).date, -ANSWER_DAYS));
  // A first date in the future leaves only planned sessions.
  return { from: Math.max(notBefore, back), until: end ?? OPEN_END, end, notBefore };
}

/** Divides the range into stretches, newest first; the first includes all planned sessions. */
export function searchRanges({ from, until, end }: SearchBounds): [SearchRange, ...SearchRange[]] {
  const step = RANGE_DAYS * DAY_MS;
  const stretches: SearchRange[] = [];
  let top = until;
  let bottom = end === null ? from + (ANSWER_DAYS - RANGE_DAYS) * DAY_MS : until - step;
  while (bottom > from) {
    stretches.push({ from: bottom, until: top });
    top = bottom;
    bottom -= step;
  }
  const last = { from, until: top };
  const [first = last, ...rest] = [...stretches, last];
  return [first, ...rest];
}

/** The range of dates that was searched, as text. */
export function formatSearched(from: number, end: number | null): string {
  const first = longDate(londonMoment(from).date);
  return end === null ? `from ${first} on` : `from ${first} to ${longDate(londonMoment(end - 1).date)}`;
}
