import { type SQL, sql } from "drizzle-orm";
import { lockedName, lockOfProfile } from "~/changes/keep-locked-days.server";
import type { Actor } from "~/platform/context";
import { failIfFound } from "~/platform/db/assertions.server";
import { COUNTED_BY } from "~/profile/table.server";
import { staged, stagedColumn } from "./stage.server";
import { importStaging } from "./table.server";
import { nonEmptyBatch, type Where } from "./validate.server";

/**
 * For adding what is missing: leaves out what lies in a locked period, with what belongs to it. A fee of work that is in
 * the diary comes in: fees are not locked. A plan that covers locked days stays out with all that has its elements, since
 * their report counts by it; and so do elements and times that such a plan of the diary does not have. So does a profile by
 * which the reports of locked days would go where there is none.
 * @returns how many records stay out
 */
export async function excludeLocked({ db, userId, stagingRef }: Where): Promise<number> {
  const isLocked = (condition: SQL) => sql`EXISTS (SELECT 1 FROM locked_periods AS lock
    WHERE lock.user_id = ${userId} AND ${condition})`;
  // Typed PAs of leave are divided by its days of work: while some of its days are locked, all of them count as they do.
  const keptDays = sql`SELECT lock.date_start, lock.date_end FROM locked_periods AS lock WHERE lock.user_id = ${userId}
    UNION ALL SELECT away.date_start, away.date_end FROM leave AS away WHERE away.user_id = ${userId}
      AND away.stated_pa_units IS NOT NULL
      AND ${isLocked(sql`lock.date_start <= away.date_end AND lock.date_end >= away.date_start`)}`;
  const touchesKeptDays = (first: SQL, last: SQL) =>
    sql`EXISTS (SELECT 1 FROM (${keptDays}) AS kept WHERE kept.date_start <= ${last} AND kept.date_end >= ${first})`;
  const isIn = (at: SQL) => isLocked(sql`lock.start_at <= ${at} AND lock.end_at > ${at}`);
  const refs = (of: SQL) => sql`SELECT ${importStaging.ref} FROM ${importStaging} WHERE ${of}`;
  const plans = sql`${staged(stagingRef, "job_plans")}
    AND ${touchesKeptDays(stagedColumn("date_start"), sql`coalesce(${stagedColumn("date_end")}, '9999-12-31')`)}`;
  const plansOfDiary = sql`SELECT plan.unique_ref FROM job_plans AS plan WHERE plan.user_id = ${userId}
    AND ${touchesKeptDays(sql`plan.date_start`, sql`coalesce(plan.date_end, '9999-12-31')`)}`;
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
  const holidays = sql`${staged(stagingRef, "local_public_holidays")} AND ${touchesKeptDays(day, day)}`;
  // Until a profile is saved the usual answers apply, and every report goes by them.
  const hasOther = COUNTED_BY.map(({ name, usual }) => sql`${stagedColumn(name)} <> ${usual}`);
  const profile = sql`${staged(stagingRef, "profiles")} AND (${sql.join(hasOther, sql` OR `)})
    AND NOT EXISTS (SELECT 1 FROM profiles AS said WHERE said.user_id = ${userId})
    AND EXISTS ${lockOfProfile(db, userId)}`;
  const drop = (which: SQL) => db.delete(importStaging).where(which);
  // What belongs to another goes first: it is found by that.
  const results = await db.batch(
    nonEmptyBatch([
      drop(sql`${staged(stagingRef, "fees")}
        AND (${stagedColumn("session_ref")} IN (${ofStaged}) OR ${stagedColumn("case_ref")} IN (${refs(cases)}))`),
      drop(sql`${staged(stagingRef, "lieu_ledger")} AND ${stagedColumn("leave_ref")} IN (${refs(leave)})`),
      ...[cases, leave, cancellations, sessions, times, elements, plans, holidays, profile].map(drop),
    ]),
  );
  return results.reduce((sum, { meta }) => sum + meta.changes, 0);
}

/**
 * Statement for the batch that replaces a diary: it fails (`lockedIn`) if a locked period holds anything. It stands before
 * the rows that go, and after those that come.
 */
export function refuseIfLockedDaysHold({ db, userId }: Pick<Actor, "db" | "userId">) {
  const starts = (table: string) =>
    `${table} AS own WHERE own.user_id = lock.user_id AND own.start_at >= lock.start_at AND own.start_at < lock.end_at`;
  const lasts = (table: string, last: string) =>
    `${table} AS own WHERE own.user_id = lock.user_id AND own.date_start <= lock.date_end AND ${last} >= lock.date_start`;
  const rows = [
    ...[starts("sessions"), starts("cancellations"), lasts("leave", "own.date_end")],
    lasts("job_plans", "coalesce(own.date_end, '9999-12-31')"),
    "local_public_holidays AS own WHERE own.user_id = lock.user_id AND own.day BETWEEN lock.date_start AND lock.date_end",
  ];
  const holds = sql.raw(rows.map((from) => `EXISTS (SELECT 1 FROM ${from})`).join(" OR "));
  return failIfFound(
    db,
    sql`SELECT ${lockedName("entry")} FROM locked_periods AS lock WHERE lock.user_id = ${userId} AND (${holds}) LIMIT 1`,
  );
}
