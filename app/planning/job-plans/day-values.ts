import { type ElementTerms, isCounted, type PlanTerms, type WeeklyElement, weeklyUnitsByRow } from "./weekly";

/** PA units by weekday, Monday first: seven. */
export type WeekUnits = readonly number[];

const WORKDAYS = 5;
const NO_WEEK: WeekUnits = [0, 0, 0, 0, 0, 0, 0];

/**
 * What an element of a plan is worth on each weekday: its times on their days, divided by how often they come, and
 * what has no times a fifth on each of Monday to Friday. Units that do not divide go to the first days, so that the
 * week always adds up to the element's weekly PAs. Nothing for one that does not count.
 */
export function elementWeek(element: ElementTerms & WeeklyElement, plan: PlanTerms): WeekUnits {
  if (!isCounted(element)) return NO_WEEK;
  const whole = element.weekly_pa_units;
  if (element.schedule.length === 0) return [...shared(whole, WORKDAYS), 0, 0];
  const week = [...NO_WEEK];
  const byRow = weeklyUnitsByRow(element, plan);
  // Rows are rounded one by one: what that leaves over goes to the last of them.
  const over = whole - byRow.reduce((sum, units) => sum + units, 0);
  for (const [index, { weekday }] of element.schedule.entries()) {
    const units = (byRow[index] ?? 0) + (index === element.schedule.length - 1 ? over : 0);
    week[weekday - 1] = (week[weekday - 1] ?? 0) + units;
  }
  return week;
}

/** Whole units in `parts` parts that differ by one at most, the larger first, and add up to all of them. */
export function shared(units: number, parts: number): number[] {
  const each = Math.floor(units / parts);
  return Array.from({ length: parts }, (_, at) => each + (at < units - each * parts ? 1 : 0));
}

export function sumOfWeeks(weeks: readonly WeekUnits[]): WeekUnits {
  return NO_WEEK.map((_, day) => weeks.reduce((sum, week) => sum + (week[day] ?? 0), 0));
}
