import type { LondonDate } from "~/platform/time/london";
import { CATEGORIES, type Category, type Pattern } from "./elements";
import { PA_UNITS, type PaRules, rulesOfElement, showPa, showPaChange } from "./pa-rules";
import { rowMinutes, rowWorked, type ScheduleRow, timesAWeek } from "./schedule";
import { shownPaParts, shownPaUnits } from "./shown-units";

/** The columns of a plan that the weekly figures of its elements depend on. */
export interface PlanTerms {
  date_start: LondonDate;
  date_end: LondonDate | null;
  weeks_per_year_tenths: number;
  pa_rules: PaRules;
}

/** The columns of an element that its weekly figures depend on. */
export interface ElementTerms {
  category: Category;
  pattern: Pattern;
  /**
   * Typed PA units: of an average week, or of each occurrence when flexible in the year; null when calculated from the
   * times.
   */
  stated_pa_units: number | null;
  occurrences_per_year: number | null;
  custom_minutes_per_pa: number | null;
  schedule: ScheduleRow[];
}

/** Added before rounding, so that a half is rounded up in spite of floating-point errors. */
const HALF_UP = 1e-6;

/**
 * PA units that an element counts in an average week, whole, rounded once. Typed PAs take precedence over times.
 * Flexible in the year: PAs of one occurrence x times a year / weeks a year. Extra work is not part of the plan: 0.
 */
export function weeklyPaUnits(element: ElementTerms, plan: PlanTerms): number {
  return Math.round(exactWeeklyPaUnits(element, plan) + HALF_UP);
}

/** Like `weeklyPaUnits`, not rounded: for sums over many weeks. */
export function exactWeeklyPaUnits(element: ElementTerms, plan: PlanTerms): number {
  if (element.category === "Extra") return 0;
  if (element.pattern === "flexible_year") {
    const year = (element.stated_pa_units ?? 0) * (element.occurrences_per_year ?? 0);
    return (year * 10) / plan.weeks_per_year_tenths;
  }
  if (element.stated_pa_units !== null) return element.stated_pa_units;
  if (element.pattern !== "fixed_times") return 0;
  return element.schedule.reduce((sum, row) => sum + rowUnits(row, element, plan), 0);
}

/** PA units that one row counts in an average week by its times only; not rounded. */
function rowUnits(row: ScheduleRow, element: ElementTerms, plan: PlanTerms): number {
  const rules = rulesOfElement(plan.pa_rules, element.custom_minutes_per_pa);
  const worked = rowWorked(row, rules);
  const once = worked.standard / rules.standard_minutes_per_pa + worked.premium / rules.premium_minutes_per_pa;
  return PA_UNITS * once * timesAWeek(row, plan);
}

/**
 * PA units that each row of an element counts in an average week, whole, in the order of the rows. Typed PAs are
 * divided by how often the rows occur.
 */
export function weeklyUnitsByRow(element: ElementTerms, plan: PlanTerms): number[] {
  const { schedule } = element;
  if (element.pattern === "fixed_times" && element.stated_pa_units === null && element.category !== "Extra") {
    return schedule.map((row) => Math.round(rowUnits(row, element, plan) + HALF_UP));
  }
  return sharedByTimes(weeklyPaUnits(element, plan), schedule, plan);
}

/** Divides `whole` between rows by how often each occurs, in whole units. */
export function sharedByTimes(whole: number, schedule: readonly ScheduleRow[], plan: PlanTerms): number[] {
  const often = schedule.map((row) => timesAWeek(row, plan));
  const all = often.reduce((sum, each) => sum + each, 0);
  return often.map((each) => (all === 0 ? 0 : Math.round((whole * each) / all)));
}

/** Minutes that an element takes in an average week: by its times if it has fixed ones, else by its PAs. */
export function weeklyMinutes(element: ElementTerms, plan: PlanTerms): number {
  if (element.category === "Extra") return 0;
  if (element.pattern === "fixed_times" && element.schedule.length > 0) {
    return element.schedule.reduce((sum, row) => sum + rowMinutes(row) * timesAWeek(row, plan), 0);
  }
  const rules = rulesOfElement(plan.pa_rules, element.custom_minutes_per_pa);
  return (exactWeeklyPaUnits(element, plan) / PA_UNITS) * rules.standard_minutes_per_pa;
}

/** The columns of an element that the sums of its plan need. */
export interface WeeklyElement {
  category: Category;
  counts_to_balance: boolean;
  active: boolean;
  weekly_pa_units: number;
}

