import { and, eq } from "drizzle-orm";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { sessions } from "./table.server";

/** What a page about a session's cases says of the session. For a page's batch; empty when it is not the user's. */
export function sessionHeading(db: Database, userId: number, sessionRef: string) {
  return db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      version: sessions.version,
      element: jobPlanElements.description,
      category: jobPlanElements.category,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(sessions.user_id, userId), eq(sessions.unique_ref, sessionRef)));
}

export type SessionHeading = Awaited<ReturnType<typeof sessionHeading>>[number];
