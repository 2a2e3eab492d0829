import type { LondonDate } from "~/platform/time/london";
import { isBlank } from "./blank";
import { readClock } from "./clock";
import { readMoment } from "./moment";

/** What a column of times can hold: a time, often with its date, or a part of the day with its two ends. */
export interface TimeCell {
  minute: number;
  date: LondonDate | null;
  /** The end of a part of the day: `morning-0800-1300`. */
  bandEnd: number | null;
  zone: boolean;
}

const BAND = /(\d{2}:?\d{2})\s?(?:-|–|to)\s?(\d{2}:?\d{2})(?!\d)/g;

/** Null for blank, false for what holds no time. Several parts of the day count from the first to the last. */
export function readTime(cell: string, monthFirst = false): TimeCell | null | false {
  if (isBlank(cell)) return null;
  const text = cell.slice(0, 200).trim();
  const clock = readClock(text);
  if (clock) return { minute: clock.minute, date: null, bandEnd: null, zone: clock.zone };
  const moment = readMoment(text, monthFirst);
  if (moment === null) return null;
  if (moment) {
    return moment.clock
      ? { minute: moment.clock.minute, date: moment.date, bandEnd: null, zone: moment.clock.zone }
      : false;
  }
  const bands = [...text.matchAll(BAND)].map(([, from = "", to = ""]) => [readClock(from), readClock(to)] as const);
  const start = bands[0]?.[0];
  const end = bands.at(-1)?.[1];
  return start && end ? { minute: start.minute, date: null, bandEnd: end.minute, zone: false } : false;
}
