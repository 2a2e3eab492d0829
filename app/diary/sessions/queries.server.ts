import { and, asc, count, eq, gt, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { changedRows } from "~/changes/table.server";
import { decryptFeeNotes, type FeeRow } from "~/diary/fees/queries.server";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import { NEWEST_PLAN_FIRST } from "~/planning/job-plans/queries.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { DAY_MS } from "~/platform/time/durations";
import type { PlanChoice } from "./element-choices";
import { sessionCategory, sessionCounts, sessionName } from "./outside-plan.server";
import { sessionPlace, sessions } from "./table.server";
import { MAX_SESSION_DAYS } from "./times";

/**
 * How long before another session one that overlaps it can have started, in milliseconds: the longest session, and a
 * day for clock changes.
 */
export const REACH_MS = (MAX_SESSION_DAYS + 1) * DAY_MS;

type Instant = number | SQL | SQLiteColumn;

/** Condition: a session shares time with [from, until). It bounds the index on the starts of a user's sessions. */
export function sharesTime(row: Record<"start_at" | "end_at", SQLiteColumn>, from: Instant, until: Instant) {
  return and(gt(row.start_at, sql`${from} - ${REACH_MS}`), lt(row.start_at, until), gt(row.end_at, from));
}

/**
 * Expression: when the nth last session began before an instant; long ago if there are fewer. As a bound it keeps the
 * order of the index, which a join with a list of the last sessions would lose.
 * @param more a further condition on the session, which is called `late`
 */
export function nthLastStart(userId: number, before: number, nth: number, more = sql`TRUE`): SQL<number> {
  return sql<number>`coalesce((SELECT late.start_at FROM ${sessions} AS late
    WHERE late.user_id = ${userId} AND late.start_at < ${before} AND ${more}
    ORDER BY late.start_at DESC LIMIT 1 OFFSET ${nth - 1}), ${Number.MIN_SAFE_INTEGER})`;
}

/** One session with all that its form shows. For a page's batch; empty when it is not the user's. */
export function sessionRow(db: Database, userId: number, sessionRef: string) {
  return db.select().from(sessions).where(ofUser(userId, sessionRef));
}

export type SessionRow = typeof sessions.$inferSelect;

/** The columns of a session that the user chose. */
export type ChosenColumns = Pick<
  SessionRow,
  "start_at" | "end_at" | "element_ref" | "work_kind" | "site" | "pa_basis" | "fixed_pa_units"
>;

/** The chosen columns and those calculated from them: all but the notes and the series. */
export type SessionColumns = ChosenColumns &
  Pick<SessionRow, "standard_minutes" | "premium_minutes" | "pa_units" | "pa_rules">;

/** The notes of a session; empty when it has none. */
export function decryptNotes(
  cipher: Cipher,
  { unique_ref, text_encrypted }: Pick<SessionRow, "unique_ref" | "text_encrypted">,
): Promise<string> {
  return cipher.decrypt(sessionPlace(unique_ref), text_encrypted);
}

/** The notes of a session and of its fee; each empty when there are none. */
export async function decryptTexts(cipher: Cipher, session: SessionRow, fee: FeeRow | undefined) {
  return { notes: await decryptNotes(cipher, session), feeNotes: await decryptFeeNotes(cipher, fee) };
}

export function ofUser(userId: number, sessionRef: string) {
  return and(eq(sessions.user_id, userId), eq(sessions.unique_ref, sessionRef));
}

/** The plans of a user, newest first, with the columns that a session's form uses. For a page's batch. */
export function planRows(db: Database, userId: number) {
  return db
    .select({
      unique_ref: jobPlans.unique_ref,
      title: jobPlans.title,
      date_start: jobPlans.date_start,
      date_end: jobPlans.date_end,
      pa_rules: jobPlans.pa_rules,
    })
    .from(jobPlans)
    .where(eq(jobPlans.user_id, userId))
    .orderBy(...NEWEST_PLAN_FIRST);
}

/** Plans with their elements, from the rows of one batch. */
export function planChoices(plans: Awaited<ReturnType<typeof planRows>>, elements: ElementChoice[]): PlanChoice[] {
  return plans.map((plan) => ({
    ...plan,
    elements: elements
      .filter((element) => element.plan_ref === plan.unique_ref)
      .map(({ plan_ref, plan_title, date_start, date_end, pa_rules, ...element }) => element),
  }));
}

/** Guard: all elements that these sessions refer to exist. */
export function elementsThere(userId: number, rows: readonly { element_ref: string | null }[]): SQL {
  const refs = [...new Set(rows.map(({ element_ref }) => element_ref))].filter((ref) => ref !== null);
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(refs)}) AS each WHERE NOT EXISTS (
    SELECT 1 FROM ${jobPlanElements} AS element WHERE element.user_id = ${userId} AND element.unique_ref = each.value))`;
}

/**
 * How many sessions a change of the last hour made, changed or deleted; 0 for an older one.
 * @param more a further condition on the changed row
 */
export function sessionsOfChange(db: Database, userId: number, number: number, more?: SQL): Promise<number> {
  const isSession = eq(changedRows.table_name, "sessions");
  return db.$count(changedRows, and(eq(changedRows.user_id, userId), eq(changedRows.number, number), isSession, more));
}

const other = alias(sessions, "other");
const shownOfOther = {
  unique_ref: other.unique_ref,
  start_at: other.start_at,
  end_at: other.end_at,
  element: sessionName("other"),
};

/** The sessions that are held and share time with [startAt, endAt), by start. For an action's batch. */
export function overlappingSessions(db: Database, userId: number, startAt: number, endAt: number) {
  return db
    .select(shownOfOther)
    .from(other)
    .leftJoin(jobPlanElements, refersTo(other.element_ref, jobPlanElements))
    .where(and(eq(other.user_id, userId), eq(other.outcome, "held"), sharesTime(other, startAt, endAt)))
    .orderBy(asc(other.start_at));
}

/** The sessions that share time with a stored one. For a page's batch. */
export function sessionsOverlapping(db: Database, userId: number, sessionRef: string) {
  return db
    .select(shownOfOther)
    .from(sessions)
    .innerJoin(
      other,
      and(
        eq(other.user_id, sessions.user_id),
        eq(other.outcome, "held"),
        sharesTime(other, sessions.start_at, sessions.end_at),
        ne(other.unique_ref, sessions.unique_ref),
      ),
    )
    .leftJoin(jobPlanElements, refersTo(other.element_ref, jobPlanElements))
    .where(ofUser(userId, sessionRef))
    .orderBy(asc(other.start_at));
}

export type OverlappingSession = Awaited<ReturnType<typeof overlappingSessions>>[number];

/** The columns of a session that a page about its cases shows. For a page's batch; empty when it is not the user's. */
export function sessionHeading(db: Database, userId: number, sessionRef: string) {
  return db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      version: sessions.version,
      element: sessionName(),
      category: sessionCategory,
      counts_to_balance: sessionCounts,
      outcome: sessions.outcome,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(ofUser(userId, sessionRef));
}

export type SessionHeading = Awaited<ReturnType<typeof sessionHeading>>[number];

/** Number of sessions of an element. For a page's batch. */
export function countSessionsOfElement(db: Database, userId: number, elementRef: string) {
  return db
    .select({ sessions: count() })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.element_ref, elementRef)));
}

/** Number of sessions of a plan's elements. For a page's batch. */
export function countSessionsOfPlan(db: Database, userId: number, planRef: string) {
  return db
    .select({ sessions: count() })
    .from(jobPlanElements)
    .innerJoin(sessions, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.plan_ref, planRef)));
}
