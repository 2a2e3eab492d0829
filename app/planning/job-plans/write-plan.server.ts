import { and, eq, inArray } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { keepLockedDays } from "~/changes/keep-locked-days.server";
import type { Actor } from "~/platform/context";
import { isStale } from "~/platform/db/assertions.server";
import { isInUse, newRef } from "~/platform/db/columns.server";
import { claimKey, type FormKey, runOnce } from "~/platform/db/idempotency.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { saveEdit } from "~/platform/db/save-edit.server";
import { changedElsewhere, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate, laterOf, londonToday } from "~/platform/time/london";
import { dateRange, overlapping } from "./plan-dates";
import type { Counts, PlanAnswers } from "./plan-form";
import {
  type EncryptedPlan,
  elementRows,
  endReadPlan,
  insertPlan,
  isOverlap,
  planChange,
  planUnchanged,
} from "./plan-statements.server";
import { planOf, plansOf, requireRow, wholePlan } from "./queries.server";
import { elementSchedule, type JobPlan, jobPlanElements, jobPlans, planPlace } from "./table.server";
import { type ElementToAdd, type TemplateKey, templateElements } from "./templates";

/** The reference of the new row, or the refusal. */
export type CreateResult = { ref: string; refusal?: never } | { refusal: Refusal; ref?: never };

type Writer = Pick<Actor, "db" | "userId" | "now">;

interface NewPlan {
  plan: PlanAnswers;
  counts: Counts | null;
  notes: string;
  /** The template that the plan starts with; its elements are added too. */
  template: TemplateKey | null;
}

/** Adds a plan with the elements of its template, only once however often its form is sent. */
export async function addPlan(
  context: Writer & Pick<Actor, "cipher">,
  formKey: FormKey,
  form: NewPlan,
): Promise<CreateResult> {
  const unique_ref = newRef();
  const today = londonToday(context.now);
  if (form.counts !== null && form.counts !== "start" && form.plan.date_end !== null && form.plan.date_end < today) {
    return { refusal: { errors: { counts: PLAN_IS_OVER }, status: 422 } };
  }
  const text_encrypted = await context.cipher.encrypt(planPlace(unique_ref), form.notes);
  const plan = { ...form.plan, counts_from: countsFrom(form, today), unique_ref, text_encrypted };
  return makePlan(context, formKey, plan, templateElements(form.template, plan.date_start));
}

const PLAN_IS_OVER = "This plan ended before today: count it from the plan’s start, or change its end date";

/**
 * The date from which a new plan counts; null for its start. A future plan counts from its start date, written out: if
 * that date was mistyped and is corrected later, the form asks again, since a plan must count from one of its own days.
 */
function countsFrom({ plan, counts }: NewPlan, today: LondonDate): LondonDate | null {
  if (counts === null) return plan.counts_from;
  if (counts === "start") return null;
  return laterOf(today, plan.date_start);
}

interface PlanCopy {
  title: string;
  date_start: LondonDate;
  date_end: LondonDate | null;
  /** Ends an open plan on the day before the copy starts. */
  end_old_plan: boolean;
}

/**
 * Copies a plan with its active elements and their times.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function copyPlan(
  context: Writer,
  planRef: string,
  formKey: FormKey,
  form: PlanCopy,
): Promise<CreateResult> {
  const { db, userId, now } = context;
  const source = await wholePlan(db, userId, planRef);
  const { end_old_plan, ...answers } = form;
  const lastDay = addDays(form.date_start, -1);
  const ends = end_old_plan && source.plan.date_end === null;
  if (ends && lastDay < source.plan.date_start) {
    const message = `Start date must be after ${longDate(source.plan.date_start)}, when the plan that it ends starts`;
    return { refusal: { errors: { date_start: message }, status: 422 } };
  }
  const copied = source.elements
    .filter(({ active }) => active)
    .map(({ schedule, ...element }) => ({ element, schedule }));
  const plan = { ...termsOf(source.plan), unique_ref: newRef(), ...answers };
  const before = ends ? endReadPlan(db, userId, source, lastDay, now) : [];
  return makePlan(context, formKey, plan, copied, before);
}

/**
 * The columns that the copy takes over. Notes and the opening balance are left out, since they belong to the period of
 * the old plan.
 */
function termsOf(plan: JobPlan) {
  const { employer, method, weeks_per_year_tenths, contracted_pa_units, tolerance_percent, pa_rules } = plan;
  const carried = { employer, method, weeks_per_year_tenths, contracted_pa_units, tolerance_percent, pa_rules };
  return { ...carried, counts_from: null, opening_balance_pa_units: 0, text_encrypted: null };
}

