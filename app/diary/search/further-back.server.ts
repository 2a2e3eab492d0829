import { and, desc, eq, exists, sql } from "drizzle-orm";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Asked } from "./form";
import type { Reach } from "./reach";
import { asksForCases, caseIsAsked, sessionIsAsked, startsIn } from "./stretch.server";

/** How many sessions before an answer are asked whether the filters pass them: a rare one may be found nowhere. */
export const LOOKED_AT = 500;

/** What stands before all that an answer looked through: the newest that the filters pass, and what to go on from without one. For a batch. */
export function furtherBack(db: Database, userId: number, asked: Asked, { from, notBefore }: Reach) {
  const before = { from: notBefore, until: from };
  const mine = and(eq(sessions.user_id, userId), ...startsIn(before));
  const newest = db
    .select({ unique_ref: sessions.unique_ref, start_at: sessions.start_at })
    .from(sessions)
    .where(mine)
    .orderBy(desc(sessions.start_at));
  const near = newest.limit(LOOKED_AT).as("near");
  const itsCases = db
    .select({ one: sql`1` })
    .from(cases)
    .where(and(refersTo(cases.session_ref, sessions), ...caseIsAsked(asked)));
  const passing = db
    .select({ start_at: near.start_at })
    .from(near)
    .innerJoin(sessions, and(eq(sessions.user_id, userId), eq(sessions.unique_ref, near.unique_ref)))
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(...sessionIsAsked(userId, asked), ...(asksForCases(asked) ? [exists(itsCases)] : [])))
    .orderBy(desc(near.start_at))
    .limit(1);
  const beyond = db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(mine)
    .orderBy(desc(sessions.start_at))
    .limit(1)
    .offset(LOOKED_AT);
  return [passing, beyond] as const;
}

/** The start of the session at which to go on, so that what lies between is skipped; null when there is none. */
export function goOnAt([passing, beyond]: readonly (readonly { start_at: number }[])[]): number | null {
  return passing?.[0]?.start_at ?? beyond?.[0]?.start_at ?? null;
}
