import type { ShownLeave } from "~/diary/leave/rules";
import { instantsOf, isDue, type TimedElement, unmatched } from "~/diary/sessions/week-due";
import { occurrencesBetween } from "~/planning/job-plans/schedule";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";

/** A session of the diary. */
export interface KnownSession {
  start_at: number;
  end_at: number;
  element_ref: string | null;
}

/** A time of the plan for which there is no session yet. */
export interface OpenTime {
  date: LondonDate;
  element_ref: string;
  startAt: number;
  endAt: number;
}

/**
 * The times that the plans have on these dates and the nights before, without those that a session fulfils or overlaps.
 */
export function openTimes(
  timed: readonly TimedElement[],
  there: readonly KnownSession[],
  leave: readonly ShownLeave[],
  dates: readonly LondonDate[],
): OpenTime[] {
  const days = [...new Set(dates.flatMap((date) => [addDays(date, -1), date]))].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const wanted = new Set(days);
  const all = timed
    .flatMap((row) => occurrencesBetween([row], row, first, last))
    .filter(({ date }) => wanted.has(date));
  const begun = Map.groupBy(there, ({ start_at }) => londonMoment(start_at).date);
  return [...Map.groupBy(all, ({ date }) => date)]
    .flatMap(([date, due]) => unmatched(due, begun.get(date) ?? []))
    .filter((each) => isDue(each, leave))
    .map((each) => ({ date: each.date, element_ref: each.row.element_ref, ...instantsOf(each) }))
    .filter((time) => time.endAt > time.startAt && !there.some((session) => sharesTime(session, time)))
    .sort((one, other) => one.startAt - other.startAt);
}

function sharesTime({ start_at, end_at }: KnownSession, { startAt, endAt }: OpenTime): boolean {
  return start_at < endAt && end_at > startAt;
}
