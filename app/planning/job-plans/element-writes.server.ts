import { and, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { isInUse, isStale, isTaken, newRef, nextVersion, sameVersion } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/platform/db/idempotency.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import type { ElementAnswers } from "./element-form";
import { planUnchanged } from "./plan-statements.server";
import type { Made } from "./plan-writes.server";
import { elementOf, found, foundChanged, planAndElement, planOf } from "./queries.server";
import { changedElsewhere } from "./refusal.server";
import type { ScheduleRow } from "./schedule";
import { elementSchedule, type JobPlan, type JobPlanElement, jobPlanElements } from "./table.server";
import { weeklyPaUnits } from "./weekly";

interface Answers {
  element: ElementAnswers;
  schedule: ScheduleRow[];
}

/** @throws 404 */
export async function addElement(
  db: Database,
  userId: number,
  planRef: string,
  formKey: FormKey,
  form: Answers,
  now: number,
): Promise<Made> {
  const plan = found(await planOf(db, userId, planRef));
  const ref = newRef();
  const last = sql<number>`(SELECT coalesce(max(sort_order), 0) + 1 FROM job_plan_elements WHERE user_id = ${userId} AND plan_ref = ${planRef})`;
  const element = {
    ...weighed(form, plan),
    unique_ref: ref,
    user_id: userId,
    plan_ref: planRef,
    sort_order: last,
    created_at: now,
    updated_at: now,
  };
  try {
    const write = () =>
      db.batch([
        claimKey(db, userId, formKey, ref, now),
        planUnchanged(db, userId, plan),
        db.insert(jobPlanElements).values(element),
        ...insertTimes(db, userId, ref, form.schedule, now),
      ]);
    const isThere = async (madeRef: string) => (await elementOf(db, userId, planRef, madeRef)).length > 0;
    const made = await once(db, userId, formKey, ref, write, isThere);
    return made === null ? { refusal: FORM_WAS_USED } : { ref: made };
  } catch (error) {
    return { refusal: whyElementRefused(error) };
  }
}

/**
 * What a change of an element asks first where work has been held to it already: its plan then expects another
 * amount from its first day on. To change it from a date, the plan is copied from that date. @throws 404
 */
export async function whyWholePlan(
  db: Database,
  userId: number,
  planRef: string,
  elementRef: string,
  form: Answers,
): Promise<Refusal | null> {
  const { plan, element } = await planAndElement(db, userId, planRef, elementRef);
  const counts = ({ category, counts_to_balance, weekly_pa_units }: Counted) =>
    JSON.stringify([category, counts_to_balance, weekly_pa_units]);
  if (counts(weighed(form, plan)) === counts(element)) return null;
  const message = `This changes what the plan expects from its first day on, ${longDate(plan.date_start)}. Say that it holds for the whole plan, or copy the plan from the date on which it changes`;
  return { errors: { whole_plan: message }, status: 422 };
}

type Counted = Pick<JobPlanElement, "category" | "counts_to_balance" | "weekly_pa_units">;

/** @throws 404 */
export async function saveElement(
  db: Database,
  userId: number,
  planRef: string,
  elementRef: string,
  form: Answers & { version: number; fingerprint: string },
  now: number,
): Promise<Refusal | null> {
  const { plan } = await planAndElement(db, userId, planRef, elementRef);
  const edit = { ref: elementRef, version: form.version, fingerprint: form.fingerprint };
  try {
    const [, element] = await db.batch([
      planUnchanged(db, userId, plan),
      db
        .update(jobPlanElements)
        .set({
          ...weighed(form, plan),
          version: nextVersion(jobPlanElements.version, form.version),
          updated_at: now,
        })
        .where(ofUser(userId, elementRef)),
      deleteTimes(db, userId, elementRef),
      ...insertTimes(db, userId, elementRef, form.schedule, now),
      rememberEdit(db, userId, jobPlanElements, edit, now),
    ]);
    foundChanged(element);
    return null;
  } catch (error) {
    if (isStale(error) && (await editedBefore(db, userId, jobPlanElements, edit))) return null;
    const [current] = await elementOf(db, userId, planRef, elementRef);
    return whyElementRefused(error, current?.version);
  }
}

function weighed({ element, schedule }: Answers, plan: JobPlan) {
  return { ...element, weekly_pa_units: weeklyPaUnits({ ...element, schedule }, plan) };
}

function insertTimes(db: Database, userId: number, elementRef: string, schedule: ScheduleRow[], now: number) {
  const rows = schedule.map((row, index) => ({
    ...row,
    unique_ref: newRef(),
    user_id: userId,
    element_ref: elementRef,
    sort_order: index,
    created_at: now,
    updated_at: now,
  }));
  return insertRows(db, elementSchedule, rows);
}

function deleteTimes(db: Database, userId: number, elementRef: string) {
  return db
    .delete(elementSchedule)
    .where(and(eq(elementSchedule.user_id, userId), eq(elementSchedule.element_ref, elementRef)));
}

function ofUser(userId: number, elementRef: string) {
  return and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.unique_ref, elementRef));
}

function whyElementRefused(error: unknown, version?: number): Refusal {
  if (isTaken(error, "job_plan_elements.plan_ref")) {
    const message = "This plan already has an element of this name, in use or archived: choose another";
    return { errors: { description: message }, status: 422 };
  }
  if (isStale(error)) return changedElsewhere("element", version);
  // The plan of a new element, or the element of its times, was deleted meanwhile.
  if (isInUse(error)) throw data(null, { status: 404 });
  throw error;
}

/**
 * Deletes an element that no session carries; one that is used is archived: it leaves the lists and stays on
 * its sessions. The foreign key decides, so that a session made meanwhile counts.
 */
export async function removeElement(
  db: Database,
  userId: number,
  elementRef: string,
  version: number,
  now: number,
): Promise<"deleted" | "archived" | "changed"> {
  try {
    await db.batch([
      db
        .update(jobPlanElements)
        .set({ version: sameVersion(jobPlanElements.version, version) })
        .where(ofUser(userId, elementRef)),
      deleteTimes(db, userId, elementRef),
      db.delete(jobPlanElements).where(ofUser(userId, elementRef)),
    ]);
    return "deleted";
  } catch (error) {
    if (isInUse(error)) return archive(db, userId, elementRef, version, now);
    if (isStale(error)) return "changed";
    throw error;
  }
}

async function archive(db: Database, userId: number, elementRef: string, version: number, now: number) {
  return (await setActive(db, userId, elementRef, false, version, now)) ? "archived" : "changed";
}

/** Takes an element out of the archive. False when it was changed meanwhile. */
export function restoreElement(db: Database, userId: number, elementRef: string, version: number, now: number) {
  return setActive(db, userId, elementRef, true, version, now);
}

async function setActive(
  db: Database,
  userId: number,
  elementRef: string,
  active: boolean,
  version: number,
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .update(jobPlanElements)
    .set({ active, version: version + 1, updated_at: now })
    .where(and(ofUser(userId, elementRef), eq(jobPlanElements.version, version)));
  return meta.changes > 0;
}
