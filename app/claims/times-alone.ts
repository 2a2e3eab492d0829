import { type LondonDate, londonInstant } from "~/time/london";

const DAY_MINUTES = 1440;

/**
 * The instants of work that stands alone, of a date and minutes of its clock; an end at or before the start is on the
 * next day. Null without both times.
 */
export function timesAlone(date: LondonDate | null, start: number | null, end: number | null) {
  if (date === null || start === null || end === null) return null;
  const until = end > start ? end : end + DAY_MINUTES;
  return { startAt: londonInstant(date, start), endAt: londonInstant(date, until) };
}
