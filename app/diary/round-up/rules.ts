import type { Away } from "~/diary/leave/rules";
import { instantsOf, isDue, type TimedElement, unmatched } from "~/diary/sessions/week-due";
import { type Occurrence, occurrencesBetween } from "~/planning/job-plans/schedule";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";

/** The round-up of a week: what of it still has to be done. Pure. */

interface WeekInput {
  monday: LondonDate;
  now: number;
  sessions: readonly { start_at: number; element_ref: string | null }[];
  timed: readonly TimedElement[];
  /** Granted leave of the week's days. */
  leave: readonly Away[];
}

/** A time of the plan that is over, was to be worked, and that no session answers. */
export type Unlogged = Occurrence<TimedElement>;

/** First to last. */
export function unloggedIn({ monday, now, sessions, timed, leave }: WeekInput): Unlogged[] {
  const due = timed.flatMap((row) => occurrencesBetween([row], row, monday, addDays(monday, 6)));
  const dates = Array.from({ length: 7 }, (_, day) => addDays(monday, day));
  return dates.flatMap((date) =>
    unmatched(
      due.filter((each) => each.date === date),
      sessions.filter(({ start_at }) => londonMoment(start_at).date === date),
    )
      .filter((each) => isDue(each, leave) && isOver(each, now))
      .sort((one, other) => one.row.start_minute - other.row.start_minute),
  );
}

/** Where the clocks skip all of it there is nothing to log. */
function isOver(each: Unlogged, now: number): boolean {
  const { startAt, endAt } = instantsOf(each);
  return endAt <= now && startAt < endAt;
}

/** How a form names one of them. */
export function keyOf({ row, date }: Unlogged): string {
  return `${row.element_ref}/${date}/${row.start_minute}`;
}

/** What a case is to say of its patient, and of how urgent it was, in the order in which it is asked. */
export const CASE_ITEMS = ["asa", "urgency", "gender", "age"] as const;
export type CaseItem = (typeof CASE_ITEMS)[number];

type ItemsOfCase = Record<CaseItem, number | null>;

export function missingItems(found: ItemsOfCase): CaseItem[] {
  return CASE_ITEMS.filter((item) => found[item] === null);
}

/** How many things there are to do. */
export interface RoundUpCounts {
  unlogged: number;
  cases: number;
  sessions: number;
  fees: number;
}

export function countOf({ unlogged, cases, sessions, fees }: RoundUpCounts): number {
  return unlogged + cases + sessions + fees;
}
