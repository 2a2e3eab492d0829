import { desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Asked } from "~/accounts/guard.server";
import { summaryWords } from "~/cases/lines.server";
import { openCaseText } from "~/cases/sealed-text.server";
import type { Database } from "~/db/database.server";
import { shortDate } from "~/time/dates";
import { type LondonDate, londonToday } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import { inWorkingSet, isAvailable, isInDiary, isOpen, isPlaced } from "./conditions.server";
import type { CsvRemark } from "./fields";
import { placeableCount } from "./preview.server";
import { openedSessions, type SessionLine, sessionsOfSet } from "./sessions-of-set.server";
import { importRows, imports } from "./table.server";
import { spanWords, whenWords } from "./words";

/** A row of the working set, as its conditions call it. */
const r = alias(importRows, "r");

/** Rows that a list gets at once. */
export const STRETCH_ROWS = 100;

/** A session on the day of a row, to choose. */
export interface SessionChoice {
  session_ref: string;
  /** `All-day orthopaedics, 08:00 – 18:00`. */
  label: string;
  /** The row starts within its times. */
  fits: boolean;
}

/** A row as the list shows it. */
export interface RowLine {
  unique_ref: string;
  line: number;
  /** `Tue 17 Nov 2026`. */
  date: string;
  /** `09:05 – 10:40`; empty without times. */
  time: string;
  /** `45 y F, ASA 2`. */
  patient: string;
  description: string;
  identifier: "medium" | "strong" | null;
  remarks: CsvRemark[];
  choices: SessionChoice[];
}

export interface WorkingSet {
  rows: RowLine[];
  /** Rows that the list offers. */
  available: number;
  placed: number;
  /** Of them that start within one session: what placing all would place. */
  placeable: number;
  /** Hidden, since a case of the diary says the same. */
  matching: number;
  /** Nothing was imported, or all of it cleared, when 0. */
  total: number;
  sessions: SessionLine[];
  sessionsTotal: number;
  /** Of the rows' dates (specification 3.1). */
  sessionLimits: { earliest: LondonDate | null; latest: LondonDate | null };
  /** Imports of which rows are awaited: the file brings them when it is dropped again. */
  unfinished: { unique_ref: string; day: string; received: number; expected: number }[];
}

/** Where a stretch begins. */
interface Place {
  /** How many rows come before. */
  from: number;
  /** The row before it, where that is known: found by its key, without a walk over all that come before. */
  after?: string | null;
}

/** All that the main view shows first, in one batch. */
export async function workingSet(
  { db, user, vault }: Asked,
  { from, sessionsFrom }: { from: number; sessionsFrom: number },
): Promise<WorkingSet> {
  const userRef = user.unique_ref;
  const { sessions, casesOfThem, sessionCount } = sessionsOfSet(db, userRef, sessionsFrom);
  const [[counts], rows, choices, sessionRows, caseRows, [inLimits], unfinished, [ready]] = await db.batch([
    countsOf(db, userRef),
    stretch(db, userRef, { from }),
    choicesOf(db, userRef, { from }),
    sessions,
    casesOfThem,
    sessionCount,
    unfinishedImports(db, userRef),
    placeableCount(db, userRef),
  ]);
  const { total = 0, placed = 0, matching = 0, earliest = null, latest = null } = counts ?? {};
  return {
    rows: await opened(vault, userRef, rows, choices),
    available: total - placed - matching,
    placeable: ready?.placeable ?? 0,
    ...{ total, placed, matching, sessionLimits: { earliest, latest } },
    sessions: await openedSessions(vault, userRef, sessionRows, caseRows),
    sessionsTotal: inLimits?.sessions ?? 0,
    unfinished: unfinished.map(({ created_at, ...each }) => ({ ...each, day: shortDate(londonToday(created_at)) })),
  };
}

/** More rows of the list, for the script that scrolls it: nothing that would look at the whole set again. */
export async function rowsStretch({ db, user, vault }: Asked, place: Place): Promise<{ rows: RowLine[] }> {
  const userRef = user.unique_ref;
  const [known] = place.after ? await db.select({ there: sql`1` }).from(r).where(isRow(userRef, place.after)) : [];
  const at = known ? place : { from: place.from };
  const [rows, choices] = await db.batch([stretch(db, userRef, at), choicesOf(db, userRef, at)]);
  return { rows: await opened(vault, userRef, rows, choices) };
}

/** For the page that asks before the working set is cleared. */
export async function setCounts({ db, user }: Asked): Promise<{ waiting: number; placed: number }> {
  const [counts] = await countsOf(db, user.unique_ref);
  const { total = 0, placed = 0 } = counts ?? {};
  return { waiting: total - placed, placed };
}

function countsOf(db: Database, userRef: string) {
  const edge = (order: SQL) => {
    return sql<string | null>`(SELECT r.case_date FROM import_rows AS r WHERE ${inWorkingSet(userRef)}
      ORDER BY r.case_date ${order} LIMIT 1)`;
  };
  return db
    .select({
      total: sql<number>`count(*)`.mapWith(Number).as("total"),
      placed: sql<number>`total(${isPlaced})`.mapWith(Number).as("placed"),
      matching: sql<number>`total(NOT ${isPlaced} AND ${isInDiary})`.mapWith(Number).as("matching"),
      earliest: edge(sql`ASC`).as("earliest"),
      latest: edge(sql`DESC`).as("latest"),
    })
    .from(r)
    .where(inWorkingSet(userRef));
}

