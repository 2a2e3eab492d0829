import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { data } from "react-router";
import type { Asked } from "~/accounts/guard.server";
import { customOptions } from "~/cases/custom-options.server";
import { recentUse } from "~/cases/favourites.server";
import { casesOfSession, feesOfCases } from "~/cases/of-session.server";
import type { SessionWithCases } from "~/cases/queries.server";
import { addCase } from "~/cases/save.server";
import { openCaseText } from "~/cases/sealed-text.server";
import { lastPayers, payersOf } from "~/claims/queries.server";
import type { Database } from "~/db/database.server";
import type { Refusal } from "~/http/refusal.server";
import { sessionHeading } from "~/sessions/heading.server";
import { clockTime } from "~/time/clock-time";
import { londonMoment } from "~/time/london";
import { importRows } from "./table.server";

/** A row that is to become a case. */
export interface PickedRow {
  unique_ref: string;
  /** Of the case that it becomes. */
  case_ref: string;
  start_at: number | null;
  /** It has become one already. */
  placed: boolean;
  /** What its case's form starts with, by the names of its fields. */
  answers: Record<string, string | null>;
}

export type SessionWithRow = SessionWithCases & { row: PickedRow };

/**
 * As `sessionWithCases`, with the row that a new case is made of.
 * @throws 404 when the session or the row is not the user's, or the row's values are gone.
 */
export async function sessionWithRow(
  { db, user, vault, now }: Asked,
  sessionRef: string,
  rowRef: string,
): Promise<SessionWithRow> {
  const userRef = user.unique_ref;
  const [[session], cases, custom, recent, fees, payers, [row]] = await db.batch([
    sessionHeading(db, userRef, sessionRef),
    casesOfSession(db, userRef, sessionRef),
    customOptions(db, userRef),
    recentUse(db, userRef, now),
    feesOfCases(db, userRef, sessionRef),
    lastPayers(db, userRef),
    rowToPick(db, userRef, rowRef),
  ]);
  if (!session || !row) throw data(null, { status: 404 });
  const { unique_ref, case_ref, start_at, placed } = row;
  const text = await openCaseText(vault, userRef, { unique_ref: case_ref, sealed: row.sealed });
  const answers = answersOf(row, text.case_description);
  const picked = { unique_ref, case_ref, start_at, placed, answers };
  return { session, cases, custom, recent, fees, payers: payersOf(payers), row: picked };
}

function rowToPick(db: Database, userRef: string, rowRef: string) {
  const placed = sql<number>`EXISTS (SELECT 1 FROM cases AS own WHERE own.unique_ref = "import_rows"."case_ref")`;
  return db
    .select({ ...getTableColumns(importRows), placed: placed.mapWith(Boolean).as("placed") })
    .from(importRows)
    .where(and(eq(importRows.user_ref, userRef), eq(importRows.unique_ref, rowRef), isNull(importRows.wiped_at)));
}

function answersOf(row: Awaited<ReturnType<typeof rowToPick>>[number], case_description: string) {
  const time = (at: number | null) => (at === null ? null : clockTime(londonMoment(at).minute));
  const code = (value: number | null) => (value === null ? "" : String(value));
  return {
    start_time: time(row.start_at),
    end_time: time(row.end_at),
    case_day: row.case_date,
    age: code(row.age),
    age_unit: row.age_unit,
    gender: code(row.gender),
    asa: code(row.asa),
    case_description,
  };
}

/** Makes the case of a row in a session; the row leaves the list by it. @throws 404 when the session is gone. */
export function addCaseOfRow(
  asked: Asked,
  { row, ...place }: SessionWithRow,
  answers: Parameters<typeof addCase>[2],
  fingerprint: string,
): Promise<Refusal | null> {
  const { db, user, now } = asked;
  const mark = db
    .update(importRows)
    .set({ placed_at: sql`coalesce(${importRows.placed_at}, ${now})`, updated_at: now })
    .where(and(eq(importRows.user_ref, user.unique_ref), eq(importRows.unique_ref, row.unique_ref)));
  const { case_ref, start_at } = row;
  return addCase(asked, place, answers, fingerprint, { case_ref, start_at, statements: [mark] });
}
