import { and, count, eq } from "drizzle-orm";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { sessions } from "./table.server";

/** How many sessions are tagged with an element. For a page's batch. */
export function countSessionsOfElement(db: Database, userId: number, elementRef: string) {
  return db
    .select({ sessions: count() })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.element_ref, elementRef)));
}

/** How many sessions are tagged with an element of a plan. For a page's batch. */
export function countSessionsOfPlan(db: Database, userId: number, planRef: string) {
  return db
    .select({ sessions: count() })
    .from(jobPlanElements)
    .innerJoin(sessions, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.plan_ref, planRef)));
}
