import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Writer } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import type { endPlanForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import type { PlanDates } from "~/planning/job-plans/schedule";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { endPlan } from "~/planning/job-plans/write-plan.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { formatCounted } from "~/platform/time/counted";
import { longDate, readDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { sessions } from "../sessions/table.server";
import { type InstantRange, startsIn } from "./plan-diary.server";

/** The sessions of a plan's elements that start in a stretch, with what tells logged work from planned. */
export function heldSessions(db: Database, userId: number, planRef: string, range: InstantRange) {
  const has = (table: typeof cases | typeof fees) =>
    sql<boolean>`EXISTS (SELECT 1 FROM ${table} AS own WHERE own.user_id = ${sessions.user_id}
      AND own.session_ref = ${sessions.unique_ref})`;
  return db
    .select({
      ref: sql<string>`${sessions.unique_ref}`.as("ref"),
      ...{ version: sessions.version, start_at: sessions.start_at, end_at: sessions.end_at },
      series: sql<string | null>`${sessions.recurring_uuid}`.as("series"),
      hasEntries: sql<boolean>`${has(cases)} OR ${has(fees)}`.mapWith(Boolean).as("has_entries"),
    })
    .from(sessions)
    .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(startsIn(sessions, userId, range), eq(jobPlanElements.plan_ref, planRef)));
}

/** Whether it stays whatever becomes of its plan: it has begun, has cases or fees, or is not one of a series. */
export function isFixed(
  { series, start_at, hasEntries }: Awaited<ReturnType<typeof heldSessions>>[number],
  now: number,
): boolean {
  return hasEntries || start_at <= now || series === null;
}

/** The planned sessions of series of a plan's elements after a day, without cases and fees: its end leaves them behind. */
export async function plannedAfter({ db, userId, now }: Writer, planRef: string, day: LondonDate) {
  const range = rangeOf({ date_start: addDays(day, 1), date_end: null });
  return (await heldSessions(db, userId, planRef, range)).filter((each) => !isFixed(each, now));
}

export function rangeOf({ date_start, date_end }: PlanDates) {
  const until = date_end ? londonInstant(addDays(date_end, 1)) : Number.MAX_SAFE_INTEGER;
  return { from: londonInstant(date_start), until };
}

/** Guard: the plan's elements have as many sessions from the first day of the next plan on as were read. */
export function holdsOnly(userId: number, planRef: string, { date_start }: PlanDates, count: number): SQL {
  const from = londonInstant(date_start);
  return sql`(SELECT count(*) FROM ${jobPlanElements} AS own JOIN ${sessions} AS held ON held.user_id = own.user_id
    AND held.element_ref = own.unique_ref AND held.start_at >= ${from}
    WHERE own.user_id = ${userId} AND own.plan_ref = ${planRef}) = ${count}`;
}

/** Guard: none of these sessions has a case or a fee. */
export function haveNoEntries(userId: number, refs: readonly string[]): SQL {
  const none = [cases, fees].map(
    (table) => sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(refs)}) AS each CROSS JOIN ${table} AS own
      ON own.user_id = ${userId} AND own.session_ref = each.value)`,
  );
  return sql.join(none, sql` AND `);
}

type EndAnswers = z.output<typeof endPlanForm> & { fingerprint: string };

/**
 * Ends a plan on a day, once its user has said what becomes of the sessions that are planned after it.
 * @throws 404
 */
export async function endPlanWithSessions(
  by: Writer,
  planRef: string,
  { version, date_end, after, asked, fingerprint }: EndAnswers,
): Promise<Saved> {
  requireRow(await planOf(by.db, by.userId, planRef));
  const removed = after === "keep" ? [] : await plannedAfter(by, planRef, date_end);
  // The sessions after another day than was asked about are others.
  if (removed.length > 0 && (after === null || readDate(asked) !== date_end)) {
    const are = formatCounted(removed.length, "session of this plan is", "sessions of this plan are");
    const message = `${are} planned after ${longDate(date_end)}. Choose whether to keep them`;
    return { refusal: { errors: { after: message }, status: 422 } };
  }
  const entries = haveNoEntries(
    by.userId,
    removed.map(({ ref }) => ref),
  );
  return endPlan(by, planRef, { version, date_end, fingerprint, removed, entries });
}
