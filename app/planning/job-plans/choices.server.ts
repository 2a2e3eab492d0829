import { asc, eq } from "drizzle-orm";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { NEWEST_PLAN_FIRST } from "./queries.server";
import { jobPlanElements, jobPlans } from "./table.server";

/**
 * Every element of every plan of a user with what a session takes from it, newest plan first: the list
 * that a session is tagged from. Archived ones are in it, for sessions that carry them; a form leaves them out.
 * For a page's batch.
 */
export function elementChoices(db: Database, userId: number) {
  return db
    .select({
      unique_ref: jobPlanElements.unique_ref,
      description: jobPlanElements.description,
      category: jobPlanElements.category,
      counts_to_balance: jobPlanElements.counts_to_balance,
      weekly_pa_units: jobPlanElements.weekly_pa_units,
      default_basis: jobPlanElements.default_basis,
      default_fixed_pa_units: jobPlanElements.default_fixed_pa_units,
      custom_minutes_per_pa: jobPlanElements.custom_minutes_per_pa,
      location: jobPlanElements.location,
      active: jobPlanElements.active,
      // Not the plan's own unique_ref: two columns of one name become one in a D1 batch.
      plan_ref: jobPlanElements.plan_ref,
      plan_title: jobPlans.title,
      date_start: jobPlans.date_start,
      date_end: jobPlans.date_end,
      pa_rules: jobPlans.pa_rules,
    })
    .from(jobPlanElements)
    .innerJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(eq(jobPlanElements.user_id, userId))
    .orderBy(...NEWEST_PLAN_FIRST, asc(jobPlanElements.sort_order), asc(jobPlanElements.description));
}

export type ElementChoice = Awaited<ReturnType<typeof elementChoices>>[number];
