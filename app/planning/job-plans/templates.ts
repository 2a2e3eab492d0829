import type { Category, Method, Pattern, Recurrence } from "./elements";
import type { Nation } from "./pa-rules";

/** When an element of a template happens: ISO weekday, start and end in hours, every week unless said otherwise. */
export interface TemplateTime {
  weekday: number;
  from: number;
  until: number;
  recurrence?: Recurrence;
}

export interface TemplateElement {
  description: string;
  category: Category;
  pattern: Pattern;
  /** A week on average, or of each time when flexible in the year; left out with fixed times, which say it. */
  pa?: number;
  occurrences_per_year?: number;
  times?: readonly TemplateTime[];
}

export interface PlanTemplate {
  name: string;
  /** For whom it is. */
  about: string;
  nation: Nation;
  method: Method;
  weeks_per_year: number;
  contracted_pa: number;
  elements: readonly TemplateElement[];
}

export const TEMPLATE_KEYS = ["theatre", "intensive_care", "less_than_full_time", "wales"] as const;
export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

/** Usual plans to start from; each adds up to what it is contracted for. */
export const PLAN_TEMPLATES: Record<TemplateKey, PlanTemplate> = {
  theatre: {
    name: "10 PA theatre",
    about: "Full time, mostly lists: two all-day lists, one every other week, on-call and SPA.",
    nation: "england",
    method: "weekly_leave_adjusted",
    weeks_per_year: 42,
    contracted_pa: 10,
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
    about: "Full time in critical care: days over the year of 42 weeks rather than the same week each time.",
    nation: "england",
    method: "annualised_paced",
    weeks_per_year: 42,
    contracted_pa: 10,
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
    about: "Less than full time, three days a week and no on-call.",
    nation: "england",
    method: "weekly_leave_adjusted",
    weeks_per_year: 42,
    contracted_pa: 6,
    elements: [
      fixed("All-day theatre list", "DCC", { weekday: 2, from: 8, until: 18 }),
      fixed("Morning theatre list", "DCC", { weekday: 4, from: 8, until: 13 }),
      { description: "Visits and clinical admin", category: "DCC", pattern: "flexible_week", pa: 0.75 },
      { description: "SPA core", category: "SPA", pattern: "flexible_week", pa: 1.5 },
    ],
  },
  wales: {
    name: "Wales 10 sessions",
    about: "Full time by the Welsh contract: ten sessions of 3.75 hours, seven of them clinical.",
    nation: "wales",
    method: "weekly_leave_adjusted",
    weeks_per_year: 42,
    contracted_pa: 10,
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
