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

/** What is said of them, after their number and that they are left out. */
export const UNREAD = {
  faulty: "the date or time cannot be read",
  endless: "no end, or the same end as start",
  long: "longer than 14 days",
  repeats: "the repeat cannot be read",
  zones: "in an unknown time zone. Times are read as UK times",
} as const;

/** Events of one file: a year of a busy rota is 400. */
export const MOST_EVENTS = 1_500;
export const MOST_TITLES = 150;
/** Of a file; a year of a rota is 200 kB. */
export const MOST_CALENDAR_BYTES = 2_000_000;
/** How far from today an event is looked at, before and after. */
export const REACH_DAYS = 750;
