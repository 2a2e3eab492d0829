import { addDays, type LondonDate, weekday } from "~/platform/time/london";
import type { ElementAnswers } from "./element-form";
import type { Category, Method, Pattern, Recurrence } from "./elements";
import { alternates, usualBasis, usualCounting } from "./elements";
import { NOT_ON_CALL } from "./on-call";
import type { Nation } from "./pa-rules";
import { NATIONAL_RULES, paUnits } from "./pa-rules";
import { formatWhen, type ScheduleRow } from "./schedule";
import { checkAgainst, type PlanTerms, shownSums, weeklyPaUnits } from "./weekly";

/** A time of a template's element: ISO weekday, start and end in hours; every week unless `recurrence` is given. */
interface TemplateTime {
  weekday: number;
  from: number;
  until: number;
  recurrence?: Recurrence;
}

interface TemplateElement {
  description: string;
  category: Category;
  pattern: Pattern;
  /**
   * PAs of an average week, or of each occurrence when flexible in the year; left out with fixed times, which determine
   * them.
   */
  pa?: number;
  occurrences_per_year?: number;
  times?: readonly TemplateTime[];
}

export interface PlanTemplate {
  name: string;
  /** Describes whom the template suits. */
  about: string;
  nation: Nation;
  method: Method;
  weeks_per_year: number;
  contracted_pa: number;
  elements: readonly TemplateElement[];
}

export const TEMPLATE_KEYS = ["theatre", "intensive_care", "less_than_full_time", "wales"] as const;
export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

/** Usual plans to start from; the elements of each add up to its contracted PAs. */
export const PLAN_TEMPLATES: Record<TemplateKey, PlanTemplate> = {
  theatre: {
    name: "10 PA theatre",
    about: "Full time, mostly lists: two all-day lists, one every other week, on-call and SPA.",
    ...{ nation: "england", method: "weekly_leave_adjusted", weeks_per_year: 42, contracted_pa: 10 },
    elements: [
      fixed("All-day theatre list", "DCC", { weekday: 2, from: 8, until: 18 }),
      fixed("Trauma list", "DCC", { weekday: 3, from: 8, until: 18 }),
      fixed("ENT list", "DCC", { weekday: 5, from: 8, until: 13, recurrence: 12 }),
      { description: "Second on-call", category: "DCC", pattern: "on_call", pa: 1 },
      { description: "Visits and clinical admin", category: "DCC", pattern: "flexible_week", pa: 0.875 },
      { description: "SPA core", category: "SPA", pattern: "flexible_week", pa: 1.5 },
      fixed("SPA teaching", "SPA", { weekday: 4, from: 9, until: 13 }),
    ],
  },
  intensive_care: {
    name: "ICU annualised 7.5 DCC",
    about: "Full time in critical care: days spread over a year of 42 weeks instead of a repeating week.",
    ...{ nation: "england", method: "annualised_paced", weeks_per_year: 42, contracted_pa: 10 },
    elements: [
      yearly("Critical care weekday", 2.5, 84),
      yearly("Critical care weekend day", 4, 21),
      { description: "Unpredictable on-call", category: "DCC", pattern: "on_call", pa: 0.5 },
      { description: "SPA core", category: "SPA", pattern: "flexible_week", pa: 1.5 },
      { description: "SPA teaching", category: "SPA", pattern: "flexible_week", pa: 1 },
    ],
  },
  less_than_full_time: {
    name: "LTFT 6 PA",
    about: "Less than full time: 3 days a week, no on-call.",
    ...{ nation: "england", method: "weekly_leave_adjusted", weeks_per_year: 42, contracted_pa: 6 },
    elements: [
      fixed("All-day theatre list", "DCC", { weekday: 2, from: 8, until: 18 }),
      fixed("Morning theatre list", "DCC", { weekday: 4, from: 8, until: 13 }),
      { description: "Visits and clinical admin", category: "DCC", pattern: "flexible_week", pa: 0.75 },
      { description: "SPA core", category: "SPA", pattern: "flexible_week", pa: 1.5 },
    ],
  },
  wales: {
    name: "Wales 10 sessions",
    about: "Full time on the Welsh contract: 10 sessions of 3.75 hours, 7 of them clinical.",
    ...{ nation: "wales", method: "weekly_leave_adjusted", weeks_per_year: 42, contracted_pa: 10 },
    elements: [
      fixed("All-day theatre list", "DCC", { weekday: 1, from: 8.5, until: 16 }),
      fixed("Trauma list", "DCC", { weekday: 2, from: 8.5, until: 16 }),
      fixed("Morning theatre list", "DCC", { weekday: 4, from: 8.5, until: 12.25 }),
      { description: "Second on-call", category: "DCC", pattern: "on_call", pa: 1 },
      { description: "Visits and clinical admin", category: "DCC", pattern: "flexible_week", pa: 1 },
      { description: "SPA core", category: "SPA", pattern: "flexible_week", pa: 2 },
      fixed("SPA teaching", "SPA", { weekday: 5, from: 8.5, until: 12.25 }),
    ],
  },
};

