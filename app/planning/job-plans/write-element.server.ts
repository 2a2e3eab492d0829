import { sql } from "drizzle-orm";
import { data } from "react-router";
import { lockedIn } from "~/changes/keep-locked-days.server";
import { refusalOf, refuseTaken, save, undoOf } from "~/changes/saved.server";
import {
  type Change,
  type ChangeResult,
  deletionForm,
  deletionOf,
  type Edit,
  editForm,
  editOf,
  findEarlierSubmit,
  writeChange,
} from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { changedElsewhere, type Refusal } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import type { ElementAnswers } from "./element-form";
import { timeRows } from "./plan-statements.server";
import { planAndElement, planOf, requireRow, timeVersions } from "./queries.server";
import { isSameSchedule, type ScheduleRow } from "./schedule";
import type { JobPlan, JobPlanElement } from "./table.server";
import { weeklyPaUnits } from "./weekly";
import type { CreateResult } from "./write-plan.server";

interface Answers {
  element: ElementAnswers;
  schedule: ScheduleRow[];
}

/**
 * Adds an element to a plan, only once however often its form is sent.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function addElement(by: Writer, planRef: string, formKey: FormKey, form: Answers): Promise<CreateResult> {
  const { db, userId } = by;
  const plan = requireRow(await planOf(db, userId, planRef));
  const ref = newRef();
  const last = sql<number>`(SELECT coalesce(max(sort_order), 0) + 1 FROM job_plan_elements WHERE user_id = ${userId} AND plan_ref = ${planRef})`;
  const element = { ...withWeeklyPas(form, plan), unique_ref: ref, plan_ref: planRef, sort_order: last };
  const written = await refuseTaken("job_plan_elements.plan_ref", NAME_TAKEN, () =>
    writeChange(by, {
      message: "Element added",
      form: { ...formKey, result: { part: "job_plan_elements", ref } },
      seen: [{ part: "job_plans", ref: planRef, version: plan.version }],
      inserts: { job_plan_elements: [element], element_schedule: timeRows(form.schedule, ref) },
    }),
  );
  if ("refusal" in written) return written;
  if (written.result === "changed since") {
    return { refusal: changedElsewhere("plan", undefined, pathTo("/job_plans/:planRef/", { planRef })) };
  }
  const refusal = await refusalOf(by, written, { what: "element" });
  return refusal ? { refusal } : { ref: written.result === "repeated" ? written.ref : ref, undo: undoOf(written) };
}

/**
 * Requires a confirmation when a change of an element alters what its plan expects from the plan's first day on, for
 * elements that recorded work was measured against. To change it from a later date, the plan is changed from that date.
 * @returns the refusal that asks for the confirmation; null when the change needs none
 * @throws 404 when the plan or the element does not exist
 */
export async function wholePlanQuestion(
  { db, userId }: Writer,
  planRef: string,
  elementRef: string,
  form: Answers,
): Promise<Refusal | null> {
  const { plan, element } = await planAndElement(db, userId, planRef, elementRef);
  const counts = ({ category, counts_to_balance, weekly_pa_units }: Counted) =>
    JSON.stringify([category, counts_to_balance, weekly_pa_units]);
  const isSame = counts(withWeeklyPas(form, plan)) === counts(element);
  if (isSame && form.element.counting === element.counting) return null;
  const message = `This changes what the plan ${isSame ? "counts" : "expects"} from its first day on, ${longDate(plan.date_start)}. Select that it applies to the whole plan, or change the plan from a date`;
  return { errors: { whole_plan: message }, status: 422 };
}

type Counted = Pick<JobPlanElement, "category" | "counts_to_balance" | "weekly_pa_units">;

/**
 * Saves an element with its times, unless it was changed elsewhere since its form was opened.
 * @throws 404 when the plan or the element does not exist, or is another user's
 */
export async function saveElement(
  by: Writer,
  planRef: string,
  ref: string,
  { version, fingerprint, ...form }: Answers & Omit<Edit, "ref">,
): Promise<Saved> {
  const { db, userId } = by;
  const { plan, element } = await planAndElement(db, userId, planRef, ref);
  const isSame = isSameSchedule(element.schedule, form.schedule);
  const former = isSame ? [] : await timeVersions(db, userId, ref);
  const change: Change = {
    message: "Element changed",
    form: editForm("job_plan_elements", { ref, version, fingerprint }),
    seen: [
      { part: "job_plan_elements", ref, version },
      { part: "job_plans", ref: planRef, version: plan.version },
      ...former.map((time) => ({ part: "element_schedule" as const, ...time })),
    ],
    updates: { job_plan_elements: [{ ...withWeeklyPas(form, plan), unique_ref: ref }] },
    deletes: former.length > 0 ? [{ part: "element_schedule", refs: former.map((time) => time.ref) }] : [],
    inserts: isSame ? {} : { element_schedule: timeRows(form.schedule, ref) },
  };
  return refuseTaken("job_plan_elements.plan_ref", NAME_TAKEN, () => save(by, change, "element"));
}

function withWeeklyPas({ element, schedule }: Answers, plan: JobPlan) {
  return { ...element, weekly_pa_units: weeklyPaUnits({ ...element, schedule }, plan) };
}

export const NAME_TAKEN: Refusal = {
  errors: {
    description: "This plan already has an element with this name, in use or archived. Choose another name",
  },
  status: 422,
};

type Removal = { done: "deleted" | "archived"; undo: string | null } | { done: "changed"; undo?: never };

/**
 * Deletes an element without sessions. One with sessions is archived: it is no longer listed, but stays on its
 * sessions; so is one that has cancellations on locked days. A session made meanwhile counts.
 */
export async function removeElement(by: Writer, edit: Edit): Promise<Removal> {
  const { ref } = edit;
  const unused = sql`NOT EXISTS (SELECT 1 FROM sessions AS worked
    WHERE worked.user_id = ${by.userId} AND worked.element_ref = ${ref})`;
  try {
    const written = await writeChange(by, {
      message: "Element deleted",
      ...deletionOf("job_plan_elements", edit),
      guards: { unused },
    });
    // Sent again, it finds the version that its archiving left.
    if (written.result === "refused" || written.result === "changed since") return archive(by, edit);
    return written.result === "written" || written.result === "repeated"
      ? { done: "deleted", undo: written.undo }
      : { done: "changed" };
  } catch (error) {
    if (!lockedIn(error)) throw error;
    return archive(by, edit);
  }
}

/**
 * The answer to the form that deleted an element, sent again because its response was lost.
 * @throws 404 when it deleted none
 */
export async function elementRemovedBefore(by: Writer, edit: Edit): Promise<Removal> {
  const before = await findEarlierSubmit(by, deletionForm(edit));
  if (before.result !== "repeated") throw data(null, { status: 404 });
  return { done: "deleted", undo: before.undo };
}

async function archive(by: Writer, edit: Edit): Promise<Removal> {
  const written = await setActive(by, edit, false);
  return "undo" in written ? { done: "archived", undo: written.undo } : { done: "changed" };
}

/** Restores an archived element. */
export function restoreElement(by: Writer, edit: Edit): Promise<ChangeResult> {
  return setActive(by, edit, true);
}

function setActive(by: Writer, { ref, version, fingerprint }: Edit, active: boolean): Promise<ChangeResult> {
  return writeChange(by, {
    message: active ? "Element restored" : "Element archived",
    ...editOf("job_plan_elements", { ref, version, fingerprint: `${fingerprint}/${active}` }),
    updates: { job_plan_elements: [{ unique_ref: ref, active }] },
  });
}
