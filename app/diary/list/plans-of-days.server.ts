import { dayValuesOf } from "~/diary/leave/day-values";
import { USUAL_SETTINGS } from "~/diary/leave/entitlement";
import { takesHoursOn } from "~/diary/leave/worth";
import type { WorthFormRows } from "~/diary/leave/worth.server";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import type { LondonDate } from "~/platform/time/london";
import type { TimedElement } from "../sessions/week-due";

/**
 * What a page of the diary takes from the plans of its days, all from one reading of them: their weekly PAs, the times
 * of their active elements, and what leave takes of them.
 */
export function plansOfDays([plans, elements, times, local, [settings], years]: WorthFormRows) {
  const valued = valuedPlans(plans, elements, times);
  const { year_start } = settings ?? USUAL_SETTINGS;
  const takesHours = (date: LondonDate) => takesHoursOn(date, year_start, years);
  return { plans: valued, timed: valued.flatMap(timedOf), values: { ...dayValuesOf(valued, local), takesHours } };
}

function timedOf({ elements, date_start, date_end, counts_from, pa_rules }: ValuedPlan): TimedElement[] {
  const timed = elements.filter(({ active, pattern }) => active && pattern === "fixed_times");
  return timed.flatMap(({ unique_ref, description, schedule, ...element }) => {
    const { category, counts_to_balance, stated_pa_units, custom_minutes_per_pa } = element;
    const terms = { category, counts_to_balance, stated_pa_units, custom_minutes_per_pa };
    const plan = { date_start, date_end, counts_from, pa_rules };
    return schedule.map((row) => ({ ...row, element_ref: unique_ref, element: description, ...terms, ...plan }));
  });
}
