import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import { type ElementWithTimes, SCHEDULE_COLUMNS, withTimes } from "./queries.server";
import type { ScheduleRow } from "./schedule";
import { elementSchedule, type JobPlan, type JobPlanElement, jobPlanElements, jobPlans } from "./table.server";
import { elementWeek, sumOfWeeks, type WeekUnits } from "./weekly";

/** A date at hand, or one that only the database knows. */
export type SomeDate = LondonDate | SQL<LondonDate>;

/**
 * Plans that hold a day from `from` to `to`. By the index on their ends, where an open one ends last: the plans of past
 * years are not looked at. The plus keeps the index on their starts out of play, by which all of them would be.
 */
export function holdsADay(userId: number, from: SomeDate, to: SomeDate) {
  return and(
    eq(jobPlans.user_id, userId),
    sql`coalesce(${jobPlans.date_end}, '9999-12-31') >= ${from}`,
    sql`+${jobPlans.date_start} <= ${to}`,
  );
}

/** The plans that hold a day from `from` to `to`, both included; first to last. For a page's batch. */
export function plansBetween(db: Database, userId: number, from: SomeDate, to: SomeDate) {
  return db
    .select()
    .from(jobPlans)
    .where(holdsADay(userId, from, to))
    .orderBy(asc(jobPlans.date_start), asc(jobPlans.created_at));
}

/** Their elements, archived ones too. For the same batch. */
export function elementsBetween(db: Database, userId: number, from: SomeDate, to: SomeDate) {
  return db
    .select({ element: jobPlanElements })
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(holdsADay(userId, from, to))
    .orderBy(asc(jobPlanElements.sort_order), asc(jobPlanElements.description));
}

/** The times of those. For the same batch. */
export function timesBetween(db: Database, userId: number, from: SomeDate, to: SomeDate) {
  return db
    .select(SCHEDULE_COLUMNS)
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .innerJoin(elementSchedule, refersTo(elementSchedule.element_ref, jobPlanElements))
    .where(holdsADay(userId, from, to))
    .orderBy(asc(elementSchedule.sort_order));
}

/** An element, and what it is worth on each weekday. */
export type ValuedElement = ElementWithTimes & { week: WeekUnits };

/** A plan, and what a day of it is worth: PA units by weekday, of all that counts towards its balance. */
export interface ValuedPlan extends JobPlan {
  elements: ValuedElement[];
  week: WeekUnits;
  /** Of a week: the sum of `week`. */
  weekly_pa_units: number;
}

/** Puts the three answers of a batch together. */
export function valuedPlans(
  plans: readonly JobPlan[],
  elements: readonly { element: JobPlanElement }[],
  times: (ScheduleRow & { element_ref: string })[],
): ValuedPlan[] {
  const rows = elements.map(({ element }) => element);
  return plans.map((plan) => {
    const own = withTimes(
      rows.filter(({ plan_ref }) => plan_ref === plan.unique_ref),
      times,
    ).map((element) => ({ ...element, week: elementWeek(element, plan) }));
    const week = sumOfWeeks(own.map((element) => element.week));
    return { ...plan, elements: own, week, weekly_pa_units: week.reduce((sum, units) => sum + units, 0) };
  });
}