/** The index on the order of rows ends in their rowid. */
const NEWEST = [desc(r.case_date), desc(r.start_at), desc(r.line), desc(sql`r.rowid`)];

function isRow(userRef: string, rowRef: string): SQL {
  return sql`${inWorkingSet(userRef)} AND r.unique_ref = ${rowRef}`;
}

/** After a row in the order of the list, in which rows without a start are the last of their day. */
function follows(userRef: string, rowRef: string): SQL {
  const its = (column: string) => {
    return sql`(SELECT ${sql.raw(`b.${column}`)} FROM import_rows AS b WHERE b.user_ref = ${userRef} AND b.unique_ref = ${rowRef})`;
  };
  return sql`r.case_date <= ${its("case_date")} AND (r.case_date < ${its("case_date")}
    OR coalesce(r.start_at, 0) < coalesce(${its("start_at")}, 0)
    OR (r.start_at IS ${its("start_at")} AND (r.line, r.rowid) < (${its("line")}, ${its("rowid")})))`;
}

function inStretch(userRef: string, { after }: Place): SQL {
  return after ? sql`${isAvailable(userRef)} AND ${follows(userRef, after)}` : isAvailable(userRef);
}

function stretch(db: Database, userRef: string, place: Place) {
  return db
    .select(getTableColumns(r))
    .from(r)
    .where(inStretch(userRef, place))
    .orderBy(...NEWEST)
    .limit(STRETCH_ROWS)
    .offset(place.after ? 0 : place.from);
}

type StoredRow = Awaited<ReturnType<typeof stretch>>[number];

/** A session goes on for no longer than this over the day of a row. */
const REACH_MS = 86_400_000;

/** The sessions on the days of a stretch's rows. */
function choicesOf(db: Database, userRef: string, place: Place) {
  const rows = db
    .select({ unique_ref: r.unique_ref, start_at: r.start_at, day_at: r.day_at, next_day_at: r.next_day_at })
    .from(r)
    .where(inStretch(userRef, place))
    .orderBy(...NEWEST)
    .limit(STRETCH_ROWS)
    .offset(place.after ? 0 : place.from)
    .as("shown");
  return (
    db
      .select({
        row_ref: rows.unique_ref,
        session_ref: sql<string>`s.unique_ref`.as("session_ref"),
        session_start: sql<number>`s.start_at`.as("session_start"),
        session_end: sql<number>`s.end_at`.as("session_end"),
        element: sql<string | null>`e.description`.as("element"),
        fits: sql<number>`coalesce(shown.start_at >= s.start_at AND shown.start_at < s.end_at, FALSE)`
          .mapWith(Boolean)
          .as("fits"),
      })
      .from(rows)
      // In this order: SQLite would else find the rows anew for each session.
      .crossJoin(sql`sessions AS s`)
      .leftJoin(sql`job_plan_elements AS e`, sql`e.unique_ref = s.element_ref AND +e.user_ref = s.user_ref`)
      .where(
        sql`s.user_ref = ${userRef} AND s.start_at > shown.day_at - ${REACH_MS} AND s.start_at < shown.next_day_at
        AND s.end_at > shown.day_at`,
      )
      .orderBy(sql`s.start_at`)
  );
}

type ChoiceRow = Awaited<ReturnType<typeof choicesOf>>[number];

function unfinishedImports(db: Database, userRef: string) {
  const received = sql<number>`(SELECT count(*) FROM ${importRows} WHERE ${eq(importRows.import_ref, imports.unique_ref)})`;
  return db
    .select({
      unique_ref: imports.unique_ref,
      created_at: imports.created_at,
      received: received.mapWith(Number).as("received"),
      expected: imports.rows_expected,
    })
    .from(imports)
    .where(sql`${eq(imports.user_ref, userRef)} AND ${isOpen()}`);
}

function opened(vault: Vault, userRef: string, rows: readonly StoredRow[], choices: readonly ChoiceRow[]) {
  return Promise.all(
    rows.map(async (row): Promise<RowLine> => {
      const text = await openCaseText(vault, userRef, { unique_ref: row.case_ref, sealed: row.sealed });
      const { unique_ref, line, identifier, remarks } = row;
      return {
        ...{ unique_ref, line, identifier, remarks },
        ...whenWords(row),
        patient: summaryWords({ ...row, urgency: null }, ""),
        description: text.case_description,
        choices: choices.filter(({ row_ref }) => row_ref === unique_ref).map(choiceOf),
      };
    }),
  );
}

function choiceOf({ session_ref, session_start, session_end, element, fits }: ChoiceRow): SessionChoice {
  const label = `${element ?? "No job plan element"}, ${spanWords(session_start, session_end)}`;
  return { session_ref, label, fits };
}
