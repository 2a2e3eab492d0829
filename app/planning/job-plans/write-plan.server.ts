import { type SQL, sql } from "drizzle-orm";
import { refusalOf, save, undoOf } from "~/changes/saved.server";
import {
  type Change,
  type ChangeResult,
  deletionOf,
  type Edit,
  editForm,
  writeChange,
} from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import type { Actor } from "~/platform/context";
import { encryptEdited } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { type LondonDate, laterOf, londonToday } from "~/platform/time/london";
import { formatOverlap, overlapping } from "./plan-dates";
import type { Counts, PlanAnswers } from "./plan-form";
import { elementRows, noPlanOverlaps, OVERLAP, planChange, withLocalDays } from "./plan-statements.server";
import { plansOf, wholePlan } from "./queries.server";
import { planPlace } from "./table.server";
import { type TemplateKey, templateElements } from "./templates";

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
  const { userId } = context;
  const toAdd = templateElements(form.template, plan.date_start);
  const written = await writeChange(context, {
    message: "Job plan added",
    form: { ...formKey, result: { part: "job_plans", ref: unique_ref } },
    after: { [OVERLAP]: noPlanOverlaps(userId) },
    inserts: { job_plans: [{ ...plan, pa_rules: withLocalDays(userId, plan.pa_rules) }], ...elementRows(toAdd, plan) },
  });
  const refusal = await refusalOf(
    context,
    written,
    { what: "plan" },
    { [OVERLAP]: () => overlapRefusal(context, plan) },
  );
  if (refusal) return { refusal };
  return { ref: written.result === "repeated" ? written.ref : unique_ref, undo: undoOf(written) };
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

interface Removed {
  /** Planned sessions without cases and fees. */
  removed: readonly Readonly<{ ref: string; version: number }>[];
  /** Guard: they still have none. */
  entries: SQL;
}

/**
 * Sets the last day of a plan and removes sessions that were planned after it, unless it was changed elsewhere since its form was opened.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function endPlan(
  context: Writer,
  planRef: string,
  form: PlanEdit & { date_end: LondonDate } & Removed,
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
  { version, fingerprint, message, removed = [], entries }: PlanEdit & { message: string } & Partial<Removed>,
): Promise<Saved> {
  const ref = whole.plan.unique_ref;
  const { seen, guards, ...rows } = planChange(by.userId, whole, values);
  const planned = removed.map((session) => ({ part: "sessions" as const, ...session }));
  const change: Change = {
    message,
    form: editForm("job_plans", { ref, version, fingerprint }),
    seen: [{ part: "job_plans", ref, version }, ...seen, ...planned],
    guards: { ...guards, ...(entries && { entries }) },
    ...rows,
    ...(removed.length > 0 && { deletes: [{ part: "sessions", refs: removed.map((session) => session.ref) }] }),
  };
  return save(by, change, "plan", { [OVERLAP]: () => overlapRefusal(by, { ...whole.plan, ...values }) });
}

/** The refusal that names the plan whose dates overlap. */
async function overlapRefusal(
  { db, userId }: Pick<Writer, "db" | "userId">,
  wanted: Parameters<typeof overlapping>[1],
): Promise<Refusal> {
  const other = overlapping(await plansOf(db, userId), wanted);
  return { errors: { date_start: formatOverlap(other) }, status: 422 };
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
