import { plansOn } from "~/planning/job-plans/plan-dates";
import { type PlanDates, rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import type { LondonDate } from "~/platform/time/london";
import { type ElementOption, findElement, type PlanChoice } from "./element-choices";

/** Gives each element its times: whoever gets them has the one that applies chosen as the date is (level 8). */
export function withSchedules(
  plans: readonly PlanChoice[],
  rows: readonly (ScheduleRow & { element_ref: string })[],
): PlanChoice[] {
  return plans.map((plan) => ({
    ...plan,
    elements: plan.elements.map((element) => ({
      ...element,
      schedule: rows.filter((row) => row.element_ref === element.unique_ref).map(({ element_ref: _, ...row }) => row),
    })),
  }));
}

/** True where the plans came with their times. */
export function autoSelects(plans: readonly PlanChoice[]): boolean {
  return plans.some((plan) => plan.elements.some((element) => element.schedule !== undefined));
}

/** The element, when only one applies to a date (specification section 4); null when none or several do. */
export function soleElement(plans: readonly PlanChoice[], date: LondonDate): ElementOption | null {
  const applying = plansOn(plans, date).flatMap((plan) => plan.elements.filter((each) => applies(plan, each, date)));
  return applying.length === 1 ? (applying[0] ?? null) : null;
}

/**
 * The element that somebody's new sessions begin with, on a date: of another plan it is the element of the same name.
 * null where none of that date is it.
 */
export function usualElement(plans: readonly PlanChoice[], ref: string | null, date: LondonDate): ElementOption | null {
  const usual = ref === null ? null : findElement(plans, ref);
  if (usual === null) return null;
  const ofDate = plansOn(plans, date).flatMap((plan) => plan.elements.filter((each) => each.active));
  const same = ofDate.find((each) => each.unique_ref === ref);
  return same ?? ofDate.find((each) => each.description === usual.element.description) ?? null;
}

/** Its plan holds the date; where it has times, one of them falls on it. */
function applies(plan: PlanDates, { active, schedule = [] }: ElementOption, date: LondonDate): boolean {
  return (
    active && (schedule.length === 0 || schedule.some((row) => rowDates(row, plan.date_start, date, date).length > 0))
  );
}
