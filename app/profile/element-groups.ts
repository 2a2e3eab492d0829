import type { ElementChoice } from "~/planning/job-plans/choices.server";
import { dateRange } from "~/planning/job-plans/plan-dates";

/** Elements in use as a list offers them, a group a plan; with the one that is chosen, though it is archived. */
export function elementGroups(elements: readonly ElementChoice[], chosen: string | null) {
  const groups = new Map<string, { label: string; choices: { value: string; label: string }[] }>();
  for (const { unique_ref, description, active, plan_ref, plan_title, ...dates } of elements) {
    if (!active && unique_ref !== chosen) continue;
    const group = groups.get(plan_ref) ?? { label: `${plan_title}, ${dateRange(dates)}`, choices: [] };
    group.choices.push({ value: unique_ref, label: description });
    groups.set(plan_ref, group);
  }
  return [...groups.values()];
}
