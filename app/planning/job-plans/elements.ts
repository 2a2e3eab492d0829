/** The codes of a job plan: categories of a consultant's week, patterns of an element, methods of calculation. */

export const CATEGORIES = ["DCC", "SPA", "ANR", "ED", "APA", "Extra", "Other"] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_NAMES: Record<Category, string> = {
  DCC: "Direct clinical care",
  SPA: "Supporting professional activities",
  ANR: "Additional NHS responsibilities",
  ED: "External duties",
  APA: "Additional programmed activities",
  Extra: "Extra, not in plan",
  Other: "Other",
};

export const PATTERNS = ["fixed_times", "flexible_week", "flexible_year", "on_call", "not_timed"] as const;
export type Pattern = (typeof PATTERNS)[number];

/**
 * The default PA basis of a pattern. On-call work does not follow the clock: its PAs are fixed unless the user chooses
 * otherwise.
 */
export function usualBasis(pattern: Pattern): "time_calculated" | "fixed" {
  return pattern === "on_call" ? "fixed" : "time_calculated";
}

/**
 * How the work of an element counts: by its sessions, or as the plan has it, until the user says otherwise for a week or
 * a day.
 */
export const COUNTINGS = ["logged", "as_planned"] as const;
export type Counting = (typeof COUNTINGS)[number];

/** How an element of a template counts: what happens every week at no fixed time is seldom logged. */
export function usualCounting(pattern: Pattern): Counting {
  return pattern === "flexible_week" || pattern === "on_call" ? "as_planned" : "logged";
}

export const METHODS = ["weekly_leave_adjusted", "annualised_paced", "annualised_linear"] as const;
export type Method = (typeof METHODS)[number];

/**
 * Specification 3.7: 11 to 14 is every 1 to 4 weeks; 21 to 25 is the first to fifth such weekday of a month. Ours: 31,
 * the weeks of a rota that the row names.
 */
export const RECURRENCES = {
  11: "every week",
  12: "every 2 weeks",
  13: "every 3 weeks",
  14: "every 4 weeks",
  21: "first such day of the month",
  22: "second such day of the month",
  23: "third such day of the month",
  24: "fourth such day of the month",
  25: "fifth such day of the month",
  31: "some weeks of a rota",
} as const;
export type Recurrence = keyof typeof RECURRENCES;

const OF_A_MONTH: ReadonlySet<number> = new Set<Recurrence>([21, 22, 23, 24, 25]);
const NOT_EVERY_WEEK: ReadonlySet<number> = new Set<Recurrence>([12, 13, 14, 31]);

/** Whether something occurs by the months, and not every so many weeks. */
export function isMonthly(recurrence: Recurrence): boolean {
  return OF_A_MONTH.has(recurrence);
}

/** Whether weeks without it lie between the weeks in which something occurs: it then counts from a week. */
export function alternates(recurrence: number): boolean {
  return NOT_EVERY_WEEK.has(recurrence);
}

interface Work {
  category: string;
  description: string;
}

/**
 * Key of the work of an element: a plan that follows another goes on with the elements that have the same category and
 * name, for the same employer.
 */
export function workKey({ employer }: { employer: string }, { category, description }: Work): string {
  return JSON.stringify([employer.toLowerCase(), category, description.toLowerCase()]);
}
