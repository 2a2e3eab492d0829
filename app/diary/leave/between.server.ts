import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { jobPlans } from "~/planning/job-plans/table.server";
import type { SomeDate } from "~/planning/job-plans/valued-plans.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import { LEAVE_MOST_DAYS } from "./kinds";
import { leave } from "./table.server";

const BEFORE = sql.raw(`'-${LEAVE_MOST_DAYS} days'`);

const COLUMNS = {
  unique_ref: leave.unique_ref,
  type: leave.type,
  name: leave.name,
  date_start: leave.date_start,
  date_end: leave.date_end,
  start_part: leave.start_part,
  end_part: leave.end_part,
  status: leave.status,
  stated_pa_units: leave.stated_pa_units,
  study_cost_pence: leave.study_cost_pence,
  version: leave.version,
};

/** For leave from a day on, however far ahead. */
export const LAST_DAY: LondonDate = "9999-12-31";

/**
 * All leave, the called off too, of which a day lies from `from` to `to`, both included; first to last, without its
 * notes. By the index on its start: no leave is longer than a year. For a page's batch.
 */
export function leaveBetween(db: Database, userId: number, from: SomeDate, to: SomeDate) {
  return db
    .select(COLUMNS)
    .from(leave)
    .where(
      and(
        eq(leave.user_id, userId),
        gte(leave.date_start, sql`date(${from}, ${BEFORE})`),
        lte(leave.date_start, to),
        gte(leave.date_end, from),
      ),
    )
    .orderBy(asc(leave.date_start), asc(leave.created_at));
}

/** As `leaveBetween`, of the days of a plan. For a page's batch. */
export function leaveOfPlan(db: Database, userId: number, planRef: string) {
  return db
    .select(COLUMNS)
    .from(jobPlans)
    .innerJoin(
      leave,
      and(
        eq(leave.user_id, jobPlans.user_id),
        gte(leave.date_start, sql`date(${jobPlans.date_start}, ${BEFORE})`),
        lte(leave.date_start, sql`coalesce(${jobPlans.date_end}, '9999-12-31')`),
        gte(leave.date_end, jobPlans.date_start),
      ),
    )
    .where(and(eq(jobPlans.user_id, userId), eq(jobPlans.unique_ref, planRef)))
    .orderBy(asc(leave.date_start), asc(leave.created_at));
}
