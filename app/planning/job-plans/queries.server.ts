import { and, asc, desc, eq } from "drizzle-orm";
import { data } from "react-router";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { ScheduleRow } from "./schedule";
import {
  elementSchedule,
  type JobPlan,
  type JobPlanElement,
  jobPlanElements,
  jobPlans,
  planPlace,
} from "./table.server";

/** The order of every list of plans: newest first, those that begin on the same day by employer and title. */
export const NEWEST_PLAN_FIRST = [desc(jobPlans.date_start), asc(jobPlans.employer), asc(jobPlans.title)];

/** The plans of a user, newest first. */
export function plansOf(db: Database, userId: number) {
  return db
    .select()
    .from(jobPlans)
    .where(eq(jobPlans.user_id, userId))
    .orderBy(...NEWEST_PLAN_FIRST);
}

/** A plan: one row, or none; see `requireRow`. */
export function planOf(db: Database, userId: number, planRef: string) {
  return db
    .select()
    .from(jobPlans)
    .where(and(eq(jobPlans.user_id, userId), eq(jobPlans.unique_ref, planRef)));
}

/** The columns of all the user's elements that the weekly sums of plans need. */
export function weeklyElementsOf(db: Database, userId: number) {
  const { plan_ref, category, counts_to_balance, active, weekly_pa_units } = jobPlanElements;
  return db
    .select({ plan_ref, category, counts_to_balance, active, weekly_pa_units })
    .from(jobPlanElements)
    .where(eq(jobPlanElements.user_id, userId));
}

/** The elements of a plan, archived ones included, in their order. */
export function elementsOfPlan(db: Database, userId: number, planRef: string) {
  return db
    .select()
    .from(jobPlanElements)
    .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.plan_ref, planRef)))
    .orderBy(asc(jobPlanElements.sort_order), asc(jobPlanElements.description));
}

/** An element, if it is of this plan: one row, or none. */
export function elementOf(db: Database, userId: number, planRef: string, elementRef: string) {
  return db
    .select()
    .from(jobPlanElements)
    .where(
      and(
        eq(jobPlanElements.user_id, userId),
        eq(jobPlanElements.plan_ref, planRef),
        eq(jobPlanElements.unique_ref, elementRef),
      ),
    );
}

const { element_ref, weekday, start_minute, end_minute, recurrence, anchor_date, rota_weeks } = elementSchedule;
export const SCHEDULE_COLUMNS = { element_ref, weekday, start_minute, end_minute, recurrence, anchor_date, rota_weeks };

export function scheduleOfPlan(db: Database, userId: number, planRef: string) {
  return db
    .select(SCHEDULE_COLUMNS)
    .from(jobPlanElements)
    .innerJoin(elementSchedule, refersTo(elementSchedule.element_ref, jobPlanElements))
    .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.plan_ref, planRef)))
    .orderBy(asc(elementSchedule.sort_order));
}

function scheduleOfElement(db: Database, userId: number, elementRef: string) {
  return db
    .select(SCHEDULE_COLUMNS)
    .from(elementSchedule)
    .where(and(eq(elementSchedule.user_id, userId), eq(elementSchedule.element_ref, elementRef)))
    .orderBy(asc(elementSchedule.sort_order));
}

/** The rows of an element's times, as a change names them. */
export function timeVersions(db: Database, userId: number, elementRef: string) {
  return db
    .select({ ref: elementSchedule.unique_ref, version: elementSchedule.version })
    .from(elementSchedule)
    .where(and(eq(elementSchedule.user_id, userId), eq(elementSchedule.element_ref, elementRef)));
}

/** The times of all elements of a user. For a page's batch. */
export function scheduleOfUser(db: Database, userId: number) {
  return db
    .select(SCHEDULE_COLUMNS)
    .from(elementSchedule)
    .where(eq(elementSchedule.user_id, userId))
    .orderBy(asc(elementSchedule.sort_order));
}

export type ElementWithTimes = JobPlanElement & { schedule: ScheduleRow[] };

export function withTimes(
  elements: JobPlanElement[],
  rows: (ScheduleRow & { element_ref: string })[],
): ElementWithTimes[] {
  return elements.map((element) => ({
    ...element,
    schedule: rows.filter((row) => row.element_ref === element.unique_ref),
  }));
}

/**
 * The only row of a result.
 * @throws 404 when there is none: it does not exist, or is another user's
 */
export function requireRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw data(null, { status: 404 });
  return row;
}

/**
 * A plan with all its elements, read in one batch.
 * @throws 404 when the plan does not exist, or is another user's
 */
export async function wholePlan(db: Database, userId: number, planRef: string) {
  const [plans, elements, rows] = await db.batch([
    planOf(db, userId, planRef),
    elementsOfPlan(db, userId, planRef),
    scheduleOfPlan(db, userId, planRef),
  ]);
  return { plan: requireRow(plans), elements: withTimes(elements, rows) };
}

/**
 * A plan and one element of it, read in one batch.
 * @throws 404 when one of them does not exist, or is another user's
 */
export async function planAndElement(db: Database, userId: number, planRef: string, elementRef: string) {
  const [plans, elements, rows] = await db.batch([
    planOf(db, userId, planRef),
    elementOf(db, userId, planRef, elementRef),
    scheduleOfElement(db, userId, elementRef),
  ]);
  return { plan: requireRow(plans), element: { ...requireRow(elements), schedule: rows as ScheduleRow[] } };
}

/**
 * Every element of every plan of a user, with the columns that a session takes from it, newest plan first: the choices
 * of a session's element. It includes archived ones, for sessions that have them already; forms leave them out. For a
 * page's batch.
 */
export function elementChoices(db: Database, userId: number) {
  const { unique_ref, description, category, counts_to_balance, weekly_pa_units, location, active } = jobPlanElements;
  const { default_basis, default_fixed_pa_units, custom_minutes_per_pa, plan_ref, user_id } = jobPlanElements;
  const { title, date_start, date_end, pa_rules } = jobPlans;
  return db
    .select({
      ...{ unique_ref, description, category, counts_to_balance, weekly_pa_units },
      ...{ default_basis, default_fixed_pa_units, custom_minutes_per_pa, location, active },
      // Not the plan's own unique_ref: two columns with the same name become one in a D1 batch.
      plan_ref,
      plan_title: title,
      ...{ date_start, date_end, pa_rules },
    })
    .from(jobPlanElements)
    .innerJoin(jobPlans, refersTo(plan_ref, jobPlans))
    .where(eq(user_id, userId))
    .orderBy(...NEWEST_PLAN_FIRST, asc(jobPlanElements.sort_order), asc(description));
}

export type ElementChoice = Awaited<ReturnType<typeof elementChoices>>[number];

/** The notes of a plan as text; empty when it has none. */
export function decryptNotes(cipher: Cipher, plan: Pick<JobPlan, "unique_ref" | "text_encrypted">): Promise<string> {
  return cipher.decrypt(planPlace(plan.unique_ref), plan.text_encrypted);
}
