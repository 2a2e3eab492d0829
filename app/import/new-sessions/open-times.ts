import type { ShownLeave } from "~/diary/leave/rules";
import { overlaps } from "~/diary/sessions/times";
import { instantsOf, isDue, type LoggedRow, type TimedElement, unmatchedTimes } from "~/diary/sessions/week-due";
import { occurrencesBetween } from "~/planning/job-plans/schedule";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";

/** A session of the diary. */
interface KnownSession {
  start_at: number;
  end_at: number;
  element_ref: string | null;
}

/** A time of the plan for which there is no session. */
export interface OpenTime {
  date: LondonDate;
  element_ref: string;
  startAt: number;
  endAt: number;
  /** The user said that it did not happen. */
  cancelled: boolean;
}

/** The parts of a diary around the dates of a file. */
export interface DatedDiary {
  timed: readonly TimedElement[];
  there: readonly KnownSession[];
  /** Planned sessions that did not happen. */
  cancellations: readonly LoggedRow[];
  leave: readonly ShownLeave[];
}

/**
 * The times that the plans have on these dates and the nights before, without those that a session fulfils or overlaps.
 */
export function openTimes(
  { timed, there, cancellations, leave }: DatedDiary,
  dates: readonly LondonDate[],
): OpenTime[] {
  const days = [...new Set(dates.flatMap((date) => [addDays(date, -1), date]))].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const wanted = new Set(days);
  // Also before the day from which a plan counts: a file tells of sessions that took place, and of whose element.
  const all = timed
    .flatMap((row) => occurrencesBetween([row], row, first, last))
    .filter(({ date }) => wanted.has(date));
  const begun = byDate(there);
  const answered = byDate(cancellations);
  return [...Map.groupBy(all, ({ date }) => date)]
    .flatMap(([date, due]) => {
      const { open, cancelled } = unmatchedTimes(due, begun.get(date) ?? [], answered.get(date) ?? []);
      return [...open, ...cancelled].map((each) => ({ ...each, cancelled: cancelled.includes(each) }));
    })
    .filter((each) => isDue(each, leave))
    .map((each) => {
      const { date, row, cancelled } = each;
      return { date, element_ref: row.element_ref, ...instantsOf(each), cancelled };
    })
    .filter((time) => time.endAt > time.startAt && !there.some((session) => overlaps(session, time)))
    .sort((one, other) => one.startAt - other.startAt);
}

function byDate<Each extends LoggedRow>(all: readonly Each[]): Map<LondonDate, Each[]> {
  return Map.groupBy(all, ({ start_at }) => londonMoment(start_at).date);
}
