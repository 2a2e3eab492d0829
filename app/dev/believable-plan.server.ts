import type { Category, Pattern } from "~/planning/job-plans/elements";
import { NATIONAL_RULES, PA_UNITS, paUnits } from "~/planning/job-plans/pa-rules";
import type { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, daysBetween, type LondonDate } from "~/platform/time/london";

export const RULES = NATIONAL_RULES.england;

export const EMPLOYER = "County Hospitals NHS Trust";

/** A Friday on which the fortnightly list falls; every second Friday from it does. */
export const FORTNIGHT_ANCHOR: LondonDate = "1990-01-05";

const ELEMENTS = {
  theatre: element("All-day theatre list", "DCC", "fixed_times", 2.5, "General surgery", "Main theatres"),
  trauma: element("Trauma and emergency list", "DCC", "fixed_times", 2.5, "Trauma", "Trauma theatre"),
  ent: element("ENT list", "DCC", "fixed_times", 0.625, "ENT", "Day surgery unit"),
  on_call: element("Second on-call", "DCC", "on_call", 1, "Emergency", "Main theatres"),
  visits: element("Visits and clinical admin", "DCC", "flexible_week", 0.875, "", ""),
  spa_core: element("SPA core", "SPA", "flexible_week", 1.5, "", ""),
  spa_teaching: element("SPA teaching", "SPA", "fixed_times", 1, "", "Education centre"),
  wli: element("Waiting list initiative", "Extra", "not_timed", 0, "Orthopaedics", "Day surgery unit"),
  extra_trauma: element("Extra trauma list", "Extra", "not_timed", 0, "Trauma", "Trauma theatre"),
  private_list: element("Private list", "Extra", "not_timed", 0, "Orthopaedics", "Private hospital"),
};

export type ElementKey = keyof typeof ELEMENTS;

/** Clock times of the timed elements: weekday, start and end in hours, recurrence code of the specification (3.7). */
const SCHEDULE: Partial<Record<ElementKey, readonly [number, number, number, 11 | 12]>> = {
  theatre: [2, 8, 18, 11],
  trauma: [3, 8, 18, 11],
  ent: [5, 8, 13, 12],
  spa_teaching: [4, 9, 13, 11],
};

export interface BelievablePlan {
  date_start: LondonDate;
  date_end: LondonDate;
  plan: typeof jobPlans.$inferInsert;
  elements: Record<ElementKey, typeof jobPlanElements.$inferInsert>;
  schedule: (typeof elementSchedule.$inferInsert)[];
}

/** The first day of the plan year (1 April) that holds a date. */
export function planYearOf(date: LondonDate): LondonDate {
  const year = Number(date.slice(0, 4));
  return `${date.slice(5) >= "04-01" ? year : year - 1}-04-01`;
}

/** A plan of 10 PAs for the year from 1 April: 7.5 of direct clinical care, 2.5 of supporting activities, and extra work. */
export function believablePlan(userId: number, dateStart: LondonDate, now: number): BelievablePlan {
  const year = Number(dateStart.slice(0, 4));
  const date_end = `${year + 1}-03-31`;
  const stamp = { user_id: userId, created_at: now, updated_at: now };
  const plan = {
    ...stamp,
    unique_ref: newRef(),
    title: `Job plan ${year}/${String(year + 1).slice(2)}`,
    employer: EMPLOYER,
    date_start: dateStart,
    date_end,
    method: "weekly_leave_adjusted" as const,
    weeks_per_year_tenths: 420,
    contracted_pa_units: 10 * PA_UNITS,
    pa_rules: RULES,
  };
  const keys = Object.keys(ELEMENTS) as ElementKey[];
  const elements = Object.fromEntries(
    keys.map((key, sort_order) => {
      const row = { ...stamp, ...ELEMENTS[key], unique_ref: newRef(), plan_ref: plan.unique_ref, sort_order };
      return [key, key in SCHEDULE ? { ...row, stated_pa_units: null } : row];
    }),
  ) as BelievablePlan["elements"];
  const schedule = keys.flatMap((key) => {
    const timed = SCHEDULE[key];
    if (!timed) return [];
    const [weekday, from, until, recurrence] = timed;
    return {
      ...stamp,
      unique_ref: newRef(),
      element_ref: elements[key].unique_ref,
      weekday,
      start_minute: from * 60,
      end_minute: until * 60,
      recurrence,
      anchor_date: recurrence === 12 ? nextFortnight(dateStart) : null,
    };
  });
  return { date_start: dateStart, date_end, plan, elements, schedule };
}

function element(
  description: string,
  category: Category,
  pattern: Pattern,
  weeklyPa: number,
  specialty: string,
  location: string,
) {
  const fixed = pattern === "on_call";
  return {
    description,
    category,
    counts_to_balance: category !== "Extra",
    pattern,
    stated_pa_units: paUnits(weeklyPa),
    weekly_pa_units: paUnits(weeklyPa),
    default_basis: fixed ? ("fixed" as const) : ("time_calculated" as const),
    default_fixed_pa_units: fixed ? paUnits(weeklyPa) : null,
    specialty,
    location,
  };
}

function nextFortnight(from: LondonDate): LondonDate {
  return addDays(from, (14 - (daysBetween(FORTNIGHT_ANCHOR, from) % 14)) % 14);
}
