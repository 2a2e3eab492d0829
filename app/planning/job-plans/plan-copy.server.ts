import { isStale, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, once } from "~/platform/db/idempotency.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { FORM_WAS_USED } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate } from "~/platform/time/london";
import { elementRows } from "./new-elements.server";
import { changePlan, insertPlan } from "./plan-statements.server";
import { type Made, planIsThere } from "./plan-writes.server";
import { wholePlan } from "./queries.server";
import { changedElsewhere, whyPlanRefused } from "./refusal.server";
import { elementSchedule, type JobPlan, jobPlanElements } from "./table.server";

interface PlanCopy {
  title: string;
  date_start: LondonDate;
  date_end: LondonDate | null;
  /** End an open plan on the day before the copy starts. */
  end_old_plan: boolean;
}

/** A new plan with the elements in use of another, their times included. @throws 404 */
export async function copyPlan(
  db: Database,
  userId: number,
  planRef: string,
  formKey: FormKey,
  form: PlanCopy,
  now: number,
): Promise<Made> {
  const source = await wholePlan(db, userId, planRef);
  const { title, date_start, date_end } = form;
  const plan = { ...termsOf(source.plan), unique_ref: newRef(), title, date_start, date_end };
  const copied = source.elements
    .filter(({ active }) => active)
    .map(({ schedule, ...element }) => ({ element, schedule }));
  const { elements, times } = elementRows(copied, plan, userId, now);
  const lastDay = addDays(date_start, -1);
  const ends = form.end_old_plan && source.plan.date_end === null;
  if (ends && lastDay < source.plan.date_start) {
    const message = `Start date must be after ${longDate(source.plan.date_start)}, when the plan that it ends starts`;
    return { refusal: { errors: { date_start: message }, status: 422 } };
  }
  try {
    const write = () =>
      db.batch([
        claimKey(db, userId, formKey, plan.unique_ref, now),
        ...(ends ? changePlan(db, userId, source, { date_end: lastDay }, now) : []),
        insertPlan(db, userId, plan, now),
        ...insertRows(db, jobPlanElements, elements),
        ...insertRows(db, elementSchedule, times),
      ]);
    const made = await once(db, userId, formKey, plan.unique_ref, write, planIsThere(db, userId));
    return made === null ? { refusal: FORM_WAS_USED } : { ref: made };
  } catch (error) {
    if (isStale(error)) return { refusal: changedElsewhere("plan") };
    return { refusal: await whyPlanRefused(db, userId, plan, error) };
  }
}

/** What goes over into the copy. Notes and the balance brought forward speak of the old plan's time. */
function termsOf(plan: JobPlan) {
  const { employer, method, weeks_per_year_tenths, contracted_pa_units, tolerance_percent, pa_rules } = plan;
  const carried = { employer, method, weeks_per_year_tenths, contracted_pa_units, tolerance_percent, pa_rules };
  return { ...carried, counts_from: null, opening_balance_pa_units: 0, text_encrypted: null };
}
