import { dayValuesOf } from "~/diary/leave/day-values";
import type { WorthRows } from "~/diary/leave/worth.server";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import type { TimedElement } from "../sessions/week-due";

/**
 * What a page of the diary takes from the plans of its days, all from one reading of them: their weekly PAs, the times
 * of their active elements, and which days leave takes.
 */
export function plansOfDays([plans, elements, times, local]: WorthRows) {
  const valued = valuedPlans(plans, elements, times);
  return { plans: valued, timed: valued.flatMap(timedOf), values: dayValuesOf(valued, local) };
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
