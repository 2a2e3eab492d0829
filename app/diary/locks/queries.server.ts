import { and, count, desc, eq, exists, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { auditLineBy } from "~/account/audit.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { GONE } from "~/changes/open-change.server";
import { cancellations } from "~/diary/sessions/table.server";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { isTaken, newRef, refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { addDays, londonInstant } from "~/platform/time/london";
import type { LockedPeriod } from "./rules";
import { lockedPeriods } from "./table.server";

/** Query for a page's batch: the locked periods of a user, newest days first. */
export function lockedPeriodsOf(db: Database, userId: number) {
  const { unique_ref, date_start, date_end, created_at } = lockedPeriods;
  return db
    .select({ unique_ref, date_start, date_end, locked_at: created_at })
    .from(lockedPeriods)
    .where(eq(lockedPeriods.user_id, userId))
    .orderBy(desc(date_start), desc(date_end));
}

/**
 * Condition: an instant is in a locked period.
 * @param at a column, or an expression
 */
export function isLockedAt(userId: number, at: SQLiteColumn | SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM locked_periods AS held WHERE held.user_id = ${userId}
    AND held.start_at <= ${at} AND held.end_at > ${at})`;
}

/**
 * Query for a page's batch: how many planned sessions in locked periods did not happen, of an element or of all elements
 * of a plan. As long as they are locked they keep their element.
 */
export function countLockedCancellations(db: Database, userId: number, of: { element: string } | { plan: string }) {
  const { unique_ref, plan_ref } = jobPlanElements;
  return db
    .select({ cancelled: count() })
    .from(jobPlanElements)
    .innerJoin(cancellations, refersTo(cancellations.element_ref, jobPlanElements))
    .where(
      and(
        eq(jobPlanElements.user_id, userId),
        "element" in of ? eq(unique_ref, of.element) : eq(plan_ref, of.plan),
        isLockedAt(userId, cancellations.start_at),
      ),
    );
}

/** Locks a period, with a line in the audit log. Does nothing for one that is already locked. */
export async function lockPeriod(context: RequestContext, request: Request, period: LockedPeriod): Promise<void> {
  const { db, userId: user_id, now } = context;
  const { date_start, date_end } = period;
  const row = {
    ...{ unique_ref: newRef(), user_id, date_start, date_end, created_at: now, updated_at: now },
    ...{ start_at: londonInstant(date_start), end_at: londonInstant(addDays(date_end, 1)) },
  };
  try {
    await db
      .batch([
        db.insert(lockedPeriods).values(row),
        ...auditLineBy(context, "period-locked", { detail: dateRange(period) }),
      ])
      .catch(rejectEndedLogin(request));
  } catch (error) {
    if (!isTaken(error, "locked_periods.date_start")) throw error;
  }
}

/** Unlocks a period, with a line in the audit log. Of two simultaneous requests the second finds nothing to unlock. */
export async function unlockPeriod(
  context: RequestContext,
  request: Request,
  period: LockedPeriod & { unique_ref: string },
): Promise<void> {
  const { db, userId } = context;
  const isThis = and(eq(lockedPeriods.user_id, userId), eq(lockedPeriods.unique_ref, period.unique_ref));
  try {
    await db
      .batch([
        assertThat(db, [GONE, exists(db.select({ one: sql`1` }).from(lockedPeriods).where(isThis))]),
        ...auditLineBy(context, "period-unlocked", { detail: dateRange(period) }),
        db.delete(lockedPeriods).where(isThis),
      ])
      .catch(rejectEndedLogin(request));
  } catch (error) {
    if (failedAssertion(error) !== GONE) throw error;
  }
}
