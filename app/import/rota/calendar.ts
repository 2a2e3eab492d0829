import type { LondonDate } from "~/platform/time/london";

/** A rota's calendar as far as Daybook needs it: no place, no description, nobody who attends. */
export interface RotaCalendar {
  /** Hash of its name, see `rotaEvents`. */
  key: string;
  /** The days that it covers: an event of an earlier file that began on one of them, and is not there, has gone. */
  first: LondonDate;
  last: LondonDate;
  /** Each once, in the order of the file; events name them by their place. */
  titles: string[];
  events: RotaEvent[];
  /** Keys of events that the file says are cancelled. */
  cancelled: string[];
  unread: Unread;
}

export interface RotaEvent {
  /** See `rotaEvents`. */
  key: string;
  title: number;
  startAt: number;
  endAt: number;
  /** Of whole days: from a midnight to another. */
  allDay: boolean;
}

/** How many events were left out, and why; of `zones` how many were read all the same. */
export type Unread = Record<keyof typeof UNREAD, number>;

/** What is said of them, after their number. */
export const UNREAD = {
  faulty: "with a date or a time that cannot be read",
  endless: "without an end, or that end as they start",
  long: "longer than 14 days",
  repeats: "that repeat in a way that Daybook does not read",
  zones: "in a time zone that Daybook does not know: their times are read as UK times",
} as const;

/** Events of one file: a year of a busy rota is 400. */
export const MOST_EVENTS = 1_500;
export const MOST_TITLES = 150;
/** Of a file; a year of a rota is 200 kB. */
export const MOST_CALENDAR_BYTES = 2_000_000;
/** How far from today an event is looked at, before and after. */
export const REACH_DAYS = 750;
