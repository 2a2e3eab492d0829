import { type LondonDate, londonInstant } from "~/time/london";

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

/**
 * The instants of work that stands alone, of a date and minutes of its clock; an end at or before the start is on the
 * next day. Null without both times. A start that the clocks skip, which no form takes any more, keeps its length.
 */
export function timesAlone(date: LondonDate | null, start: number | null, end: number | null) {
  if (date === null || start === null || end === null) return null;
  const until = end > start ? end : end + DAY_MINUTES;
  const [startAt, endAt] = [londonInstant(date, start), londonInstant(date, until)];
  return { startAt, endAt: endAt > startAt ? endAt : startAt + (until - start) * MINUTE_MS };
}
