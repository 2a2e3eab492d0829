import type { ShownLeave } from "~/diary/leave/rules";
import {
  instantsOf,
  isDue,
  type LoggedRow,
  startingOn,
  type TimedElement,
  timesBetween,
  unmatchedTimes,
} from "~/diary/sessions/week-due";
import type { Occurrence } from "~/planning/job-plans/schedule";
import { formatList } from "~/platform/time/counted";
import { addDays, type LondonDate } from "~/platform/time/london";

/** Rules of a week's round-up: what is still unfinished. Pure functions. */

interface WeekInput<Row extends TimedElement> {
  monday: LondonDate;
  now: number;
  sessions: readonly LoggedRow[];
  timed: readonly Row[];
  /** Planned sessions that did not happen. */
  cancelled: readonly LoggedRow[];
  /** Granted leave on the week's days. */
  leave: readonly ShownLeave[];
}

/**
 * The planned sessions that have ended, were to be worked and logged, and are neither logged nor cancelled; first to
 * last.
 */
export function unloggedIn<Row extends TimedElement>(week: WeekInput<Row>): Occurrence<Row>[] {
  const { monday, now, sessions, timed, cancelled, leave } = week;
  const logged = timed.filter(({ counting }) => counting !== "as_planned");
  const due = timesBetween(logged, monday, addDays(monday, 6));
  const dates = Array.from({ length: 7 }, (_, day) => addDays(monday, day));
  return dates.flatMap((date) => {
    const ofDate = due.filter((each) => each.date === date);
    const { open } = unmatchedTimes(ofDate, startingOn(sessions, date), startingOn(cancelled, date));
    return open
      .filter((each) => isDue(each, leave) && isOver(each, now))
      .sort((one, other) => one.row.start_minute - other.row.start_minute);
  });
}

/** False for a session that falls wholly into the hour that the clocks skip: there is nothing to log. */
function isOver(each: Occurrence<TimedElement>, now: number): boolean {
  const { startAt, endAt } = instantsOf(each);
  return endAt <= now && startAt < endAt;
}

/** What a case must have about its patient and its urgency, in the order in which it is named. */
const CASE_ITEMS = { asa: "ASA", urgency: "urgency", gender: "gender", age: "age" };

/** `No ASA`, `No urgency and age`. */
export function formatMissing(found: Record<keyof typeof CASE_ITEMS, number | null>): string {
  const missing = Object.entries(CASE_ITEMS).filter(([item]) => found[item as keyof typeof CASE_ITEMS] === null);
  return `No ${formatList(missing.map(([, word]) => word))}`;
}

/** Numbers of unfinished entries, by kind. */
interface RoundUpCounts {
  unlogged: number;
  cases: number;
  sessions: number;
  fees: number;
}

export function countOf({ unlogged, cases, sessions, fees }: RoundUpCounts): number {
  return unlogged + cases + sessions + fees;
}
