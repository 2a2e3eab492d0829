import { and, eq, inArray } from "drizzle-orm";
import type { Cipher } from "~/platform/crypto/vault.server";
import { isInUse, isStale, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/platform/db/idempotency.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { type LondonDate, londonToday } from "~/platform/time/london";
import { templateElements } from "./from-template";
import { elementRows } from "./new-elements.server";
import type { Counts, PlanAnswers } from "./plan-form";
import { changePlan, insertPlan, planUnchanged } from "./plan-statements.server";
import { type ElementWithTimes, foundChanged, planOf, wholePlan } from "./queries.server";
import { whyPlanRefused } from "./refusal.server";
import { elementSchedule, type JobPlan, jobPlanElements, jobPlans, planPlace } from "./table.server";
import type { TemplateKey } from "./templates";

/** The plan that a write made, or why it made none. */
export type Made = { ref: string; refusal?: never } | { refusal: Refusal; ref?: never };

interface NewPlan {
  plan: PlanAnswers;
  counts: Counts | null;
  notes: string;
  /** What it starts with, whose elements are made with it. */
  template: TemplateKey | null;
}

export async function addPlan(
  db: Database,
  userId: number,
  cipher: Cipher,
  formKey: FormKey,
  form: NewPlan,
  now: number,
): Promise<Made> {
  const ref = newRef();
  const today = londonToday(now);
  if (form.counts !== null && form.counts !== "start" && form.plan.date_end !== null && form.plan.date_end < today) {
    return { refusal: { errors: { counts: PLAN_IS_OVER }, status: 422 } };
  }
  const text_encrypted = await cipher.encrypt(planPlace(ref), form.notes);
  const plan = { ...form.plan, counts_from: countsFrom(form, today), unique_ref: ref };
  const { elements, times } = elementRows(templateElements(form.template, plan.date_start), plan, userId, now);
  try {
    const write = () =>
      db.batch([
        claimKey(db, userId, formKey, ref, now),
        insertPlan(db, userId, { ...plan, text_encrypted }, now),
        ...insertRows(db, jobPlanElements, elements),
        ...insertRows(db, elementSchedule, times),
      ]);
    const made = await once(db, userId, formKey, ref, write, planIsThere(db, userId));
    return made === null ? { refusal: FORM_WAS_USED } : { ref: made };
  } catch (error) {
    return { refusal: await whyPlanRefused(db, userId, plan, error) };
  }
}

const PLAN_IS_OVER = "This plan ended before today: count it from the plan’s start, or change its end date";

/**
 * A plan that is still to come counts from the day on which it starts. Where that was mistyped, whoever mends it is
 * asked again: a plan counts from a day of its own.
 */
function countsFrom({ plan, counts }: NewPlan, today: LondonDate): LondonDate | null {
  if (counts === null) return plan.counts_from;
  if (counts === "start") return null;
  return today < plan.date_start ? plan.date_start : today;
}

/** For `once`. */
export function planIsThere(db: Database, userId: number) {
  return async (ref: string) => (await planOf(db, userId, ref)).length > 0;
}

interface PlanEdit {
  version: number;
  plan: PlanAnswers;
  notes: string;
}

/** @throws 404 */
export async function savePlan(
  db: Database,
  userId: number,
  cipher: Cipher,
  planRef: string,
  form: PlanEdit & { fingerprint: string },
  now: number,
): Promise<Refusal | null> {
  const whole = await wholePlan(db, userId, planRef);
  const text_encrypted = await cipher.encrypt(planPlace(planRef), form.notes);
  return change(db, userId, whole, { ...form.plan, text_encrypted }, form, now);
}

/** @throws 404 */
export async function endPlan(
  db: Database,
  userId: number,
  planRef: string,
  form: { version: number; date_end: LondonDate; fingerprint: string },
  now: number,
): Promise<Refusal | null> {
  const whole = await wholePlan(db, userId, planRef);
  if (form.date_end < whole.plan.date_start) {
    return { errors: { date_end: "The last day must be the same as or after the day the plan starts" }, status: 422 };
  }
  return change(db, userId, whole, { date_end: form.date_end }, form, now);
}

async function change(
  db: Database,
  userId: number,
  whole: { plan: JobPlan; elements: ElementWithTimes[] },
  changes: Parameters<typeof changePlan>[3],
  { version, fingerprint }: { version: number; fingerprint: string },
  now: number,
): Promise<Refusal | null> {
  const edit = { ref: whole.plan.unique_ref, version, fingerprint };
  try {
    const statements = changePlan(db, userId, whole, changes, now, version);
    const [plan] = await db.batch([...statements, rememberEdit(db, userId, jobPlans, edit, now)]);
    foundChanged(plan);
    return null;
  } catch (error) {
    if (isStale(error) && (await editedBefore(db, userId, jobPlans, edit))) return null;
    return whyPlanRefused(db, userId, { ...whole.plan, ...changes }, error);
  }
}

/** Takes a plan away with its elements; nothing of it when a session carries one of them. */
export async function deletePlan(
  db: Database,
  userId: number,
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
    ]);
    return "deleted";
  } catch (error) {
    if (isInUse(error)) return "in use";
    if (isStale(error)) return "changed";
    throw error;
  }
}
