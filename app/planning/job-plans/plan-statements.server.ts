import { type SQL, sql } from "drizzle-orm";
import { openChangeNumber } from "~/changes/table.server";
import { changeWhere, type Writer } from "~/changes/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import type { PaRules } from "./pa-rules";
import type { PlanAnswers } from "./plan-form";
import type { ElementWithTimes } from "./queries.server";
import type { ScheduleRow } from "./schedule";
import { type JobPlan, jobPlans } from "./table.server";
import type { ElementToAdd } from "./templates";
import { type PlanTerms, weeklyPaUnits } from "./weekly";

export type EncryptedPlan = PlanAnswers & { unique_ref: string; text_encrypted: Uint8Array | null };

interface WholePlan {
  plan: JobPlan;
  elements: ElementWithTimes[];
}

/** Rows of a change that gives a plan other values, with the weekly PAs that its elements then have. */
export function planChange(
  userId: number,
  { plan, elements }: WholePlan,
  values: Partial<Omit<EncryptedPlan, "unique_ref">>,
) {
  const changed = { ...plan, ...values };
  const weights = elements
    .map((element) => ({ ...element, weekly: weeklyPaUnits(element, changed) }))
    .filter(({ weekly, weekly_pa_units }) => weekly !== weekly_pa_units);
  return {
    // The PAs of an element that was changed meanwhile were calculated from its old times.
    seen: elements.map(({ unique_ref: ref, version }) => ({ part: "job_plan_elements" as const, ref, version })),
    after: { [OVERLAP]: noPlanOverlaps(userId) },
    guards: {
      elements: sql`(SELECT count(*) FROM job_plan_elements AS each WHERE each.user_id = ${userId}
        AND each.plan_ref = ${plan.unique_ref}) = ${elements.length}`,
    },
    updates: {
      job_plans: [{ ...values, unique_ref: plan.unique_ref, pa_rules: withLocalDays(userId, changed.pa_rules) }],
      job_plan_elements: weights.map(({ unique_ref, weekly }) => ({ unique_ref, weekly_pa_units: weekly })),
    },
  };
}

/**
 * Expression: the rules of a plan as stored, with the user's local bank holidays as they are when the statement runs.
 * So all plans of a user count the same days, even if a form was opened before a change.
 */
export function withLocalDays(userId: number, rules: PaRules | SQL): SQL<PaRules> {
  const json = "nation" in rules ? sql`${JSON.stringify(rules)}` : rules;
  const days = (isOff: 0 | 1) => sql`(SELECT json_group_array(day) FROM
    (SELECT day FROM local_public_holidays WHERE user_id = ${userId} AND is_added = ${isOff} ORDER BY day))`;
  return sql`CASE WHEN EXISTS (SELECT 1 FROM local_public_holidays WHERE user_id = ${userId})
    THEN json_set(${json}, '$.local_public_holidays', json_object('added', ${days(1)}, 'removed', ${days(0)}))
    ELSE json_remove(${json}, '$.local_public_holidays') END`;
}

/**
 * Statements: copy the user's local bank holidays into the rules of every plan. They follow a change of them, in the
 * same batch.
 */
export function updatePlanRules(by: Writer) {
  const pa_rules = withLocalDays(by.userId, sql`${jobPlans.pa_rules}`);
  const isOther = sql`${jobPlans.user_id} = ${by.userId} AND ${jobPlans.pa_rules} IS NOT ${pa_rules}`;
  return changeWhere(by, "job_plans", { pa_rules }, isOther);
}

/** The name by which a plan is refused that shares a date with another. */
export const OVERLAP = "plans overlap";

/** Condition after a change: no plan that it wrote shares a date with another of its employer. */
export function noPlanOverlaps(userId: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM changed_rows AS own
    JOIN job_plans AS plan ON plan.user_id = own.user_id AND plan.unique_ref = own.unique_ref
    JOIN job_plans AS other ON other.user_id = plan.user_id AND other.unique_ref <> plan.unique_ref
      AND other.employer = plan.employer COLLATE NOCASE
      AND other.date_start <= coalesce(plan.date_end, other.date_start)
      AND plan.date_start <= coalesce(other.date_end, plan.date_start)
    WHERE own.user_id = ${userId} AND own.number = ${openChangeNumber(userId)} AND own.table_name = 'job_plans')`;
}

/**
 * Condition before an undo: of what the change wrote, no element has been weighed by other terms of its plan since, nor a
 * plan got an element that was weighed by those terms.
 * @param change the number of the change to be undone
 */
export function areWeighedAlike(userId: number, change: number): SQL {
  const isOwn = sql`EXISTS (SELECT 1 FROM changed_rows AS own WHERE own.user_id = ${userId} AND own.number = ${change}
    AND own.table_name = 'job_plan_elements' AND own.unique_ref = each.unique_ref)`;
  const kept = (table: string) => sql`changed_rows AS kept WHERE kept.user_id = ${userId} AND kept.number = ${change}
    AND kept.table_name = ${table} AND kept.before IS NOT NULL AND NOT kept.only_moved`;
  return sql`NOT EXISTS (SELECT 1 FROM ${kept("job_plans")} AND EXISTS (SELECT 1 FROM job_plan_elements AS each
      WHERE each.user_id = kept.user_id AND each.plan_ref = kept.unique_ref AND each.version > ${change} AND NOT ${isOwn}))
    AND NOT EXISTS (SELECT 1 FROM ${kept("job_plan_elements")} AND EXISTS (SELECT 1 FROM job_plans AS plan
      WHERE plan.user_id = kept.user_id AND plan.unique_ref = kept.before ->> '$.plan_ref' AND plan.version > ${change}))`;
}

/** New rows of elements and their times for a new plan, with their weekly PAs under its terms. */
export function elementRows(
  toAdd: readonly (ElementToAdd & { ref?: string })[],
  plan: PlanTerms & { unique_ref: string },
) {
  const made = toAdd.map(({ element, schedule, ref = newRef() }, index) => {
    const weekly_pa_units = weeklyPaUnits({ ...element, schedule }, plan);
    const place = { unique_ref: ref, plan_ref: plan.unique_ref, sort_order: index + 1 };
    return { element: { ...element, ...place, weekly_pa_units }, times: timeRows(schedule, place.unique_ref) };
  });
  return {
    job_plan_elements: made.map(({ element }) => element),
    element_schedule: made.flatMap(({ times }) => times),
  };
}

/** New rows for the times of an element. */
export function timeRows(schedule: readonly ScheduleRow[], element_ref: string) {
  return schedule.map((time, sort_order) => ({ ...time, element_ref, unique_ref: newRef(), sort_order }));
}