export interface WeeklySums {
  /** In the order of the categories; those without PAs are left out, except DCC and SPA. */
  categories: { category: Category; units: number }[];
  /** The sum of the categories. */
  total: number;
}

/** Whether an element is part of its plan's sums: not when archived, nor when it does not count towards the balance. */
export function isCounted(element: WeeklyElement): boolean {
  return element.active && element.counts_to_balance;
}

export function weeklySums(elements: WeeklyElement[]): WeeklySums {
  const counted = elements.filter(isCounted);
  const sums = CATEGORIES.map((category) => ({
    category,
    units: sumOf(counted.filter((element) => element.category === category)),
  }));
  return {
    categories: sums.filter(({ category, units }) => units !== 0 || category === "DCC" || category === "SPA"),
    total: sumOf(counted),
  };
}

/** The sums of a plan as they are shown: the categories add up to the total. */
export function shownSums(elements: WeeklyElement[]): WeeklySums {
  const { categories, total } = weeklySums(elements);
  const parts = shownPaParts(categories.map(({ units }) => units));
  return { categories: categories.map((each, at) => ({ ...each, units: parts[at] ?? 0 })), total: shownPaUnits(total) };
}

/** The elements with weekly PAs that add up to the plan's total as it is shown. */
export function inShownParts<Element extends WeeklyElement>(elements: readonly Element[]): Element[] {
  const counted = elements.filter(isCounted);
  const parts = shownPaParts(counted.map(({ weekly_pa_units }) => weekly_pa_units));
  const shown = new Map(counted.map((element, at) => [element, parts[at] ?? 0]));
  return elements.map((element) => ({ ...element, weekly_pa_units: shown.get(element) ?? element.weekly_pa_units }));
}

function sumOf(elements: WeeklyElement[]): number {
  return elements.reduce((sum, element) => sum + element.weekly_pa_units, 0);
}

/** The ratio of DCC to SPA, such as `3.00`; null without SPA. */
export function dccToSpa({ categories }: WeeklySums): string | null {
  const unitsOf = (wanted: Category) => categories.find(({ category }) => category === wanted)?.units ?? 0;
  const spa = unitsOf("SPA");
  return spa === 0 ? null : (unitsOf("DCC") / spa).toFixed(2);
}

/** Whether the elements add up to the contracted PAs, to the two decimals that are shown. */
export function checkAgainst(total: number, contracted: number): { adds: boolean; words: string } {
  const apart = showPaChange(total - contracted);
  if (apart === "0.00") return { adds: true, words: `Adds up to ${showPa(contracted)}` };
  return { adds: false, words: `${apart.slice(1)} PA a week ${apart.startsWith("−") ? "short" : "over"}` };
}

/** PA units of the seven weekdays, Monday first. */
export type WeekUnits = readonly number[];

const WORKDAYS = 5;
export const NO_WEEK: WeekUnits = [0, 0, 0, 0, 0, 0, 0];

/**
 * PA units of an element by weekday: its times on their days, divided by how often they occur; without times, a fifth
 * on each of Monday to Friday. Units that do not divide are added to the first days, so that the week always adds up to
 * the element's weekly PAs. Zero for an element that does not count.
 */
export function elementWeek(element: ElementTerms & WeeklyElement, plan: PlanTerms): WeekUnits {
  if (!isCounted(element)) return NO_WEEK;
  return byWeekday(element.weekly_pa_units, element.schedule, weeklyUnitsByRow(element, plan));
}

/**
 * Divides `whole` between weekdays by the units of each row. Rows are rounded one by one, so the last gets the
 * remainder.
 */
export function byWeekday(whole: number, schedule: readonly ScheduleRow[], byRow: readonly number[]): WeekUnits {
  if (schedule.length === 0) return [...shared(whole, WORKDAYS), 0, 0];
  const week = [...NO_WEEK];
  const over = whole - byRow.reduce((sum, units) => sum + units, 0);
  for (const [index, { weekday }] of schedule.entries()) {
    const units = (byRow[index] ?? 0) + (index === schedule.length - 1 ? over : 0);
    week[weekday - 1] = (week[weekday - 1] ?? 0) + units;
  }
  return week;
}

/** Divides units into `parts` whole parts that differ by at most one, the larger first, and add up to `units`. */
export function shared(units: number, parts: number): number[] {
  const each = Math.floor(units / parts);
  return Array.from({ length: parts }, (_, at) => each + (at < units - each * parts ? 1 : 0));
}

export function sumOfWeeks(weeks: readonly WeekUnits[]): WeekUnits {
  return NO_WEEK.map((_, day) => weeks.reduce((sum, week) => sum + (week[day] ?? 0), 0));
}
