import { PA_UNITS, type PaRules } from "~/planning/job-plans/pa-rules";
import { rowMinutes, timesAWeek } from "~/planning/job-plans/schedule";
import {
  byWeekday,
  type ElementTerms,
  isCounted,
  NO_WEEK,
  type PlanTerms,
  sharedByTimes,
  type WeeklyElement,
  type WeekUnits,
  weeklyMinutes,
} from "~/planning/job-plans/weekly";
import { addDays, daysBetween, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import type { Outcome } from "../sessions/outcome";

/** The measure: PA units (1/3600 PA), or whole minutes worked. */
export type Measure = "pas" | "hours";

/** Whole minutes of an element by weekday, Monday first: as `elementWeek` is for its PAs. */
export function elementMinutesWeek(element: ElementTerms & WeeklyElement, plan: PlanTerms): WeekUnits {
  if (!isCounted(element)) return NO_WEEK;
  const whole = Math.round(weeklyMinutes(element, plan));
  const { schedule } = element;
  const isTimed = element.pattern === "fixed_times";
  const byTimes = () => schedule.map((row) => Math.round(rowMinutes(row) * timesAWeek(row, plan)));
  return byWeekday(whole, schedule, isTimed ? byTimes() : sharedByTimes(whole, schedule, plan));
}

/** Converts PA units to minutes at the standard rate of the rules. */
export function minutesOfPa(units: number, { standard_minutes_per_pa }: Pick<PaRules, "standard_minutes_per_pa">) {
  return Math.round((units * standard_minutes_per_pa) / PA_UNITS);
}

/** PA units in units of a measure. */
export function inMeasure(units: number, measure: Measure, rules: Pick<PaRules, "standard_minutes_per_pa">): number {
  return measure === "pas" ? units : minutesOfPa(units, rules);
}

/** The fields of a session from which its minutes are calculated. */
export interface TimedSession {
  pa_basis: "time_calculated" | "fixed";
  standard_minutes: number;
  premium_minutes: number;
  pa_units: number;
  /** Left out: held. */
  outcome?: Outcome;
  /** Minutes per PA by the rules under which the session was saved. */
  standard_minutes_per_pa: number;
}

/**
 * Minutes that count: by the clock, or converted from fixed PAs, since being on call is not work by the clock; of a
 * session that counts no PAs because it did not happen, none.
 */
export function sessionMinutes(session: TimedSession): number {
  const { outcome = "held" } = session;
  if (outcome !== "held" && session.pa_units === 0) return 0;
  if (session.pa_basis === "time_calculated") return session.standard_minutes + session.premium_minutes;
  return minutesOfPa(session.pa_units, session);
}

/** Working time is compared with 48 hours a week, as the mean of 26 weeks. */
export const HOURS_LIMIT = 48;
const HOURS_WEEKS = 26;
export const HOURS_DAYS = HOURS_WEEKS * 7;

const A_WEEK = 7;

export interface WorkingHours {
  /** Minutes worked in a week, on average: all work, extra too. */
  meanMinutes: number;
  /** Number of weeks: 26, or the whole ones since the diary began if fewer. */
  weeks: number;
  from: LondonDate;
  to: LondonDate;
  isOver: boolean;
}

/** Mean working hours in the 26 weeks that end with `day`; null if the diary holds less than a week by then. */
export function workingHours(
  sessions: readonly (TimedSession & { start_at: number })[],
  firstStart: number | undefined,
  day: LondonDate,
): WorkingHours | null {
  if (firstStart === undefined) return null;
  const began = londonMoment(firstStart).date;
  // Whole weeks, so that a weekday does not weigh more than the others in the first ones.
  const weeks = Math.min(HOURS_WEEKS, Math.floor((daysBetween(began, day) + 1) / A_WEEK));
  if (weeks < 1) return null;
  const from = addDays(day, 1 - weeks * A_WEEK);
  const [begins, ends] = [londonInstant(from), londonInstant(addDays(day, 1))];
  const minutes = sessions
    .filter(({ start_at, outcome = "held" }) => start_at >= begins && start_at < ends && outcome === "held")
    .reduce((sum, session) => sum + sessionMinutes(session), 0);
  const meanMinutes = Math.round(minutes / weeks);
  return { meanMinutes, weeks, from, to: day, isOver: meanMinutes > HOURS_LIMIT * 60 };
}
