import { shared, type WeekUnits } from "~/planning/job-plans/day-values";
import { PA_UNITS, type PaRules } from "~/planning/job-plans/pa-rules";
import { rowMinutes, timesAWeek } from "~/planning/job-plans/schedule";
import {
  type ElementTerms,
  isCounted,
  type PlanTerms,
  type WeeklyElement,
  weeklyMinutes,
} from "~/planning/job-plans/weekly";

const WORKDAYS = 5;

/** Whole minutes of an element by weekday, Monday first: as `elementWeek` is for its PAs. */
export function elementMinutesWeek(element: ElementTerms & WeeklyElement, plan: PlanTerms): WeekUnits {
  const week = [0, 0, 0, 0, 0, 0, 0];
  if (!isCounted(element)) return week;
  const whole = Math.round(weeklyMinutes(element, plan));
  const { schedule } = element;
  if (schedule.length === 0) return [...shared(whole, WORKDAYS), 0, 0];
  const often = schedule.map((row) => timesAWeek(row, plan));
  const all = often.reduce((sum, each) => sum + each, 0);
  const byRow = schedule.map((row, at) => {
    const each = often[at] ?? 0;
    if (element.pattern === "fixed_times") return Math.round(rowMinutes(row) * each);
    return all === 0 ? 0 : Math.round((whole * each) / all);
  });
  const over = whole - byRow.reduce((sum, minutes) => sum + minutes, 0);
  for (const [at, { weekday }] of schedule.entries()) {
    const minutes = (byRow[at] ?? 0) + (at === schedule.length - 1 ? over : 0);
    week[weekday - 1] = (week[weekday - 1] ?? 0) + minutes;
  }
  return week;
}

/** PA units as minutes, by the standard rate of some rules. */
export function minutesOfPa(units: number, { standard_minutes_per_pa }: Pick<PaRules, "standard_minutes_per_pa">) {
  return Math.round((units * standard_minutes_per_pa) / PA_UNITS);
}

/** What of a session its minutes rest on. */
export interface TimedSession {
  pa_basis: "time_calculated" | "fixed";
  standard_minutes: number;
  premium_minutes: number;
  pa_units: number;
  /** Of the rules that it was saved under. */
  standard_minutes_per_pa: number;
}

/** Minutes worked: of the clock, or of PAs that were set, as being on call is no work by the clock. */
export function sessionMinutes(session: TimedSession): number {
  if (session.pa_basis === "time_calculated") return session.standard_minutes + session.premium_minutes;
  return minutesOfPa(session.pa_units, session);
}
