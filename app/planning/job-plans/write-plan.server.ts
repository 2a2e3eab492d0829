import { sql } from "drizzle-orm";
import { refusalOf, save, undoOf } from "~/changes/saved.server";
import { type ChangeResult, deletionOf, type Edit, editForm, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import type { Actor } from "~/platform/context";
import { encryptEdited } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { changedElsewhere, type Refusal } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate, laterOf, londonToday } from "~/platform/time/london";
import { dateRange, overlapping } from "./plan-dates";
import type { Counts, PlanAnswers } from "./plan-form";
import {
  type EncryptedPlan,
  elementRows,
  OVERLAP,
  overlapsNone,
  planChange,
  withLocalDays,
} from "./plan-statements.server";
import { plansOf, wholePlan } from "./queries.server";
import { type JobPlan, planPlace } from "./table.server";
import { type ElementToAdd, type TemplateKey, templateElements } from "./templates";

/** The reference of the new row and what undoes it, or the refusal. */
export type CreateResult =
  | { ref: string; undo: string | null; refusal?: never }
  | { refusal: Refusal; ref?: never; undo?: never };

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
  const source = await wholePlan(context.db, context.userId, planRef);
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
  return makePlan(context, formKey, plan, copied, ends ? { ...source, lastDay } : undefined);
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

/**
 * Writes a plan with its elements, only once however often its form is sent.
 * @param ended a plan that ends before it, and its last day
 */
async function makePlan(
  by: Writer,
  formKey: FormKey,
  plan: EncryptedPlan,
  toAdd: readonly ElementToAdd[],
  ended?: Parameters<typeof planChange>[1] & { lastDay: LondonDate },
): Promise<CreateResult> {
  const { userId } = by;
  const ref = plan.unique_ref;
  const before = ended && planChange(userId, ended, { date_end: ended.lastDay });
  const written = await writeChange(by, {
    message: "Job plan added",
    form: { ...formKey, result: { part: "job_plans", ref } },
    seen: ended && before ? [seenPlan(ended.plan), ...before.seen] : [],
    guards: { [OVERLAP]: overlapsNone(userId, plan, ended?.plan.unique_ref) },
    inserts: { job_plans: [{ ...plan, pa_rules: withLocalDays(userId, plan.pa_rules) }], ...elementRows(toAdd, plan) },
    ...(before && { updates: before.updates }),
  });
  // The plan that it was copied from was changed, or an element of that.
  if (written.result === "changed since" || written.result === "gone") {
    const path = ended && pathTo("/job_plans/:planRef/", { planRef: ended.plan.unique_ref });
    return { refusal: changedElsewhere("plan", undefined, path) };
  }
  const refusal = await refusalOf(by, written, { what: "plan" }, { [OVERLAP]: () => overlapRefusal(by, plan) });
  if (refusal) return { refusal };
  return { ref: written.result === "repeated" ? written.ref : ref, undo: undoOf(written) };
}

function seenPlan({ unique_ref: ref, version }: Pick<JobPlan, "unique_ref" | "version">) {
  return { part: "job_plans" as const, ref, version };
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
): Promise<Saved> {
  const whole = await wholePlan(context.db, context.userId, planRef);
  const text_encrypted = await encryptEdited(context.cipher, planPlace(planRef), form.notes, whole.plan.text_encrypted);
  return change(context, whole, { ...form.plan, text_encrypted }, { ...form, message: "Job plan changed" });
}

/**
 * Sets the last day of a plan, unless it was changed elsewhere since its form was opened.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function endPlan(
  context: Writer,
  planRef: string,
  form: PlanEdit & { date_end: LondonDate },
): Promise<Saved> {
  const whole = await wholePlan(context.db, context.userId, planRef);
  if (form.date_end < whole.plan.date_start) {
    const message = "The last day must be the same as or after the day the plan starts";
    return { refusal: { errors: { date_end: message }, status: 422 } };
  }
  return change(context, whole, { date_end: form.date_end }, { ...form, message: "Job plan ended" });
}

async function change(
  by: Writer,
  whole: Parameters<typeof planChange>[1],
  values: Parameters<typeof planChange>[2],
  { version, fingerprint, message }: PlanEdit & { message: string },
): Promise<Saved> {
  const ref = whole.plan.unique_ref;
  const { seen, ...rows } = planChange(by.userId, whole, values);
  const form = editForm("job_plans", { ref, version, fingerprint });
  const change = { message, form, seen: [seenPlan({ unique_ref: ref, version }), ...seen], ...rows };
  return save(by, change, "plan", { [OVERLAP]: () => overlapRefusal(by, { ...whole.plan, ...values }) });
}

/** The refusal that names the plan whose dates overlap. */
async function overlapRefusal(
  { db, userId }: Pick<Writer, "db" | "userId">,
  wanted: Parameters<typeof overlapping>[1],
): Promise<Refusal> {
  const other = overlapping(await plansOf(db, userId), wanted);
  const name = other ? `“${other.title}”, ${dateRange(other)}` : "another plan";
  const message = `Plans for one employer must not overlap. These dates overlap ${name}`;
  return { errors: { date_start: message }, status: 422 };
}

/** Deletes a plan with its elements, or nothing if a session refers to one of them. */
export function deletePlan(by: Writer, edit: Edit): Promise<ChangeResult> {
  const unused = sql`NOT EXISTS (SELECT 1 FROM job_plan_elements AS own
    JOIN sessions AS worked ON worked.user_id = own.user_id AND worked.element_ref = own.unique_ref
    WHERE own.user_id = ${by.userId} AND own.plan_ref = ${edit.ref})`;
  return writeChange(by, {
    message: "Job plan deleted",
    ...deletionOf("job_plans", edit),
    guards: { unused },
  });
}
