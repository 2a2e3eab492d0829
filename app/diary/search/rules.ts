import { longDate } from "~/platform/time/dates";
import { addDays, londonInstant, londonMoment, londonToday } from "~/platform/time/london";

/** What a session or a case can lack, as the logbook's tags say it. */
export const MISSING = [
  { value: "no_element", label: "No job plan element" },
  { value: "no_asa", label: "No ASA grade" },
  { value: "no_end", label: "No end time" },
  { value: "identifier", label: "An identifier suspected" },
] as const;

export const LONGEST_WORDS = 200;

/** What one answer looks through: 12 months, a quarter at a time, and no further once it is full. */
const ANSWER_DAYS = 365;
const STRETCH_DAYS = 92;

/** Beyond any session: what is planned is looked through as well. */
const OPEN_END = 8e12;

/** Sessions that start in it are looked through: instants, the first within, the last without. */
export interface Stretch {
  from: number;
  until: number;
}

interface Dates {
  from: string | null;
  until: string | null;
  /** Where the answer before stopped. */
  before: number | null;
}

export interface Reach extends Stretch {
  /** The last date asked for, or where the answer before stopped; null when the end is open. */
  end: number | null;
  /** The first date asked for, else the beginning of time. */
  notBefore: number;
}

/** How far one answer goes. */
export function reachOf({ from, until, before }: Dates, now: number): Reach {
  const notBefore = from ? londonInstant(from) : -OPEN_END;
  const last = until ? londonInstant(addDays(until, 1)) : null;
  const end = before === null ? last : Math.min(before, last ?? before);
  const tomorrow = londonInstant(addDays(londonToday(now), 1));
  const back = londonInstant(addDays(londonMoment((end ?? tomorrow) - 1).date, -ANSWER_DAYS));
  // A first date in the future leaves nothing but what is planned.
  return { from: Math.max(notBefore, back), until: end ?? OPEN_END, end, notBefore };
}

/** Newest first; the first one holds all that is planned. */
export function stretchesOf({ from, until, end }: Reach): [Stretch, ...Stretch[]] {
  const step = STRETCH_DAYS * 86_400_000;
  const stretches: Stretch[] = [];
  let top = until;
  let bottom = end === null ? from + (ANSWER_DAYS - STRETCH_DAYS) * 86_400_000 : until - step;
  while (bottom > from) {
    stretches.push({ from: bottom, until: top });
    top = bottom;
    bottom -= step;
  }
  const last = { from, until: top };
  const [first = last, ...rest] = [...stretches, last];
  return [first, ...rest];
}

/** The days looked through, in words. */
export function formatSearched(from: number, end: number | null): string {
  const first = longDate(londonMoment(from).date);
  return end === null ? `from ${first} on` : `from ${first} to ${longDate(londonMoment(end - 1).date)}`;
}
