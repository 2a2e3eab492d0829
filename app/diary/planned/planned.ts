import type { ShownLeave } from "~/diary/leave/rules";
import type { Category } from "~/planning/job-plans/elements";
import { showPa } from "~/planning/job-plans/pa-rules";
import { pathTo } from "~/platform/http/path-to";
import { clockTime } from "~/platform/time/clock-time";
import { addDays, type LondonDate } from "~/platform/time/london";
import { timesText } from "../sessions/times";
import {
  instantsOf,
  isDue,
  type LoggedRow,
  occurrenceUnits,
  startingOn,
  type TimedElement,
  timesBetween,
  unmatchedTimes,
} from "../sessions/week-due";

/** A planned session that is not logged, as the diary shows it in its place. */
export interface PlannedEntry {
  element: string;
  category: Category;
  times: string;
  ends: string | null;
  pa: string;
  /** How many logged sessions of its day start after it: it is listed below them. */
  below: number;
  /** It did not happen. */
  cancelled: boolean;
  /** It counts without being logged. */
  asPlanned: boolean;
  /**
   * Address of the page that logs it as planned, records that it did not happen, or restores it; null on a locked day,
   * and on a future day unless it is cancelled, or of the next days and may be called off.
   */
  path: string | null;
  /** On a future day: not to be logged yet. */
  coming: boolean;
  /** Address of Add Session, filled in with it. */
  form: string;
  /** Its day is locked. */
  locked: boolean;
}

export interface PlannedTimes {
  today: LondonDate;
  timed: readonly TimedElement[];
  leave?: readonly ShownLeave[];
  cancelled?: readonly LoggedRow[];
  /** The day is locked. */
  locked?: boolean;
}

/** How many days ahead the diary offers to call a planned session off. */
const CALLED_OFF_AHEAD_DAYS = 7;

/** @param startMinute null for the work of a week */
export function plannedPath(elementRef: string, date: LondonDate, startMinute: number | null): string {
  const path = pathTo("/logbook/planned/:elementRef/:date/", { elementRef, date });
  return startMinute === null ? `${path}?` : `${path}?${new URLSearchParams({ start: clockTime(startMinute) })}`;
}

/**
 * The planned sessions of a date that are not logged, latest first, without those on a bank holiday or in leave.
 * @param logged the sessions of the date, in any order
 */
export function plannedOn(
  date: LondonDate,
  logged: readonly LoggedRow[],
  { today, timed, leave = [], cancelled = [], locked = false }: PlannedTimes,
): PlannedEntry[] {
  const left = unmatchedTimes(timesBetween(timed, date, date), logged, startingOn(cancelled, date));
  return [...left.open, ...left.cancelled]
    .filter((each) => isDue(each, leave))
    .map((each) => ({ each, ...instantsOf(each) }))
    .sort((one, other) => other.startAt - one.startAt)
    .map(({ each, startAt, endAt }) => {
      const { row } = each;
      const isCancelled = left.cancelled.includes(each);
      const { element_ref, element, category, start_minute } = row;
      const isLater = date > (row.counting === "as_planned" ? today : addDays(today, CALLED_OFF_AHEAD_DAYS));
      const [start, end] = [clockTime(start_minute), clockTime(row.end_minute)];
      return {
        ...{ element, category, ...timesText({ startAt, endAt }) },
        pa: showPa(occurrenceUnits(row, timed)),
        below: logged.filter((session) => session.start_at > startAt).length,
        cancelled: isCancelled,
        asPlanned: row.counting === "as_planned",
        path: locked || (isLater && !isCancelled) ? null : plannedPath(element_ref, date, start_minute),
        coming: date > today,
        locked,
        form: `/logbook/session/new/?${new URLSearchParams({ date, element: element_ref, start, end })}`,
      };
    });
}
