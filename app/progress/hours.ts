import { addDays, daysBetween, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { sessionMinutes, type TimedSession } from "./minutes";

/** Working time is held against 48 hours a week, as the mean of 26 weeks. */
export const HOURS_LIMIT = 48;
export const HOURS_WEEKS = 26;
export const HOURS_DAYS = HOURS_WEEKS * 7;

const A_WEEK = 7;

export interface WorkingHours {
  /** Minutes worked in a week, on average: all work, extra too. */
  meanMinutes: number;
  /** Over how many weeks: 26, or as many as the diary goes back. */
  weeks: number;
  from: LondonDate;
  to: LondonDate;
  isOver: boolean;
}

/** The mean of the 26 weeks that end with a day; null where the diary holds less than a week by then. */
export function workingHours(
  sessions: readonly (TimedSession & { start_at: number })[],
  firstStart: number | undefined,
  day: LondonDate,
): WorkingHours | null {
  if (firstStart === undefined) return null;
  const earliest = addDays(day, 1 - HOURS_DAYS);
  const began = londonMoment(firstStart).date;
  const from = began > earliest ? began : earliest;
  const days = daysBetween(from, day) + 1;
  if (days < A_WEEK) return null;
  const [begins, ends] = [londonInstant(from), londonInstant(addDays(day, 1))];
  const minutes = sessions
    .filter(({ start_at }) => start_at >= begins && start_at < ends)
    .reduce((sum, session) => sum + sessionMinutes(session), 0);
  const meanMinutes = Math.round((minutes * A_WEEK) / days);
  return { meanMinutes, weeks: Math.round(days / A_WEEK), from, to: day, isOver: meanMinutes > HOURS_LIMIT * 60 };
}
