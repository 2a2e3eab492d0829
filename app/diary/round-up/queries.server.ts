import { and, asc, isNull, or, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { caseWithLabels } from "~/diary/cases/queries.server";
import { cases } from "~/diary/cases/table.server";
import { feeOf, feeRowsWithin } from "~/diary/fees/ledger/fees.server";
import { namesByRef, payerNames } from "~/diary/fees/payer-names.server";
import { feeStatus } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { cancellationsOfPage, startsWithin, timedElementsOfPage } from "~/diary/list/diary.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { lockOf } from "~/diary/locks/rules";
import { type DiarySpan, diarySpan } from "~/diary/sessions/diary-pages";
import { planChoices, planRows } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { withBlobsAsHex } from "~/platform/db/row-pages.server";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { unloggedIn } from "./rules";

/** Query: the sessions that begin in the week, first to last. */
function sessionsOfWeek(db: Database, userId: number, span: DiarySpan) {
  return db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      pa_units: sessions.pa_units,
      element_ref: sessions.element_ref,
      work_kind: sessions.work_kind,
      outcome: sessions.outcome,
    })
    .from(sessions)
    .where(startsWithin(sessions, userId, span))
    .orderBy(asc(sessions.start_at));
}

/** Query: the cases of these sessions that lack an item of `CASE_ITEMS`, first to last. */
function lackingCases(db: Database, userId: number, span: DiarySpan) {
  return db
    .select(withBlobsAsHex(caseWithLabels))
    .from(sessions)
    .innerJoin(cases, refersTo(cases.session_ref, sessions))
    .where(
      and(
        startsWithin(sessions, userId, span),
        or(isNull(cases.asa), isNull(cases.urgency), isNull(cases.gender), isNull(cases.age)),
      ),
    )
    .orderBy(asc(sessions.start_at), sql`${cases.start_at} IS NULL`, asc(cases.start_at), asc(cases.created_at));
}

/** The statements of a week's round-up for one batch, whose results `weekOf` reads. */
export function weekQueries(db: Database, userId: number, monday: LondonDate) {
  const span = diarySpan(monday, 1);
  const end = addDays(monday, 7);
  const unclaimed = and(isNull(fees.timesheet_date), isNull(fees.written_off_date));
  return [
    profileRow(db, userId),
    sessionsOfWeek(db, userId, span),
    timedElementsOfPage(db, userId, span),
    cancellationsOfPage(db, userId, span),
    leaveBetween(db, userId, monday, addDays(monday, 6)),
    lackingCases(db, userId, span),
    feeRowsWithin(db, userId, { from: monday, end, fromAt: span.from, endAt: span.until }, unclaimed),
    payerNames(db, userId),
    planRows(db, userId),
    elementChoices(db, userId),
    locksOf(db, userId),
  ] as const;
}

type WeekRows = Readonly<BatchResponse<ReturnType<typeof weekQueries>>>;

/** A week with its unfinished entries. */
export function weekOf(
  [[profile], begun, timed, cancelled, leave, lacking, feeRows, payers, plans, elements, locks]: WeekRows,
  monday: LondonDate,
  now: number,
) {
  const names = namesByRef(payers);
  const byRef = new Map(elements.map((element) => [element.unique_ref, element]));
  const tagged = begun.map(({ start_at, element_ref }) => {
    const { category, date_start, date_end } = byRef.get(element_ref ?? "") ?? {};
    return { start_at, element_ref, category, plan_start: date_start, plan_end: date_end };
  });
  return {
    monday,
    profile: profile ?? DEFAULT_PROFILE,
    begun,
    unlogged: unloggedIn({ monday, now, sessions: tagged, timed, cancelled, leave: grantedLeaveOf(leave) }),
    timed,
    cancelled,
    lacking,
    untagged: begun.filter(({ element_ref, work_kind, outcome }) => {
      return element_ref === null && work_kind === null && outcome === "held";
    }),
    unclaimed: feeRows
      .map((row) => ({ ...feeOf(row, names), text_encrypted: row.text_encrypted, far_bytes: row.far_bytes }))
      // Leaves out fees that were found by their date of payment, whose work was in another week.
      .filter((fee) => feeStatus(fee).state === "not-claimed" && fee.work >= monday && fee.work < addDays(monday, 7))
      .sort((one, other) => one.work.localeCompare(other.work)),
    plans: planChoices(plans, elements),
    locks,
  };
}

export type Week = ReturnType<typeof weekOf>;

/**
 * A week without the entries that lie in a locked period: they cannot be finished. Their fees can.
 * @returns `locked` is how many were left out
 */
export function unlockedPart(week: Week): Week & { locked: number } {
  const isFree = (date: LondonDate) => lockOf(week.locks, date) === null;
  const startsFree = (startAt: number) => isFree(londonMoment(startAt).date);
  const unlogged = week.unlogged.filter(({ date }) => isFree(date));
  const lacking = week.lacking.filter(({ session_start_at }) => startsFree(session_start_at));
  const untagged = week.untagged.filter(({ start_at }) => startsFree(start_at));
  const of = (part: Pick<Week, "unlogged" | "lacking" | "untagged">) =>
    part.unlogged.length + part.lacking.length + part.untagged.length;
  return { ...week, unlogged, lacking, untagged, locked: of(week) - of({ unlogged, lacking, untagged }) };
}

export async function readWeek(db: Database, userId: number, monday: LondonDate, now: number): Promise<Week> {
  return weekOf(await db.batch(weekQueries(db, userId, monday)), monday, now);
}

export function countsOf({ unlogged, lacking, untagged, unclaimed }: Week) {
  return {
    unlogged: unlogged.length,
    cases: lacking.length,
    sessions: untagged.length,
    fees: unclaimed.length,
  };
}
