import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "~/platform/context";
import { importStaging } from "./table.server";
import { nonEmptyBatch, staged, stagedColumn } from "./validate.server";

interface Where extends Pick<Actor, "db" | "userId"> {
  stagingRef: string;
}

/**
 * For adding what is missing: leaves out what lies in a locked period, with what belongs to it. A fee of work that is in
 * the diary comes in: fees are not locked. A plan that covers locked days stays out with all that has its elements, since
 * their report counts by it; and so do elements and times that such a plan of the diary does not have.
 * @returns how many records stay out
 */
export async function excludeLocked({ db, userId, stagingRef }: Where): Promise<number> {
  const isLocked = (condition: SQL) => sql`EXISTS (SELECT 1 FROM locked_periods AS lock
    WHERE lock.user_id = ${userId} AND ${condition})`;
  const isIn = (at: SQL) => isLocked(sql`lock.start_at <= ${at} AND lock.end_at > ${at}`);
  const refs = (of: SQL) => sql`SELECT ${importStaging.ref} FROM ${importStaging} WHERE ${of}`;
  const plans = sql`${staged(stagingRef, "job_plans")} AND ${isLocked(sql`lock.date_end >= ${stagedColumn("date_start")}
    AND lock.date_start <= coalesce(${stagedColumn("date_end")}, '9999-12-31')`)}`;
  const plansOfDiary = sql`SELECT plan.unique_ref FROM job_plans AS plan WHERE plan.user_id = ${userId}
    AND ${isLocked(sql`lock.date_end >= plan.date_start AND lock.date_start <= coalesce(plan.date_end, '9999-12-31')`)}`;
  const elements = sql`${staged(stagingRef, "job_plan_elements")}
    AND (${stagedColumn("plan_ref")} IN (${refs(plans)}) OR ${stagedColumn("plan_ref")} IN (${plansOfDiary}))`;
  const hasElement = sql`${stagedColumn("element_ref")} IN (${refs(elements)})`;
  const times = sql`${staged(stagingRef, "element_schedule")} AND (${hasElement} OR ${stagedColumn("element_ref")} IN (
    SELECT own.unique_ref FROM job_plan_elements AS own WHERE own.user_id = ${userId} AND own.plan_ref IN (${plansOfDiary})))`;
  const sessions = sql`${staged(stagingRef, "sessions")} AND (${isIn(stagedColumn("start_at"))} OR ${hasElement})`;
  const ofStaged = sql`SELECT ${importStaging.ref} FROM ${importStaging} WHERE ${sessions}`;
  const ofDiary = sql`SELECT there.unique_ref FROM sessions AS there
    WHERE there.user_id = ${userId} AND ${isIn(sql`there.start_at`)}`;
  const cancellations = sql`${staged(stagingRef, "cancellations")} AND (${isIn(stagedColumn("start_at"))} OR ${hasElement})`;
  const cases = sql`${staged(stagingRef, "cases")}
    AND (${stagedColumn("session_ref")} IN (${ofStaged}) OR ${stagedColumn("session_ref")} IN (${ofDiary}))`;
  const leave = sql`${staged(stagingRef, "leave")}
    AND ${isLocked(sql`lock.date_start <= ${stagedColumn("date_end")} AND lock.date_end >= ${stagedColumn("date_start")}`)}`;
  const day = stagedColumn("day");
  const holidays = sql`${staged(stagingRef, "local_public_holidays")}
    AND ${isLocked(sql`lock.date_start <= ${day} AND lock.date_end >= ${day}`)}`;
  const drop = (which: SQL) => db.delete(importStaging).where(which);
  // What belongs to another goes first: it is found by that.
  const results = await db.batch(
    nonEmptyBatch([
      drop(sql`${staged(stagingRef, "fees")}
        AND (${stagedColumn("session_ref")} IN (${ofStaged}) OR ${stagedColumn("case_ref")} IN (${refs(cases)}))`),
      drop(sql`${staged(stagingRef, "case_options")} AND ${stagedColumn("case_ref")} IN (${refs(cases)})`),
      drop(sql`${staged(stagingRef, "lieu_ledger")} AND ${stagedColumn("leave_ref")} IN (${refs(leave)})`),
      ...[cases, leave, cancellations, sessions, times, elements, plans, holidays].map(drop),
    ]),
  );
  return results.reduce((sum, { meta }) => sum + meta.changes, 0);
}
