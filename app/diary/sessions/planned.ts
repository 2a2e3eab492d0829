import type { Away } from "~/diary/leave/rules";
import type { Category } from "~/planning/job-plans/elements";
import { showPa } from "~/planning/job-plans/pa-rules";
import { occurrencesBetween } from "~/planning/job-plans/schedule";
import { pathTo } from "~/platform/http/path-to";
import { clockTime } from "~/platform/time/clock-time";
import type { LondonDate } from "~/platform/time/london";
import type { Occasion } from "./copies";
import { timesText } from "./times";
import { instantsOf, isDue, occurrenceUnits, type TimedElement, unmatched } from "./week-due";

/** A planned session that is not logged, as the diary shows it in its place. */
export interface PlannedEntry {
  element: string;
  category: Category;
  times: string;
  ends: string | null;
  pa: string;
  /** How many sessions of its day that are logged start after it: it stands below them. */
  below: number;
  /** Where it is logged as planned; null on a day to come. */
  log: string | null;
  /** Add Session, filled in with it. */
  form: string;
}

export interface PlannedTimes {
  today: LondonDate;
  timed: readonly TimedElement[];
  leave?: readonly Away[];
}

/** The address that logs a planned session as planned. */
export function logPath(elementRef: string, date: LondonDate, startMinute: number): string {
  const path = pathTo("/logbook/planned/:elementRef/:date/", { elementRef, date });
  return `${path}?${new URLSearchParams({ start: clockTime(startMinute) })}`;
}

/**
 * What the plan expects on a date and nobody logged, last first: not what lies on a bank holiday or in leave.
 * @param logged the sessions of the date, in any order
 */
export function plannedOn(
  date: LondonDate,
  logged: readonly Occasion[],
  { today, timed, leave = [] }: PlannedTimes,
): PlannedEntry[] {
  const due = timed.flatMap((row) => occurrencesBetween([row], row, date, date));
  return unmatched(due, logged)
    .filter((each) => isDue(each, leave))
    .map((each) => ({ each, ...instantsOf(each) }))
    .sort((one, other) => other.startAt - one.startAt)
    .map(({ each: { row }, startAt, endAt }) => {
      const { element_ref, element, category, start_minute } = row;
      const [start, end] = [clockTime(start_minute), clockTime(row.end_minute)];
      return {
        ...{ element, category, ...timesText({ startAt, endAt }) },
        pa: showPa(occurrenceUnits(row, timed)),
        below: logged.filter((session) => session.start_at > startAt).length,
        log: date > today ? null : logPath(element_ref, date, start_minute),
        form: `/logbook/session/new/?${new URLSearchParams({ date, element: element_ref, start, end })}`,
      };
    });
}
