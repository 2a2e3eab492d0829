import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { isAmong } from "~/changes/write-rows.server";
import { fees } from "~/diary/fees/table.server";
import { SESSION_IS_LOCKED } from "~/diary/locks/locked-days.server";
import { fallsInLeave, hasNoTimes, overlaps } from "~/diary/sessions/conditions.server";
import { reasonName } from "~/diary/sessions/outcome";
import { sessionCategory, sessionName } from "~/diary/sessions/outside-plan.server";
import { decryptNotes } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { timesText } from "~/diary/sessions/times";
import { showPa } from "~/planning/job-plans/pa-rules";
import { PA_STEP } from "~/planning/job-plans/shown-units";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { type Cipher, openedOr, UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { rowPages, textBytes, withBlobsAsHex } from "~/platform/db/row-pages.server";
import { pathTo } from "~/platform/http/path-to";
import { hoursAndMinutes } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { MINUTE_MS } from "~/platform/time/durations";
import { londonMoment } from "~/platform/time/london";
import { type Choices, ROWS_PER_PAGE } from "./choices";
import {
  conditions,
  type DataLine,
  dateCell,
  doubt,
  doubtsOf,
  elementName,
  encryptedFeeNotes,
  feeCells,
  feeJson,
  type Reader,
  type Reads,
} from "./rows.server";

const caseCount = sql.raw(
  "(SELECT count(*) FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_id = sessions.user_id)",
) as SQL<number>;

const SORTS: Record<string, SQL> = {
  element: elementName,
  site: sql`sessions.site COLLATE NOCASE`,
  hours: sql`sessions.end_at - sessions.start_at`,
  pa: sql`sessions.pa_units`,
  cases: caseCount,
  fee: sql`(SELECT fee.amount_pence FROM fees AS fee WHERE fee.user_id = sessions.user_id AND fee.session_ref = sessions.unique_ref)`,
};

/** Sort order: missing values come last in both directions; rows with equal values are sorted newest first. */
function inOrder({ sort, down }: Choices): SQL {
  const way = sql.raw(down ? "DESC" : "ASC");
  const by = SORTS[sort];
  if (!by) return sql`sessions.start_at ${way}, sessions.unique_ref ${way}`;
  return sql`${by} IS NULL, ${by} ${way}, sessions.start_at DESC, sessions.unique_ref`;
}

const FAULTS = { overlap: overlaps };

function asked(userId: number, choices: Choices, now: number): SQL | undefined {
  const statuses = {
    worked: sql`sessions.end_at <= ${now}`,
    planned: sql`sessions.end_at > ${now}`,
    empty: sql`NOT EXISTS (SELECT 1 FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_id = sessions.user_id)`,
    repeats: sql`sessions.recurring_uuid IS NOT NULL`,
    whole_day: hasNoTimes,
  };
  return and(...conditions("sessions", userId, choices, { statuses, faults: FAULTS }));
}

function refsAsked(db: Database, userId: number, choices: Choices, now: number) {
  return db
    .select({ ref: sessions.unique_ref })
    .from(sessions)
    .where(asked(userId, choices, now))
    .orderBy(inOrder(choices));
}

/** Statement: references of all sessions that the filters select, in order, in pages. @param texts whether notes will be read */
export function sessionPages(db: Database, userId: number, choices: Choices, now: number, texts: boolean) {
  return rowPages(db, {
    from: sql`${sessions} WHERE ${asked(userId, choices, now)}`,
    ref: sessions.unique_ref,
    size: texts ? textBytes(sessions.text_encrypted) : sql`0`,
    order: inOrder(choices),
  });
}

function rowOf(reads: Reads) {
  return {
    ...withBlobsAsHex(getTableColumns(sessions), !reads.texts),
    element: sessionName(),
    cases: caseCount.mapWith(Number).as("cases"),
    category: sessionCategory,
    fee: feeJson.as("fee"),
    ...encryptedFeeNotes,
    overlaps: doubt(overlaps, reads).as("overlaps"),
    in_leave: doubt(fallsInLeave, reads).as("in_leave"),
    locked: doubt(SESSION_IS_LOCKED, reads).as("locked"),
  };
}

function rows(db: Database, reads: Reads) {
  return db
    .select(rowOf(reads))
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(fees, refersTo(fees.session_ref, sessions));
}

/**
 * Statement: one page of the table, in order. The costly columns are computed for its rows alone. For a page's batch.
 */
export function sessionPage(db: Database, userId: number, choices: Choices, now: number) {
  const page = refsAsked(db, userId, choices, now)
    .limit(ROWS_PER_PAGE)
    .offset((choices.page - 1) * ROWS_PER_PAGE);
  return rows(db, { texts: showsNotes(choices), doubts: true })
    .where(and(eq(sessions.user_id, userId), sql`${sessions.unique_ref} IN ${page}`))
    .orderBy(inOrder(choices));
}

export function showsNotes({ columns }: Pick<Choices, "columns">): boolean {
  return columns.includes("notes");
}

/** Statement: the sessions of some references, in no order. */
export function sessionsOf(db: Database, userId: number, refs: readonly string[], reads: Reads) {
  return rows(db, reads).where(isAmong(sessions, userId, refs));
}

export type SessionDataRow = Awaited<ReturnType<typeof sessionPage>>[number];

/** Statement: how many sessions the filters select, and the sum of their PAs, also as they are shown. For a page's batch. */
export function sessionTotals(db: Database, userId: number, choices: Choices, now: number) {
  return db
    .select({
      n: sql<number>`count(*)`.mapWith(Number).as("n"),
      pa_units: sql<number>`total(${sessions.pa_units})`.mapWith(Number).as("units"),
      shown_units: sql<number>`total(${sql.raw(`(sessions.pa_units + ${PA_STEP / 2}) / ${PA_STEP} * ${PA_STEP}`)})`
        .mapWith(Number)
        .as("shown_units"),
    })
    .from(sessions)
    .where(asked(userId, choices, now));
}

/** @param notes decrypted; empty if they were not read */
function sessionLine(row: SessionDataRow, notes: string, reader: Reader): DataLine {
  const { unique_ref, version, start_at, end_at, element, pa_basis } = row;
  const { times, ends } = timesText({ startAt: start_at, endAt: end_at });
  const date = shortDate(londonMoment(start_at).date);
  return {
    unique_ref,
    version,
    path: pathTo("/logbook/session/:sessionRef/", { sessionRef: unique_ref }),
    name: [date, times, element].filter(Boolean).join(", "),
    cells: {
      date: dateCell(start_at, reader),
      times: [times, ends].filter(Boolean).join(", "),
      element: element ?? "",
      site: row.site,
      hours: hoursAndMinutes((end_at - start_at) / MINUTE_MS),
      basis: pa_basis === "fixed" ? "Fixed" : "Time",
      pa: showPa(row.pa_units),
      cases: String(row.cases),
      ...feeCells(row.fee, reader),
      repeats: row.recurring_uuid ? "Yes" : "No",
      notes: [reasonName(row.outcome), notes].filter(Boolean).join(". "),
    },
    marks: doubtsOf({
      "No element": row.element === null,
      "Overlaps another": row.overlaps,
      "In leave": row.in_leave,
    }),
    locked: row.locked,
  };
}

/** Formats rows as lines of the table. Notes that cannot be decrypted do not hide the other sessions. */
export function sessionLines(
  cipher: Cipher,
  rows: readonly SessionDataRow[],
  reader: Reader = "page",
): Promise<DataLine[]> {
  return Promise.all(rows.map(async (row) => sessionLine(row, await notesOf(cipher, row), reader)));
}

/** As `decryptNotes`, for a list: notes that cannot be decrypted are replaced by words that say so. */
export function notesOf(cipher: Cipher, row: SessionDataRow): Promise<string> {
  return openedOr(decryptNotes(cipher, row), UNREADABLE_TEXT);
}