/** Writes a plan with its elements, only once however often its form is sent. */
async function makePlan(
  { db, userId, now }: Writer,
  formKey: FormKey,
  plan: EncryptedPlan,
  toAdd: readonly ElementToAdd[],
  before: readonly BatchItem<"sqlite">[] = [],
): Promise<CreateResult> {
  const ref = plan.unique_ref;
  const { elements, times } = elementRows(toAdd, plan, userId, now);
  const kept = await keepLockedDays({ db, userId });
  const write = () =>
    db.batch([
      claimKey(db, userId, formKey, ref, now),
      ...before,
      ...insertPlan(db, userId, plan, now),
      ...insertRows(db, jobPlanElements, elements),
      ...insertRows(db, elementSchedule, times),
      ...kept,
    ]);
  const isThere = async (madeRef: string) => (await planOf(db, userId, madeRef)).length > 0;
  try {
    const made = await runOnce(db, userId, formKey, ref, write, isThere);
    return made === null ? { refusal: FORM_WAS_USED } : { ref: made };
  } catch (error) {
    // The plan that it was copied from was changed, or an element of that.
    if (isStale(error)) return { refusal: changedElsewhere("plan") };
    return { refusal: await overlapRefusal({ db, userId }, plan, error) };
  }
}

interface PlanEdit {
  version: number;
  fingerprint: string;
}

/**
 * Saves a plan with its notes, unless it was changed elsewhere since its form was opened.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function savePlan(
  context: Writer & Pick<Actor, "cipher">,
  planRef: string,
  form: PlanEdit & Pick<NewPlan, "plan" | "notes">,
): Promise<Refusal | null> {
  const whole = await wholePlan(context.db, context.userId, planRef);
  const text_encrypted = await context.cipher.encrypt(planPlace(planRef), form.notes);
  return change(context, whole, { ...form.plan, text_encrypted }, form);
}

/**
 * Sets the last day of a plan, unless it was changed elsewhere since its form was opened.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function endPlan(
  context: Writer,
  planRef: string,
  form: PlanEdit & { date_end: LondonDate },
): Promise<Refusal | null> {
  const whole = await wholePlan(context.db, context.userId, planRef);
  if (form.date_end < whole.plan.date_start) {
    return { errors: { date_end: "The last day must be the same as or after the day the plan starts" }, status: 422 };
  }
  return change(context, whole, { date_end: form.date_end }, form);
}

async function change(
  by: Writer,
  whole: Parameters<typeof planChange>[2],
  changes: Parameters<typeof planChange>[3],
  { version, fingerprint }: PlanEdit,
): Promise<Refusal | null> {
  const { db, userId } = by;
  const ref = whole.plan.unique_ref;
  const { set, after } = planChange(db, userId, whole, changes);
  const save = { table: jobPlans, set, after: [...after, ...(await keepLockedDays(by))] };
  try {
    if (await saveEdit(by, { ref, version, fingerprint }, save)) return null;
  } catch (error) {
    return overlapRefusal(by, { ...whole.plan, ...changes }, error);
  }
  return changedElsewhere("plan", requireRow(await planOf(db, userId, ref)).version);
}

/**
 * The refusal that names the plan whose dates overlap.
 * @throws any other error unchanged
 */
async function overlapRefusal(
  { db, userId }: Pick<Writer, "db" | "userId">,
  wanted: Parameters<typeof overlapping>[1],
  error: unknown,
): Promise<Refusal> {
  if (!isOverlap(error)) throw error;
  const other = overlapping(await plansOf(db, userId), wanted);
  const name = other ? `“${other.title}”, ${dateRange(other)}` : "another plan";
  const message = `Plans for one employer must not overlap. These dates overlap ${name}`;
  return { errors: { date_start: message }, status: 422 };
}

/** Deletes a plan with its elements, or nothing if a session refers to one of them. */
export async function deletePlan(
  { db, userId }: Pick<Writer, "db" | "userId">,
  planRef: string,
  version: number,
): Promise<"deleted" | "in use" | "changed"> {
  const ofPlan = and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.plan_ref, planRef));
  const elements = db.select({ ref: jobPlanElements.unique_ref }).from(jobPlanElements).where(ofPlan);
  try {
    await db.batch([
      planUnchanged(db, userId, { unique_ref: planRef, version }),
      db
        .delete(elementSchedule)
        .where(and(eq(elementSchedule.user_id, userId), inArray(elementSchedule.element_ref, elements))),
      db.delete(jobPlanElements).where(ofPlan),
      db.delete(jobPlans).where(and(eq(jobPlans.user_id, userId), eq(jobPlans.unique_ref, planRef))),
      ...(await keepLockedDays({ db, userId })),
    ]);
    return "deleted";
  } catch (error) {
    if (isInUse(error)) return "in use";
    if (isStale(error)) return "changed";
    throw error;
  }
}
