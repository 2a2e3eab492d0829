import { desc, getTableColumns, sql } from "drizzle-orm";
import { alias, type SQLiteSelect } from "drizzle-orm/sqlite-core";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { formatSummary } from "~/diary/cases/facts.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { DAY_MS } from "~/platform/time/durations";
import { londonMoment } from "~/platform/time/london";
import { isAvailable } from "../conditions.server";
import type { CsvRemark } from "../fields";
import { importRows } from "../table.server";

/** Alias of `import_rows` that the conditions use: a row of the working set. */
export const r = alias(importRows, "r");

/** Rows on one page of the list. */
export const ROWS_A_PAGE = 100;

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

/** A session on the day of a row that the user can choose for it. */
interface SessionChoice {
  session_ref: string;
  /** `All-day orthopaedics, 08:00 – 18:00`. */
  label: string;
  /** Whether the row starts within its times or, without times, it starts on the row's day. */
  fits: boolean;
}

/**
 * Statements: a page of the list, newest first, and the sessions on the days of its rows. For a page's batch;
 * `rowLines` reads the results.
 */
export function listRows(db: Database, userId: number, from: number) {
  const { unique_ref, start_at, day_at, next_day_at } = r;
  const days = db.select({ unique_ref, start_at, day_at, next_day_at }).from(r).$dynamic();
  const shown = rowsOfPage(days, userId, from).as("shown");
  const choices = db
    .select({
      row_ref: shown.unique_ref,
      session_ref: sql<string>`s.unique_ref`.as("session_ref"),
      session_start: sql<number>`s.start_at`.as("session_start"),
      session_end: sql<number>`s.end_at`.as("session_end"),
      element: sessionName("s", "e"),
      fits: sql<number>`coalesce(shown.start_at >= s.start_at AND shown.start_at < s.end_at, s.start_at >= shown.day_at)`
        .mapWith(Boolean)
        .as("fits"),
    })
    .from(shown)
    // In this order: SQLite would otherwise search the rows again for each session.
    .crossJoin(sql`sessions AS s`)
    .leftJoin(sql`job_plan_elements AS e`, sql`e.unique_ref = s.element_ref AND e.user_id = s.user_id`)
    .where(
      sql`s.user_id = ${userId} AND s.start_at > shown.day_at - ${OVER_MIDNIGHT_MS} AND s.start_at < shown.next_day_at
        AND s.end_at > shown.day_at`,
    )
    .orderBy(sql`s.start_at`);
  return { rows: rowsOfPage(db.select(getTableColumns(r)).from(r).$dynamic(), userId, from), choices };
}

/** A session of the previous day may extend into the day of a row, but is no longer than this. */
export const OVER_MIDNIGHT_MS = DAY_MS;

/** The index on the order of rows ends in their rowid. */
const NEWEST = [desc(r.case_date), desc(r.start_at), desc(r.line), desc(sql`r.rowid`)];

function rowsOfPage<Rows extends SQLiteSelect>(rows: Rows, userId: number, from: number) {
  return rows
    .where(isAvailable(userId))
    .orderBy(...NEWEST)
    .limit(ROWS_A_PAGE)
    .offset(from);
}

type Listed = ReturnType<typeof listRows>;

export function rowLines(
  cipher: Cipher,
  rows: Awaited<Listed["rows"]>,
  choices: Awaited<Listed["choices"]>,
): Promise<RowLine[]> {
  return Promise.all(
    rows.map(async (row) => {
      const text = await decryptCaseText(cipher, { unique_ref: row.case_ref, text_encrypted: row.text_encrypted });
      const { unique_ref, line, identifier, remarks } = row;
      return {
        ...{ unique_ref, line, identifier, remarks },
        ...formatWhen(row),
        patient: formatSummary(row, ""),
        description: text.case_description,
        choices: choices
          .filter(({ row_ref }) => row_ref === unique_ref)
          .map(({ session_ref, session_start, session_end, element, fits }) => {
            const label = `${element ?? "No job plan element"}, ${formatSpan(session_start, session_end)}`;
            return { session_ref, label, fits };
          }),
      };
    }),
  );
}

/** `Tue 17 Nov 2026` and `09:05 – 10:40`. */
export function formatWhen(row: Pick<typeof importRows.$inferSelect, "case_date" | "start_at" | "end_at">) {
  return { date: shortDate(row.case_date ?? ""), time: formatSpan(row.start_at, row.end_at) };
}

/** `09:05 – 10:40`, `from 09:05`, `until 10:40`. */
export function formatSpan(startAt: number | null, endAt: number | null): string {
  const [start, end] = [startAt, endAt].map((at) => (at === null ? "" : clockTime(londonMoment(at).minute)));
  return start && end ? `${start} – ${end}` : start ? `from ${start}` : end ? `until ${end}` : "";
}
