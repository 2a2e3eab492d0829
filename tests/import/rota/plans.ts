import type { ElementOption, PlanChoice } from "~/diary/sessions/element-choices";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";

/** An element by its name, which is its reference too; without times. */
export function elementOf(description: string, more: Partial<ElementOption> = {}): ElementOption {
  return {
    ...{ unique_ref: description, description, category: "DCC", counts_to_balance: true, weekly_pa_units: 0 },
    ...{ location: "", active: true, default_basis: "time_calculated", default_fixed_pa_units: null },
    ...{ custom_minutes_per_pa: null, schedule: [], ...more },
  };
}

/** The times of an element that works in these minutes of a weekday. */
export function worksOn(weekday: number, start_minute: number, end_minute: number): Partial<ElementOption> {
  return { schedule: [{ weekday, start_minute, end_minute, recurrence: 11, anchor_date: null }] };
}

export function planOf(elements: ElementOption[], more: Partial<PlanChoice> = {}): PlanChoice {
  return {
    ...{ unique_ref: "plan", title: "Job plan", date_start: "2026-04-01", date_end: "2027-03-31" },
    ...{ pa_rules: NATIONAL_RULES.england, elements, ...more },
  };
}