function fixed(description: string, category: Category, ...times: TemplateTime[]): TemplateElement {
  return { description, category, pattern: "fixed_times", times };
}

function yearly(description: string, pa: number, occurrences_per_year: number): TemplateElement {
  return { description, category: "DCC", pattern: "flexible_year", pa, occurrences_per_year };
}

export interface ElementToAdd {
  element: ElementAnswers;
  schedule: ScheduleRow[];
}

/** The template named in an address; null for none or an unknown one. */
export function templateKey(asked: string | null): TemplateKey | null {
  return TEMPLATE_KEYS.find((key) => key === asked) ?? null;
}

/** The elements of a template for a plan that starts on a date. */
export function templateElements(key: TemplateKey | null, planStart: LondonDate): ElementToAdd[] {
  return key === null ? [] : PLAN_TEMPLATES[key].elements.map((each) => elementToAdd(each, planStart));
}

function elementToAdd(template: TemplateElement, planStart: LondonDate): ElementToAdd {
  const { description, category, pattern, pa, occurrences_per_year, times = [] } = template;
  return {
    element: {
      ...{ description, category, pattern, counts_to_balance: true },
      counting: usualCounting(pattern),
      stated_pa_units: pa === undefined ? null : paUnits(pa),
      occurrences_per_year: occurrences_per_year ?? null,
      default_basis: usualBasis(pattern),
      ...{ default_fixed_pa_units: null, custom_minutes_per_pa: null, specialty: "", location: "" },
      ...NOT_ON_CALL,
    },
    schedule: times.map((time) => rowOf(time, planStart)),
  };
}

/** A time as a schedule row; every 2 to 4 weeks counts from the first such weekday of the plan. */
function rowOf({ weekday: day, from, until, recurrence = 11 }: TemplateTime, planStart: LondonDate): ScheduleRow {
  return {
    weekday: day,
    start_minute: from * 60,
    end_minute: until * 60,
    recurrence,
    anchor_date: alternates(recurrence) ? addDays(planStart, (day - weekday(planStart) + 7) % 7) : null,
  };
}

/** A preview of a template: its elements and weekly sums in a plan from a date. */
export function templatePreview(key: TemplateKey, planStart: LondonDate) {
  const { name, about, nation, weeks_per_year, contracted_pa } = PLAN_TEMPLATES[key];
  const weeks_per_year_tenths = weeks_per_year * 10;
  const plan: PlanTerms = {
    ...{ date_start: planStart, date_end: null, weeks_per_year_tenths },
    pa_rules: NATIONAL_RULES[nation],
  };
  const elements = templateElements(key, planStart).map(({ element, schedule }) => ({
    ...{ description: element.description, category: element.category, counts_to_balance: true, active: true },
    when: formatWhen(element, schedule),
    weekly_pa_units: weeklyPaUnits({ ...element, schedule }, plan),
  }));
  const sums = shownSums(elements);
  return { key, name, about, elements, sums, check: checkAgainst(sums.total, paUnits(contracted_pa)) };
}

export type TemplatePreview = ReturnType<typeof templatePreview>;
