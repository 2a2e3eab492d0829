import { newRef } from "~/platform/db/columns.server";
import type { ElementToAdd } from "./from-template";
import type { ScheduleRow } from "./schedule";
import type { elementSchedule, jobPlanElements } from "./table.server";
import { type PlanTerms, weeklyPaUnits } from "./weekly";

type ElementRow = typeof jobPlanElements.$inferInsert;
type TimeRow = typeof elementSchedule.$inferInsert;

/** Elements for a plan that is being made, as rows of their own with what they count by its terms. */
export function elementRows<Element extends ElementToAdd["element"]>(
  elements: readonly { element: Element; schedule: ScheduleRow[] }[],
  plan: PlanTerms & { unique_ref: string },
  userId: number,
  now: number,
): { elements: ElementRow[]; times: TimeRow[] } {
  const row = { user_id: userId, created_at: now, updated_at: now };
  const made = elements.map(({ element, schedule }, index) => {
    const unique_ref = newRef();
    const weekly_pa_units = weeklyPaUnits({ ...element, schedule }, plan);
    const place = { unique_ref, plan_ref: plan.unique_ref, sort_order: index + 1, version: 1 };
    return {
      element: { ...element, ...row, ...place, weekly_pa_units },
      times: schedule.map((time, sort_order) => ({
        ...time,
        ...row,
        unique_ref: newRef(),
        element_ref: unique_ref,
        sort_order,
      })),
    };
  });
  return { elements: made.map(({ element }) => element), times: made.flatMap(({ times }) => times) };
}
