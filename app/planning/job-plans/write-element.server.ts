import { and, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { keepLockedDays, lockedIn } from "~/changes/keep-locked-days.server";
import type { Actor } from "~/platform/context";
import { assertVersion, isStale } from "~/platform/db/assertions.server";
import { isInUse, isTaken, newRef } from "~/platform/db/columns.server";
import { claimKey, type FormKey, runOnce } from "~/platform/db/idempotency.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { saveEdit } from "~/platform/db/save-edit.server";
import { changedElsewhere, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import type { ElementAnswers } from "./element-form";
import { planUnchanged, timeRows } from "./plan-statements.server";
import { elementOf, planAndElement, planOf, requireRow } from "./queries.server";
import type { ScheduleRow } from "./schedule";
import { elementSchedule, type JobPlan, type JobPlanElement, jobPlanElements } from "./table.server";
import { weeklyPaUnits } from "./weekly";
import type { CreateResult } from "./write-plan.server";

type Writer = Pick<Actor, "db" | "userId" | "now">;

interface Answers {
  element: ElementAnswers;
  schedule: ScheduleRow[];
}

/**
 * Adds an element to a plan, only once however often its form is sent.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function addElement(
  context: Writer,
  planRef: string,
  formKey: FormKey,
  form: Answers,
): Promise<CreateResult> {
  const { db, userId, now } = context;
  const plan = requireRow(await planOf(db, userId, planRef));
  const ref = newRef();
  const row = { user_id: userId, created_at: now, updated_at: now };
  const last = sql<number>`(SELECT coalesce(max(sort_order), 0) + 1 FROM job_plan_elements WHERE user_id = ${userId} AND plan_ref = ${planRef})`;
  const element = { ...withWeeklyPas(form, plan), ...row, unique_ref: ref, plan_ref: planRef, sort_order: last };
  const kept = await keepLockedDays(context);
  const write = () =>
    db.batch([
      claimKey(db, userId, formKey, ref, now),
      planUnchanged(db, userId, plan),
      db.insert(jobPlanElements).values(element),
      ...insertTimes(context, ref, form.schedule),
      ...kept,
    ]);
  const isThere = async (madeRef: string) => (await elementOf(db, userId, planRef, madeRef)).length > 0;
  try {
    const made = await runOnce(db, userId, formKey, ref, write, isThere);
    return made === null ? { refusal: FORM_WAS_USED } : { ref: made };
  } catch (error) {
    return { refusal: elementRefusal(error) };
  }
}

/**
 * Requires a confirmation when a change of an element alters what its plan expects from the plan's first day on, for
 * elements that recorded work was measured against. To change it from a later date, the plan is copied from that date.
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
  if (counts(withWeeklyPas(form, plan)) === counts(element)) return null;
  const message = `This changes what the plan expects from its first day on, ${longDate(plan.date_start)}. Select that it applies to the whole plan, or copy the plan from the date of the change`;
  return { errors: { whole_plan: message }, status: 422 };
}

type Counted = Pick<JobPlanElement, "category" | "counts_to_balance" | "weekly_pa_units">;

/**
 * Saves an element with its times, unless it was changed elsewhere since its form was opened.
 * @throws 404 when the plan or the element does not exist, or is another user's
 */
export async function saveElement(
  context: Writer,
  planRef: string,
  elementRef: string,
  form: Answers & { version: number; fingerprint: string },
): Promise<Refusal | null> {
  const { db, userId } = context;
  const { plan, element } = await planAndElement(db, userId, planRef, elementRef);
  const { version, fingerprint } = form;
  // Times of locked days are not written at all, not even as they are.
  const times = isSameSchedule(element.schedule, form.schedule)
    ? []
    : [deleteTimes(context, elementRef), ...insertTimes(context, elementRef, form.schedule)];
  const save = {
    ...{ table: jobPlanElements, set: withWeeklyPas(form, plan), ahead: [planUnchanged(db, userId, plan)] },
    after: [...times, ...(await keepLockedDays(context))],
  };
  try {
    if (await saveEdit(context, { ref: elementRef, version, fingerprint }, save)) return null;
  } catch (error) {
    return elementRefusal(error);
  }
  const [current] = await elementOf(db, userId, planRef, elementRef);
  return changedElsewhere("element", current?.version);
}

function isSameSchedule(one: readonly ScheduleRow[], other: readonly ScheduleRow[]): boolean {
  const rows = (schedule: readonly ScheduleRow[]) =>
    schedule.map((row) => [row.weekday, row.start_minute, row.end_minute, row.recurrence, row.anchor_date]);
  return JSON.stringify(rows(one)) === JSON.stringify(rows(other));
}

function withWeeklyPas({ element, schedule }: Answers, plan: JobPlan) {
  return { ...element, weekly_pa_units: weeklyPaUnits({ ...element, schedule }, plan) };
}

function insertTimes({ db, userId, now }: Writer, element_ref: string, schedule: ScheduleRow[]) {
  const row = { user_id: userId, element_ref, created_at: now, updated_at: now };
  return insertRows(db, elementSchedule, timeRows(schedule, row));
}

function deleteTimes({ db, userId }: Writer, elementRef: string) {
  return db
    .delete(elementSchedule)
    .where(and(eq(elementSchedule.user_id, userId), eq(elementSchedule.element_ref, elementRef)));
}

function ofUser(userId: number, elementRef: string) {
  return and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.unique_ref, elementRef));
}

function elementRefusal(error: unknown): Refusal {
  if (isTaken(error, "job_plan_elements.plan_ref")) {
    const message = "This plan already has an element with this name, in use or archived. Choose another name";
    return { errors: { description: message }, status: 422 };
  }
  if (isStale(error)) return changedElsewhere("element");
  // The plan of a new element, or the element of the new times, was deleted meanwhile.
  if (isInUse(error)) throw data(null, { status: 404 });
  throw error;
}

/**
 * Deletes an element without sessions. One with sessions is archived: it is no longer listed, but stays on its
 * sessions. The foreign key decides, so that a session made meanwhile counts.
 * So is one that has cancellations on locked days.
 */
export async function removeElement(
  context: Writer,
  elementRef: string,
  version: number,
): Promise<"deleted" | "archived" | "changed"> {
  const { db, userId } = context;
  try {
    await db.batch([
      assertVersion(db, jobPlanElements, ofUser(userId, elementRef), version),
      deleteTimes(context, elementRef),
      db.delete(jobPlanElements).where(ofUser(userId, elementRef)),
      ...(await keepLockedDays(context)),
    ]);
    return "deleted";
  } catch (error) {
    if (isInUse(error) || lockedIn(error)) {
      return (await setActive(context, elementRef, false, version)) ? "archived" : "changed";
    }
    if (isStale(error)) return "changed";
    throw error;
  }
}

/** Restores an archived element. False when it was changed meanwhile. */
export function restoreElement(context: Writer, elementRef: string, version: number): Promise<boolean> {
  return setActive(context, elementRef, true, version);
}

async function setActive({ db, userId, now }: Writer, elementRef: string, active: boolean, version: number) {
  const [{ meta }] = await db.batch([
    db
      .update(jobPlanElements)
      .set({ active, version: version + 1, updated_at: now })
      .where(and(ofUser(userId, elementRef), eq(jobPlanElements.version, version))),
    ...(await keepLockedDays({ db, userId })),
  ]);
  return meta.changes > 0;
}
