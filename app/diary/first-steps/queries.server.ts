import { and, desc, eq, exists, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { cases } from "~/diary/cases/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { profiles } from "~/profile/table.server";
import type { LastList, SetupProgress } from "./rules";

/** The statements for a page's batch that find how far a user is with the first steps: one row, and the last list. */
export function firstStepsBatch(db: Database, { userId, now }: { userId: number; now: number }) {
  return [setupProgressRow(db, userId), lastListOf(db, userId, now)] as const;
}

function setupProgressRow(db: Database, userId: number) {
  const own = (table: typeof sessions | typeof cases) =>
    yes(exists(db.select({ found: sql`1` }).from(table).where(eq(table.user_id, userId))));
  const plan = db
    .select({ unique_ref: jobPlans.unique_ref })
    .from(jobPlans)
    .where(eq(jobPlans.user_id, userId))
    .orderBy(desc(jobPlans.date_start))
    .limit(1);
  const hides = db.select({ hides: profiles.hides_first_steps }).from(profiles).where(eq(profiles.user_id, userId));
  return db
    .select({
      plan_ref: sql<string | null>`${plan}`,
      has_sessions: own(sessions),
      has_cases: own(cases),
      hides_first_steps: yes(sql`coalesce(${hides}, 0)`),
    })
    .from(sql`(SELECT 1)`);
}

function yes(condition: SQL) {
  return sql<boolean>`${condition}`.mapWith(Boolean);
}

/** Categories of work that has cases; a session without an element may have some too. */
const WITH_CASES = ["DCC", "APA", "Extra"] as const;

function lastListOf(db: Database, userId: number, now: number) {
  return db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      element: sessionName(),
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(
        eq(sessions.user_id, userId),
        lte(sessions.start_at, now),
        or(isNull(jobPlanElements.category), inArray(jobPlanElements.category, [...WITH_CASES])),
      ),
    )
    .orderBy(desc(sessions.start_at))
    .limit(1);
}

/** Reads the results of `firstStepsBatch`. */
export function setupProgressOf([[row], [list]]: readonly [
  readonly Omit<SetupProgress, "list">[],
  readonly LastList[],
]): SetupProgress {
  if (!row) throw new Error("A row of the first steps is always there");
  return { ...row, list: list ?? null };
}
