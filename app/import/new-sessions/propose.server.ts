import { and, asc, eq, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { cancellationsOfPage, timedElementsOfPage } from "~/diary/list/diary.server";
import { lockedPeriodsOf } from "~/diary/locks/queries.server";
import { lockOf } from "~/diary/locks/rules";
import { columnsOf } from "~/diary/planned/plan-diary";
import { columnsWithPas } from "~/diary/sessions/columns-of-answers.server";
import { findElement, type PlanChoice } from "~/diary/sessions/element-choices";
import { planChoices, planRows, type SessionColumns, sharesTime } from "~/diary/sessions/queries.server";
import { rulesOfSession } from "~/diary/sessions/rules";
import { sessions } from "~/diary/sessions/table.server";
import type { LoggedRow } from "~/diary/sessions/week-due";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { inWorkingSet, isCoveredBySession, isDuplicate, isInDiary, isPlaced } from "../conditions.server";
import { placeableCount } from "../place/preview.server";
import { r } from "../stage/list-rows.server";
import { groupRows, type NewSession, type UnmatchedRow } from "./group-rows";
import { type DatedDiary, type OpenTime, openTimes } from "./open-times";

/** Rows that are considered together: the newest. Another press makes the sessions of the others. */
const MAX_ROWS = 20_000;
/** Most characters of a session's site (`site` of its form). */
const MAX_SITE_CHARACTERS = 80;

/** A row, with the values that display it. */
export type ProposedRow = UnmatchedRow & Awaited<ReturnType<typeof unmatchedRows>>[number];

export interface ProposedSession extends NewSession<ProposedRow, OpenTime> {
  element: string | null;
  columns: SessionColumns;
  /** The specialties of its rows, for its notes. */
  specialties: string[];
}

export interface Proposal {
  /** First to last. */
  sessions: ProposedSession[];
  /** Number of rows in them. */
  rows: number;
  /** Number of rows that go into existing sessions. */
  placeable: number;
  /**
   * Rows that are not placed: with a text that may name a patient; without a time, on a day with several sessions; of a
   * planned session that did not happen; in a locked period.
   */
  left: Record<"identifier" | "unclear" | "cancelled" | "locked", ProposedRow[]>;
  /** The planned sessions that did not happen, as they were read. */
  cancellations: readonly LoggedRow[];
  /** Hash of the proposal: tells whether it has changed when the sessions are made. */
  fingerprint: string;
}

/** Proposes sessions for the rows of the file that no session of the diary holds. */
export async function proposeSessions({ db, user }: Pick<RequestContext, "db" | "user">): Promise<Proposal> {
  const userId = user.id;
  const [all, [ready], locks] = await db.batch([
    unmatchedRows(db, userId),
    placeableCount(db, userId),
    lockedPeriodsOf(db, userId),
  ]);
  const isOpen = (at: number) => !lockOf(locks, londonMoment(at).date);
  const rows = (all as ProposedRow[]).filter(({ case_date }) => !lockOf(locks, case_date));
  const dates = [...new Set(rows.map(({ case_date }) => case_date))].sort();
  const diary = await diaryOf(db, userId, dates);
  const free = openTimes(diary, dates);
  const begun = diary.there.map(({ start_at }) => ({ startAt: start_at }));
  const { sessions: grouped, unclear, cancelled } = groupRows(rows, free, begun);
  const isIdentifying = (row: ProposedRow) => row.identifier === "strong";
  const others = (left: readonly ProposedRow[]) => left.filter((row) => !isIdentifying(row));
  // A night session that begins on a locked day is in the locked period, even if its cases are on the day after.
  const held = grouped.filter(({ startAt }) => !isOpen(startAt)).flatMap((session) => session.rows);
  const locked = [...(all as ProposedRow[]).filter((row) => !rows.includes(row)), ...held];
  const made = grouped
    .filter(({ startAt }) => isOpen(startAt))
    .map((session) => ({ ...session, rows: others(session.rows) }))
    .filter((session) => session.rows.length > 0)
    .map((session) => withColumns(session, diary.plans));
  const placeable = ready?.placeable ?? 0;
  const shown = made.map(({ columns, rows: own }) => {
    return [columns.element_ref, columns.start_at, columns.end_at, own.map(({ unique_ref }) => unique_ref)];
  });
  return {
    sessions: made,
    rows: made.reduce((sum, session) => sum + session.rows.length, 0),
    placeable,
    left: { identifier: rows.filter(isIdentifying), unclear: others(unclear), cancelled: others(cancelled), locked },
    cancellations: diary.cancellations,
    fingerprint: await hashOf(JSON.stringify([placeable, shown])),
  };
}

/** Statement: the rows that no session holds, and of which neither the diary nor a row above has a duplicate. */
function unmatchedRows(db: Database, userId: number) {
  return db
    .select({
      ...{ unique_ref: r.unique_ref, case_ref: r.case_ref, line: r.line, identifier: r.identifier },
      case_date: sql<LondonDate>`r.case_date`.as("case_date"),
      ...{ start_at: r.start_at, end_at: r.end_at, location: r.location, specialty: r.specialty },
      ...{ age: r.age, age_unit: r.age_unit, gender: r.gender, asa: r.asa, urgency: r.urgency },
      text_encrypted: r.text_encrypted,
    })
    .from(r)
    .where(
      sql`${inWorkingSet(userId)} AND r.case_date IS NOT NULL AND NOT ${isPlaced} AND NOT ${isInDiary(userId)} AND NOT ${isDuplicate}
        AND NOT ${isCoveredBySession(userId)}`,
    )
    .orderBy(sql`r.case_date DESC, r.start_at DESC, r.line DESC, r.rowid DESC`)
    .limit(MAX_ROWS);
}

/** Statement: the sessions that share time with a range of dates, including a day before and after it, held or not. */
function sessionsBetween(db: Database, userId: number, first: LondonDate, last: LondonDate) {
  const { start_at, end_at, element_ref, outcome } = sessions;
  const [from, until] = [londonInstant(addDays(first, -1)), londonInstant(addDays(last, 2))];
  return db
    .select({ start_at, end_at, element_ref, outcome })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), sharesTime(sessions, from, until)))
    .orderBy(asc(start_at));
}

