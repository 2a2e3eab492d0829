import { longDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { isNational, NATIONS } from "./pa-rules";
import { dateRange, planStatus } from "./plan-dates";
import { planWeek } from "./plan-week";
import { type ElementWithTimes, withTimes } from "./queries.server";
import { formatWhen, type ScheduleRow } from "./schedule";
import type { JobPlan, JobPlanElement } from "./table.server";
import { checkAgainst, dccToSpa, isCounted, type WeeklyElement, weeklyMinutes, weeklySums } from "./weekly";

/** What the page of a plan says of its week. */
export function planPage(plan: JobPlan, elements: JobPlanElement[], times: (ScheduleRow & { element_ref: string })[]) {
  const whole = withTimes(elements, times);
  const sums = weeklySums(whole);
  const counted = whole.filter(isCounted);
  return {
    title: plan.title,
    lead: leadOf(plan),
    contracted: plan.contracted_pa_units,
    sums,
    check: checkAgainst(sums.total, plan.contracted_pa_units),
    ratio: dccToSpa(sums),
    minutes: counted.reduce((sum, element) => sum + weeklyMinutes(element, plan), 0),
    week: planWeek(
      whole.filter(({ active }) => active),
      plan,
    ),
    elements: whole.filter(({ active }) => active).map(lineOf),
    archived: whole.filter(({ active }) => !active).map(lineOf),
  };
}

/** A plan as the list of plans shows it. */
export function planLine(plan: JobPlan, elements: (WeeklyElement & { plan_ref: string })[], today: LondonDate) {
  const { unique_ref, title, employer, date_start, date_end, contracted_pa_units } = plan;
  const sums = weeklySums(elements.filter(({ plan_ref }) => plan_ref === unique_ref));
  return {
    ...{ unique_ref, title, employer, date_start, date_end, contracted_pa_units },
    status: planStatus(plan, today),
    weeks: plan.weeks_per_year_tenths / 10,
    sums,
    check: checkAgainst(sums.total, contracted_pa_units),
  };
}

/** `1 April 2026 to 31 March 2027 · England rules · 42 weeks`. */
function leadOf(plan: JobPlan): string {
  const { pa_rules } = plan;
  const own = pa_rules.local_public_holidays ? ", bank holidays of your own" : "";
  const rules = `${NATIONS[pa_rules.nation]} rules${isNational(pa_rules) ? "" : ", changed"}${own}`;
  const counted = plan.counts_from && `counts from ${longDate(plan.counts_from)}`;
  const parts = [plan.employer, dateRange(plan), counted, rules, `${plan.weeks_per_year_tenths / 10} weeks`];
  return parts.filter(Boolean).join(" · ");
}

function lineOf(element: ElementWithTimes) {
  const { unique_ref, description, category, weekly_pa_units, counts_to_balance } = element;
  const when = formatWhen(element, element.schedule);
  return { unique_ref, description, category, weekly_pa_units, counts_to_balance, when };
}
