import { WORK_KINDS, type WorkKind } from "~/diary/fees/kinds";
import { type PaRules, showPa } from "~/planning/job-plans/pa-rules";
import { plansOn } from "~/planning/job-plans/plan-dates";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import { type PlanDates, rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import { longDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";

/** The exact texts of the specification (section 5). */
export const NO_PLAN_TEXT = "No matching job plan";
export const NO_DATE_TEXT = "Please Select Date";

/** Work outside the plan: in the list of elements its kind stands for one. */
export const OUTSIDE_PLAN = {
  label: "Outside the plan",
  choices: Object.entries(WORK_KINDS).map(([value, label]) => ({ value, label })),
};

/** The columns of a job plan element that sessions use. */
export interface ElementOption
  extends Omit<ElementChoice, "plan_ref" | "plan_title" | "date_start" | "date_end" | "pa_rules"> {
  /** Its times; only for a new session, whose form they fill in. */
  schedule?: ScheduleRow[];
}

/** A job plan with its elements, as the session form lists them. */
export interface PlanChoice extends PlanDates {
  unique_ref: string;
  title: string;
  pa_rules: PaRules;
  elements: ElementOption[];
}

/** What the list of elements has for a session: its element, or its kind outside the plan. */
export function tagOf({ element_ref, work_kind }: { element_ref: string | null; work_kind: WorkKind | null }) {
  return element_ref ?? work_kind;
}

/** The plans as a list offers them: without archived elements, except the one that the session already has. */
export function offeredPlans(plans: readonly PlanChoice[], current: string | null): PlanChoice[] {
  return plans.map((plan) => ({
    ...plan,
    elements: plan.elements.filter((element) => element.active || element.unique_ref === current),
  }));
}

interface FoundElement {
  plan: PlanChoice;
  element: ElementOption;
}

export function findElement(plans: readonly PlanChoice[], ref: string): FoundElement | null {
  for (const plan of plans) {
    const element = plan.elements.find((each) => each.unique_ref === ref);
    if (element) return { plan, element };
  }
  return null;
}

/** Whether the PAs of an element's sessions are part of the job plan: those of work outside the plan are not. */
export function hasJobPlanPas(plans: readonly PlanChoice[], ref: string): boolean {
  return (findElement(plans, ref)?.element.weekly_pa_units ?? 0) > 0;
}

/** What a blank fixed allocation means with an element, whose PAs in the list are those of a week. */
export function blankAllocationHint(plans: readonly PlanChoice[], ref: string): string {
  const units = findElement(plans, ref)?.element.default_fixed_pa_units ?? null;
  return units === null ? "For example, 1 or 0.5" : `Leave blank to use the element’s ${showPa(units)} PA`;
}

/** `All-day orthopaedics (DCC, 2.50 PA)`. */
export function elementLabel({ description, category, weekly_pa_units }: ElementOption): string {
  const pa = weekly_pa_units > 0 ? `, ${showPa(weekly_pa_units)} PA` : "";
  return `${description} (${category}${pa})`;
}

/** `Job plan 2026/27, 1 April 2026 to 31 March 2027`. */
export function planLabel({ title, date_start, date_end }: Pick<PlanChoice, "title" | keyof PlanDates>): string {
  return `${title}, ${date_end ? `${longDate(date_start)} to ${longDate(date_end)}` : `from ${longDate(date_start)}`}`;
}

/** Error for an element that a session of this date cannot have: its plan does not cover the day. */
export function outsidePlanMessage({ plan, element }: FoundElement): string {
  return `${element.description} is an element of ${planLabel(plan)}. Choose an element of the plan that covers the session’s date, or check the date`;
}

/** Adds its times to each element: they fill in the form of a new session. */
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

/** The element, when only one applies to a date (specification section 4); null when none or several do. */
export function soleElement(plans: readonly PlanChoice[], date: LondonDate): ElementOption | null {
  const applying = plansOn(plans, date).flatMap((plan) =>
    plan.elements.filter((each) => isApplicable(plan, each, date)),
  );
  return applying.length === 1 ? (applying[0] ?? null) : null;
}

/**
 * Returns the element that a user's new sessions start with on a date: the given one, or, in another plan, the active
 * element with the same description; null if no plan of the date has it.
 */
export function usualElement(plans: readonly PlanChoice[], ref: string | null, date: LondonDate): ElementOption | null {
  const usual = ref === null ? null : findElement(plans, ref);
  if (usual === null) return null;
  const ofDate = plansOn(plans, date).flatMap((plan) => plan.elements.filter((each) => each.active));
  const same = ofDate.find((each) => each.unique_ref === ref);
  return same ?? ofDate.find((each) => each.description === usual.element.description) ?? null;
}

/** Whether an active element applies to a date: it has no times, or one of them falls on it. */
function isApplicable(plan: PlanDates, { active, schedule = [] }: ElementOption, date: LondonDate): boolean {
  return (
    active && (schedule.length === 0 || schedule.some((row) => rowDates(row, plan.date_start, date, date).length > 0))
  );
}
