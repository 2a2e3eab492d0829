import { desc, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "~/platform/db/database.server";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { inWorkingSet, isAvailable } from "./conditions.server";
import { importRows } from "./table.server";

/** A row of the working set, as its conditions call it. */
export const r = alias(importRows, "r");

/** Rows that a list gets at once. */
export const STRETCH_ROWS = 100;

/** Where a stretch begins. */
export interface Place {
  /** How many rows come before. */
  from: number;
  /** The row before it, where that is known: found by its key, without a walk over all that come before. */
  after?: string | null;
}

/** The index on the order of rows ends in their rowid. */
export const NEWEST = [desc(r.case_date), desc(r.start_at), desc(r.line), desc(sql`r.rowid`)];

/** Finds a row of the working set. */
export function isRow(userId: number, rowRef: string): SQL {
  return sql`${inWorkingSet(userId)} AND r.unique_ref = ${rowRef}`;
}

/** After a row in the order of the list, in which rows without a start are the last of their day. */
function follows(userId: number, rowRef: string): SQL {
  const its = (column: string) => {
    return sql`(SELECT ${sql.raw(`b.${column}`)} FROM import_rows AS b WHERE b.user_id = ${userId} AND b.unique_ref = ${rowRef})`;
  };
  return sql`r.case_date <= ${its("case_date")} AND (r.case_date < ${its("case_date")}
    OR coalesce(r.start_at, 0) < coalesce(${its("start_at")}, 0)
    OR (r.start_at IS ${its("start_at")} AND (r.line, r.rowid) < (${its("line")}, ${its("rowid")})))`;
}

/** Of the rows that the list offers. */
export function inStretch(userId: number, { after }: Place): SQL {
  return after ? sql`${isAvailable(userId)} AND ${follows(userId, after)}` : isAvailable(userId);
}

/** The next rows of the list, newest first. For a page's batch. */
export function stretch(db: Database, userId: number, place: Place) {
  return db
    .select(getTableColumns(r))
    .from(r)
    .where(inStretch(userId, place))
    .orderBy(...NEWEST)
    .limit(STRETCH_ROWS)
    .offset(place.after ? 0 : place.from);
}

export type StoredRow = Awaited<ReturnType<typeof stretch>>[number];

/** A session on the day of a row, to choose. */
export interface SessionChoice {
  session_ref: string;
  /** `All-day orthopaedics, 08:00 – 18:00`. */
  label: string;
  /** The row starts within its times. */
  fits: boolean;
}

/** A session goes on for no longer than this over the day of a row. */
const REACH_MS = 86_400_000;

/** The sessions on the days of a stretch's rows. For a page's batch. */
export function choicesOf(db: Database, userId: number, place: Place) {
  const rows = db
    .select({ unique_ref: r.unique_ref, start_at: r.start_at, day_at: r.day_at, next_day_at: r.next_day_at })
    .from(r)
    .where(inStretch(userId, place))
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
      .leftJoin(sql`job_plan_elements AS e`, sql`e.unique_ref = s.element_ref AND e.user_id = s.user_id`)
      .where(
        sql`s.user_id = ${userId} AND s.start_at > shown.day_at - ${REACH_MS} AND s.start_at < shown.next_day_at
        AND s.end_at > shown.day_at`,
      )
      .orderBy(sql`s.start_at`)
  );
}

export type ChoiceRow = Awaited<ReturnType<typeof choicesOf>>[number];

export function choiceOf({ session_ref, session_start, session_end, element, fits }: ChoiceRow): SessionChoice {
  const label = `${element ?? "No job plan element"}, ${formatSpan(session_start, session_end)}`;
  return { session_ref, label, fits };
}

interface When {
  case_date: string | null;
  start_at: number | null;
  end_at: number | null;
}

/** `Tue 17 Nov 2026` and `09:05 – 10:40`. */
export function formatWhen({ case_date, start_at, end_at }: When) {
  return { date: shortDate(case_date ?? ""), time: formatSpan(start_at, end_at) };
}

/** `09:05 – 10:40`, `from 09:05`, `until 10:40`. */
export function formatSpan(startAt: number | null, endAt: number | null): string {
  const [start, end] = [startAt, endAt].map((at) => (at === null ? "" : clockTime(londonMoment(at).minute)));
  return start && end ? `${start} – ${end}` : start ? `from ${start}` : end ? `until ${end}` : "";
}
