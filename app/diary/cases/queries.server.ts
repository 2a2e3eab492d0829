import { and, asc, count, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { data } from "react-router";
import { FEE_COLUMNS, type FeeRow, lastPayers, payersOf } from "~/diary/fees/queries.server";
import type { FeeAmounts } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { type SessionHeading, sessionHeading } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { withBlobsAsHex } from "~/platform/db/row-pages.server";
import { londonMoment } from "~/platform/time/london";
import { DEFAULT_PROFILE, type Profile, profileRow } from "~/profile/queries.server";
import { type CustomOption, customOptions, NO_RECENT_USE, type RecentUse, recentUse } from "./options.server";
import type { OptionKind } from "./standard-options";
import { CHOSEN, cases, chosenIn, kindOfOption, options, type StoredOption } from "./table.server";

/**
 * Condition: the session of a statement on `sessions` has cases. Columns are written with their table: a select from
 * one table would shorten them.
 */
export const SESSION_HAS_CASES = sql.raw(
  "EXISTS (SELECT 1 FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_id = sessions.user_id)",
) as SQL<boolean>;

/** Expression: fees as JSON, with the columns that pages show. */
const feesAsJson = sql`json_group_array(json_object('amount_pence', ${fees.amount_pence}, 'timesheet_date',
  ${fees.timesheet_date}, 'paid_date', ${fees.paid_date}, 'paid_pence', ${fees.paid_pence},
    'later_payments', json(${fees.later_payments}), 'written_off_date',
  ${fees.written_off_date})) FILTER (WHERE ${fees.unique_ref} IS NOT NULL)`.mapWith(
  (json) => JSON.parse(String(json)) as FeeAmounts[],
);

/**
 * Query for a page's batch: for each session of a stretch of the diary, the number of its cases, the numbers without an
 * ASA grade or an end, and their fees.
 */
export function caseCountsBetween(db: Database, userId: number, from: number, until: number) {
  return (
    db
      .select({
        session_ref: cases.session_ref,
        cases: count(),
        without_asa: sql<number>`sum(${cases.asa} IS NULL)`.mapWith(Number),
        without_end: sql<number>`sum(${cases.start_at} IS NOT NULL AND ${cases.end_at} IS NULL)`.mapWith(Number),
        fees: feesAsJson,
      })
      .from(sessions)
      .innerJoin(cases, refersTo(cases.session_ref, sessions))
      .leftJoin(fees, refersTo(fees.case_ref, cases))
      .where(and(eq(sessions.user_id, userId), gte(sessions.start_at, from), lt(sessions.start_at, until)))
      // Grouped in the order of the index on starts, so that rows are not sorted, which would read them once more.
      .groupBy(sessions.start_at, sql`"sessions".unique_ref`)
  );
}

/** One row if the user has any case, for a new one to be the same as the last. For a page's batch. */
export function anyCase(db: Database, userId: number) {
  return db.select({ unique_ref: cases.unique_ref }).from(cases).where(eq(cases.user_id, userId)).limit(1);
}

/** Expression: the options of a case as JSON: Standard ones by their number, the user's own by their label. */
const labelsAsJson = sql`(SELECT json_group_array(coalesce(${options.label}, ${CHOSEN.storedId})) FROM ${chosenIn(cases.options)}
  LEFT JOIN ${options} ON ${options.unique_ref} = ${CHOSEN.id} AND ${options.user_id} = ${cases.user_id})`;

/** Columns of a case with its session's times, for a select that joins both. */
export const caseInItsSession = {
  ...getTableColumns(cases),
  // With different names: a batch returns rows by column name, and cases have a start_at too.
  session_start_at: sql<number>`${sessions.start_at}`.as("session_start_at"),
  session_end_at: sql<number>`${sessions.end_at}`.as("session_end_at"),
};

/** The same with the case's options. */
export const caseWithLabels = {
  ...caseInItsSession,
  labels: labelsAsJson.mapWith((json) => JSON.parse(String(json)) as (number | string)[]).as("labels"),
};

/** Order of the cases within a session: by start, those without one last. */
export const FIRST_TO_LAST = [
  sql`${cases.start_at} IS NULL`,
  asc(cases.start_at),
  asc(cases.created_at),
  asc(cases.unique_ref),
];

/**
 * Columns with the encrypted text of one case alone, for what shows no other: together those of a session may be larger
 * than memory.
 * @param caseRef undefined for the texts of all
 */
function withTextOf<Columns extends { text_encrypted: SQLiteColumn }>(
  columns: Columns,
  ref: SQLiteColumn,
  caseRef: string | undefined,
): Columns {
  if (caseRef === undefined) return withBlobsAsHex(columns);
  const { text_encrypted } = columns;
  const text = sql`CASE WHEN ${ref} = ${caseRef} THEN ${text_encrypted} END`.mapWith(text_encrypted);
  return { ...columns, text_encrypted: text.as("text_encrypted") };
}

/**
 * Query for a page's batch: the cases of one session, first to last, each with its session's times.
 * @param textOf the one case whose text is read; without it all
 */
export function casesOfSession(db: Database, userId: number, sessionRef: string, textOf?: string) {
  return db
    .select(withTextOf(caseWithLabels, cases.unique_ref, textOf))
    .from(cases)
    .innerJoin(sessions, refersTo(cases.session_ref, sessions))
    .where(and(eq(cases.user_id, userId), eq(cases.session_ref, sessionRef)))
    .orderBy(...FIRST_TO_LAST);
}

export type CaseOfSession = Awaited<ReturnType<typeof casesOfSession>>[number];
export type CaseInItsSession = Omit<CaseOfSession, "labels">;

/** Query for a page's batch: the fees of a session's cases. @param textOf as in `casesOfSession` */
export function feesOfCases(db: Database, userId: number, sessionRef: string, textOf?: string) {
  return db
    .select(withTextOf(FEE_COLUMNS, fees.case_ref, textOf))
    .from(cases)
    .innerJoin(fees, refersTo(fees.case_ref, cases))
    .where(and(eq(cases.user_id, userId), eq(cases.session_ref, sessionRef)));
}

/** A session with all that the form of a case shows and needs besides its answers. */
export interface SessionWithCases {
  session: SessionHeading;
  cases: CaseOfSession[];
  custom: CustomOption[];
  /** Recently used options, most used first; empty if they were not asked for. */
  recent: RecentUse[];
  /** The fees of its cases. */
  fees: FeeRow[];
  /** The payers of the user's last fees. */
  payers: string[];
  /** The user's settings for ages, and labels of supervision grades. */
  profile: Pick<Profile, "ages" | "age_cuts" | "supervision_labels">;
  /** The locked period of the session, in words; null for none. */
  locked: string | null;
}

/** An option of a case with its kind. */
export interface ChosenOption extends StoredOption {
  kind: OptionKind;
}

/**
 * Adds the kind to each option of a case.
 * @param custom all of the user's own options
 */
export function chosenOptions(options: readonly StoredOption[], custom: readonly CustomOption[]): ChosenOption[] {
  return options.map((option) => ({ ...option, kind: kindOfOption(option.id, custom) }));
}

export interface CaseInSession extends SessionWithCases {
  found: CaseOfSession;
  fee: FeeRow | undefined;
  chosen: ChosenOption[];
}

/**
 * The statements from whose results `sessionWithCasesOf` makes a `SessionWithCases`, for a batch that may contain others.
 */
export function sessionWithCasesQueries(
  db: Database,
  userId: number,
  sessionRef: string,
  before: number,
  textOf?: string,
) {
  return [
    sessionHeading(db, userId, sessionRef),
    casesOfSession(db, userId, sessionRef, textOf),
    customOptions(db, userId),
    recentUse(db, userId, before),
    feesOfCases(db, userId, sessionRef, textOf),
    lastPayers(db, userId),
    profileRow(db, userId),
    locksOf(db, userId),
  ] as const;
}

type SessionWithCasesRows = Readonly<BatchResponse<ReturnType<typeof sessionWithCasesQueries>>>;

/**
 * Makes a `SessionWithCases` from the results of `sessionWithCasesQueries`.
 * @throws 404 when the session does not exist, or is not the user's
 */
export function sessionWithCasesOf([
  [session],
  cases,
  custom,
  recent,
  fees,
  payers,
  [row],
  locks,
]: SessionWithCasesRows): SessionWithCases {
  if (!session) throw data(null, { status: 404 });
  const locked = formatLockedPeriod(locks, londonMoment(session.start_at).date);
  return { session, cases, custom, recent, fees, payers: payersOf(payers), profile: row ?? DEFAULT_PROFILE, locked };
}

/**
 * Reads a session with its cases, in one batch.
 * @param before the instant up to which recent use counts, for a form that shows favourites
 * @param textOf as in `casesOfSession`
 * @throws 404 when the session does not exist, or is not the user's
 */
export async function sessionWithCases(
  db: Database,
  userId: number,
  sessionRef: string,
  before = NO_RECENT_USE,
  textOf?: string,
): Promise<SessionWithCases> {
  return sessionWithCasesOf(await db.batch(sessionWithCasesQueries(db, userId, sessionRef, before, textOf)));
}

/**
 * Reads one case with its session.
 * @param before as in `sessionWithCases`
 * @param textOf as in `casesOfSession`; `caseRef` where no other case is shown
 * @throws 404 when the case does not exist, or is not of this session or this user
 */
export async function caseInSession(
  db: Database,
  userId: number,
  sessionRef: string,
  caseRef: string,
  before = NO_RECENT_USE,
  textOf?: string,
): Promise<CaseInSession> {
  const place = await sessionWithCases(db, userId, sessionRef, before, textOf);
  const found = place.cases.find((each) => each.unique_ref === caseRef);
  if (!found) throw data(null, { status: 404 });
  const fee = place.fees.find((each) => each.case_ref === caseRef);
  return { ...place, found, fee, chosen: chosenOptions(found.options, place.custom) };
}
