import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { DAY_S } from "~/platform/time/durations";
import type { LondonDate } from "~/platform/time/london";
import { type ElementWithTimes, SCHEDULE_COLUMNS, withTimes } from "./queries.server";
import type { ScheduleRow } from "./schedule";
import {
  elementSchedule,
  type JobPlan,
  type JobPlanElement,
  jobPlanElements,
  jobPlans,
  sameWork,
} from "./table.server";
import { elementWeek, sumOfWeeks, type WeekUnits } from "./weekly";

/** A date as a value, or as an SQL expression. */
export type DateExpression = LondonDate | SQL<LondonDate>;

/**
 * Condition: plans that contain a day from `from` to `to`. It uses the index on their ends, in which an open plan comes
 * last, so that plans of past years are not read. The plus prevents the use of the index on their starts, which would
 * read all of them.
 */
export function sharesDays(userId: number, from: DateExpression, to: DateExpression) {
  return and(
    eq(jobPlans.user_id, userId),
    sql`coalesce(${jobPlans.date_end}, '9999-12-31') >= ${from}`,
    sql`+${jobPlans.date_start} <= ${to}`,
  );
}

/** The plans that contain a day from `from` to `to`, both included; first to last. For a page's batch. */
export function plansBetween(db: Database, userId: number, from: DateExpression, to: DateExpression) {
  return db
    .select()
    .from(jobPlans)
    .where(sharesDays(userId, from, to))
    .orderBy(asc(jobPlans.date_start), asc(jobPlans.created_at));
}

/**
 * The elements of those plans, archived ones too; what counts as planned with the starts by which its user said otherwise
 * in the weeks of these days. For the same batch.
 */
export function elementsBetween(db: Database, userId: number, from: DateExpression, to: DateExpression) {
  const within = (start: SQL) => sql`${start} >= (unixepoch(${from}) - ${9 * DAY_S}) * 1000
    AND ${start} < (unixepoch(${to}) + ${9 * DAY_S}) * 1000`;
  const ofElement = (alias: string) =>
    sql.raw(`${alias}.user_id = job_plan_elements.user_id
    AND ${alias}.element_ref IN ${sameWork("job_plan_elements", "job_plans")}`);
  const said = sql<
    string | null
  >`CASE ${jobPlanElements.counting} WHEN 'as_planned' THEN (SELECT json_group_array(start_at) FROM (
    SELECT own.start_at FROM sessions AS own INDEXED BY sessions_done WHERE ${ofElement("own")} AND ${within(sql`own.start_at`)}
    UNION ALL SELECT off.start_at FROM cancellations AS off WHERE ${ofElement("off")} AND ${within(sql`off.start_at`)})) END`;
  return db
    .select({ element: jobPlanElements, said: said.as("said") })
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(sharesDays(userId, from, to))
    .orderBy(asc(jobPlanElements.sort_order), asc(jobPlanElements.description));
}

/** The times of those elements. For the same batch. */
export function timesBetween(db: Database, userId: number, from: DateExpression, to: DateExpression) {
  return db
    .select(SCHEDULE_COLUMNS)
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .innerJoin(elementSchedule, refersTo(elementSchedule.element_ref, jobPlanElements))
    .where(sharesDays(userId, from, to))
    .orderBy(asc(elementSchedule.sort_order));
}

/** An element with its PA units by weekday. */
export type ValuedElement = ElementWithTimes & {
  week: WeekUnits;
  /**
   * If it counts as planned: the starts of its sessions, and of those that did not happen; also of the same work in plans
   * before and after its own.
   */
  said: readonly number[];
};

/** A plan with its PA units by weekday, of all that counts towards its balance. */
export interface ValuedPlan extends JobPlan {
  elements: ValuedElement[];
  week: WeekUnits;
  /** The sum of `week`. */
  weekly_pa_units: number;
  /** The times of its work with fixed times. */
  fixed_times: ScheduleRow[];
  /** PA units by weekday of its other work, such as that which is flexible in the week. */
  untimed: WeekUnits;
}

/** Combines the three results of the batch. */
export function valuedPlans(
  plans: readonly JobPlan[],
  elements: readonly { element: JobPlanElement; said?: string | null }[],
  times: (ScheduleRow & { element_ref: string })[],
): ValuedPlan[] {
  const rows = elements.map(({ element }) => element);
  const said = new Map(elements.map((each) => [each.element.unique_ref, JSON.parse(each.said ?? "[]") as number[]]));
  return plans.map((plan) => {
    const own = withTimes(
      rows.filter(({ plan_ref }) => plan_ref === plan.unique_ref),
      times,
    ).map((element) => ({
      ...{ ...element, week: elementWeek(element, plan), said: said.get(element.unique_ref) ?? [] },
    }));
    const week = sumOfWeeks(own.map((element) => element.week));
    const isFixed = ({ pattern, schedule }: ValuedElement) => pattern === "fixed_times" && schedule.length > 0;
    const counted = own.filter((element) => element.week.some((units) => units > 0));
    return {
      ...{ ...plan, elements: own, week, weekly_pa_units: week.reduce((sum, units) => sum + units, 0) },
      fixed_times: counted.filter(isFixed).flatMap(({ schedule }) => schedule),
      untimed: sumOfWeeks(counted.filter((element) => !isFixed(element)).map((element) => element.week)),
    };
  });
}
