import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { sessions } from "./table.server";

/** The plus keeps SQLite off the index of all the user's sessions: that of the element names a few. */
export function ofUser(userRef: string) {
  return sql`+${sessions.user_ref} = ${userRef}`;
}

/** How many sessions are tagged with an element. For a page's batch. */
export function countSessionsOfElement(db: Database, userRef: string, elementRef: string) {
  return db
    .select({ sessions: count() })
    .from(sessions)
    .where(and(ofUser(userRef), eq(sessions.element_ref, elementRef)));
}

/** How many sessions are tagged with an element of a plan. For a page's batch. */
export function countSessionsOfPlan(db: Database, userRef: string, planRef: string) {
  return db
    .select({ sessions: count() })
    .from(jobPlanElements)
    .innerJoin(sessions, and(eq(sessions.element_ref, jobPlanElements.unique_ref), ofUser(userRef)))
    .where(and(eq(jobPlanElements.user_ref, userRef), eq(jobPlanElements.plan_ref, planRef)));
}
