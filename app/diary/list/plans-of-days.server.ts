import { asPlannedWork } from "~/diary/expected/as-planned";
import { dayValuesOf } from "~/diary/leave/day-values";
import { USUAL_SETTINGS } from "~/diary/leave/entitlement";
import type { LeaveTerms } from "~/diary/leave/kinds";
import { takesHoursOn } from "~/diary/leave/worth";
import type { WorthFormRows } from "~/diary/leave/worth.server";
import { firstCounted } from "~/planning/job-plans/plan-dates";
import { notAfter } from "~/planning/job-plans/schedule";
import { valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { type LondonDate, laterOf } from "~/platform/time/london";
import type { DiarySpan } from "../sessions/diary-pages";
import { timesOfPlan } from "../sessions/week-due";

interface Days {
  span: Pick<DiarySpan, "bottom" | "last">;
  /** Leave of these days, of any status. */
  leave: readonly LeaveTerms[];
}

/**
 * What a page of the diary takes from the plans of its days, all from one reading of them: their weekly PAs, the times
 * of their active elements, what leave takes of them, and the work that counts as planned.
 */
export function plansOfDays(
  [plans, elements, times, local, [settings], years]: WorthFormRows,
  { span: { bottom, last }, leave }: Days,
) {
  const valued = valuedPlans(plans, elements, times);
  const { year_start } = settings ?? USUAL_SETTINGS;
  const takesHours = (date: LondonDate) => takesHoursOn(date, year_start, years);
  const values = { ...dayValuesOf(valued, local), takesHours };
  const asPlanned = valued.flatMap((plan) => {
    const span = { begins: laterOf(firstCounted(plan), bottom), ends: notAfter(plan, last) };
    return asPlannedWork({ plan, plans: valued, span, local, leave, values, measure: "pas" });
  });
  return { plans: valued, timed: valued.flatMap(timesOfPlan), values, asPlanned };
}
