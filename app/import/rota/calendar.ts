import type { LondonDate } from "~/platform/time/london";

/** A rota's calendar, as far as Daybook needs it: without places, descriptions and people. */
export interface RotaCalendar {
  /** Hash of the calendar's name, see `rotaEvents`. */
  key: string;
  /**
   * The days that it covers: an event of an earlier file that began on one of them, and is missing now, has been
   * removed.
   */
  first: LondonDate;
  last: LondonDate;
  /** Each title once, in the order of the file; events refer to them by index. */
  titles: string[];
  events: RotaEvent[];
  /** Events that do not take place. */
  cancelled: CancelledEvent[];
  unread: Unread;
}

export interface RotaEvent {
  /** See `rotaEvents`. */
  key: string;
  title: number;
  startAt: number;
  endAt: number;
  /** Lasts whole days: from midnight to midnight. */
  allDay: boolean;
}

export interface CancelledEvent {
  key: string;
  startAt: number;
  /** Whether its title says so, rather than its status. */
  byTitle: boolean;
}

/** Number of events that were left out, by reason; those of `zones` were imported all the same. */
export type Unread = Record<keyof typeof UNREAD, number>;

/** The reasons in words, shown after the number of events and the words that they are left out. */
export const UNREAD = {
  faulty: "the date or time cannot be read",
  endless: "no end, or the same end as start",
  long: "longer than 14 days",
  repeats: "the repeat cannot be read",
  zones: "in an unknown time zone. Times are read as UK times",
} as const;

/** Most events of one file: a year of a busy rota has 400. */
export const MAX_EVENTS = 1_500;
export const MAX_TITLES = 150;
/** Most bytes of a file; a year of a rota has 200 kB. */
export const MAX_CALENDAR_BYTES = 2_000_000;
