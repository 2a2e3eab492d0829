import { and, asc, desc, eq, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import { fees } from "~/diary/fees/table.server";
import { sessionCategory, sessionCounts, sessionName } from "~/diary/sessions/outside-plan.server";
import { SCHEDULE_COLUMNS } from "~/planning/job-plans/queries.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import { openedOr, UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { type NearText, nearText, withTexts } from "~/platform/db/near-texts.server";
import type { DiarySpan } from "../sessions/diary-pages";
import { sharesTime } from "../sessions/queries.server";
import { cancellations, sessionPlace, sessions } from "../sessions/table.server";

const NOTE_LINE_MAX = 120;

const SHOWN = {
  unique_ref: sessions.unique_ref,
  start_at: sessions.start_at,
  end_at: sessions.end_at,
  pa_units: sessions.pa_units,
  outcome: sessions.outcome,
  element_ref: sessions.element_ref,
  element: sessionName(),
  category: sessionCategory,
  counts_to_balance: sessionCounts,
  plan_start: jobPlans.date_start,
  plan_end: jobPlans.date_end,
};

/** Condition: rows of a user that start in [from, until). It uses the index on starts. */
export function startsWithin(
  table: typeof sessions | typeof cancellations,
  userId: number,
  { from, until }: Pick<DiarySpan, "from" | "until">,
) {
  return and(eq(table.user_id, userId), gte(table.start_at, from), lt(table.start_at, until));
}

/** The sessions that start on a page's days. For a page's batch. @param most bytes of notes; 0 where none are shown */
export function sessionsOfPage(db: Database, userId: number, span: DiarySpan, most?: number) {
  return db
    .select({
      ...SHOWN,
      ...nearText(sessions.text_encrypted, sql`${sessions.start_at} DESC, ${sessions.unique_ref}`, most),
      fee: {
        amount_pence: fees.amount_pence,
        timesheet_date: fees.timesheet_date,
        paid_date: fees.paid_date,
        paid_pence: fees.paid_pence,
        later_payments: fees.later_payments,
        written_off_date: fees.written_off_date,
      },
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
    .leftJoin(fees, refersTo(fees.session_ref, sessions))
    .where(startsWithin(sessions, userId, span))
    .orderBy(desc(sessions.start_at));
}

/** The sessions that are worked on a page's days, including those that began before. For a page's batch. */
export function overlappingSessionsPage(db: Database, userId: number, { from, until }: DiarySpan) {
  return db
    .select({
      ...SHOWN,
      ...nearText(sessions.text_encrypted, sql`${sessions.start_at}, ${sessions.unique_ref}`),
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(and(eq(sessions.user_id, userId), sharesTime(sessions, from, until)))
    .orderBy(asc(sessions.start_at));
}

/** Condition: plans that cover a day of the page. */
function plansOfPage(userId: number, { bottom, last }: Pick<DiarySpan, "bottom" | "last">) {
  return and(
    eq(jobPlans.user_id, userId),
    lte(jobPlans.date_start, last),
    or(isNull(jobPlans.date_end), gte(jobPlans.date_end, bottom)),
  );
}

/** The times of the active elements of all plans that cover a day of the page. For a page's batch. */
export function timedElementsOfPage(db: Database, userId: number, span: Pick<DiarySpan, "bottom" | "last">) {
  return db
    .select({
      ...SCHEDULE_COLUMNS,
      element: jobPlanElements.description,
      category: jobPlanElements.category,
      counts_to_balance: jobPlanElements.counts_to_balance,
      stated_pa_units: jobPlanElements.stated_pa_units,
      custom_minutes_per_pa: jobPlanElements.custom_minutes_per_pa,
      counting: jobPlanElements.counting,
      // What a session takes from the element besides its times.
      location: jobPlanElements.location,
      default_basis: jobPlanElements.default_basis,
      default_fixed_pa_units: jobPlanElements.default_fixed_pa_units,
      date_start: jobPlans.date_start,
      date_end: jobPlans.date_end,
      counts_from: jobPlans.counts_from,
      pa_rules: jobPlans.pa_rules,
    })
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .innerJoin(elementSchedule, refersTo(elementSchedule.element_ref, jobPlanElements))
    .where(and(plansOfPage(userId, span), eq(jobPlanElements.active, true), eq(jobPlanElements.pattern, "fixed_times")))
    .orderBy(asc(elementSchedule.sort_order));
}

/** The planned sessions of a page's days that did not happen. For a page's batch. */
export function cancellationsOfPage(db: Database, userId: number, span: Pick<DiarySpan, "from" | "until">) {
  return db
    .select({ start_at: cancellations.start_at, element_ref: cancellations.element_ref })
    .from(cancellations)
    .where(startsWithin(cancellations, userId, span));
}

/** The last session before a page, however long before. For a page's batch. */
export function sessionBefore(db: Database, userId: number, { from }: DiarySpan) {
  return db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), lt(sessions.start_at, from)))
    .orderBy(desc(sessions.start_at))
    .limit(1);
}

/** The first session after a page, however long after. For a page's batch. */
export function sessionAfter(db: Database, userId: number, { until }: DiarySpan) {
  return db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gte(sessions.start_at, until)))
    .orderBy(asc(sessions.start_at))
    .limit(1);
}

/** One row if the user has any job plan. For a page's batch. */
export function anyPlan(db: Database, userId: number) {
  return db.select({ unique_ref: jobPlans.unique_ref }).from(jobPlans).where(eq(jobPlans.user_id, userId)).limit(1);
}

/**
 * First line of each session's notes, by session. A note that cannot be decrypted is replaced by a message, so that the
 * others are shown.
 */
export async function noteLines(
  { db, userId, cipher }: Pick<Actor, "db" | "userId" | "cipher">,
  rows: readonly ({ unique_ref: string } & NearText)[],
): Promise<Map<string, string>> {
  const withNotes = rows.filter(({ text_encrypted, far_bytes }) => text_encrypted !== null || far_bytes > 0);
  const opened = await withTexts(
    db,
    { table: sessions, userId },
    withNotes,
    ({ unique_ref }) => unique_ref,
    async ({ unique_ref, text_encrypted }): Promise<[string, string]> => {
      const opening = cipher.decrypt(sessionPlace(unique_ref), text_encrypted);
      return [unique_ref, firstLine(await openedOr(opening, UNREADABLE_TEXT))];
    },
  );
  return new Map(opened);
}

function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  const letters = [...line];
  return letters.length > NOTE_LINE_MAX ? `${letters.slice(0, NOTE_LINE_MAX - 1).join("")}…` : line;
}