interface Diary extends DatedDiary {
  plans: PlanChoice[];
}

/** Reads the diary around these dates, which are sorted. */
async function diaryOf(db: Database, userId: number, dates: readonly LondonDate[]): Promise<Diary> {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return { plans: [], timed: [], there: [], cancellations: [], leave: [] };
  const bottom = addDays(first, -1);
  const span = { bottom, last, from: londonInstant(bottom), until: londonInstant(addDays(last, 1)) };
  const [planList, elements, timed, near, cancelled, leave] = await db.batch([
    planRows(db, userId),
    elementChoices(db, userId),
    timedElementsOfPage(db, userId, span),
    sessionsBetween(db, userId, first, last),
    cancellationsOfPage(db, userId, span),
    leaveBetween(db, userId, span.bottom, last),
  ]);
  const there = near.filter(({ outcome }) => outcome === "held");
  const cancellations = [...cancelled, ...near.filter(({ outcome }) => outcome !== "held")];
  return { plans: planChoices(planList, elements), timed, there, cancellations, leave: grantedLeaveOf(leave) };
}

function withColumns(session: NewSession<ProposedRow, OpenTime>, plans: PlanChoice[]): ProposedSession {
  const { startAt, endAt, planned, rows } = session;
  const span = { startAt, endAt };
  const found = planned && findElement(plans, planned.element_ref);
  const said = wordsOf(rows.map(({ location }) => location))
    .join(", ")
    .slice(0, MAX_SITE_CHARACTERS);
  const specialties = wordsOf(rows.map(({ specialty }) => specialty));
  if (found) {
    const columns = columnsOf(found.plan, found.element, span);
    return {
      ...session,
      columns: { ...columns, site: columns.site || said },
      element: found.element.description,
      specialties,
    };
  }
  const { date } = londonMoment(startAt);
  const pa_rules = rulesOfSession(plans, null, date, span, null);
  const chosen = {
    element_ref: null,
    work_kind: null,
    site: said,
    pa_basis: "time_calculated" as const,
    fixed_pa_units: null,
  };
  return { ...session, columns: columnsWithPas(span, { ...chosen, pa_rules }), element: null, specialties };
}

/** Each word once, ignoring letter case. */
function wordsOf(words: readonly string[]): string[] {
  return [...new Map(words.filter((word) => word !== "").map((word) => [word.toLowerCase(), word])).values()];
}
