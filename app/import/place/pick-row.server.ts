import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import type { CustomOption } from "~/diary/cases/options.server";
import { optionAnswers } from "~/diary/cases/page.server";
import {
  chosenOptions,
  type SessionWithCases,
  sessionWithCasesOf,
  sessionWithCasesQueries,
} from "~/diary/cases/queries.server";
import { addCase } from "~/diary/cases/write.server";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { isPlacedRow } from "../conditions.server";
import { storedOptions } from "../stage/own-options.server";
import { importRows } from "../table.server";

/** A row that is to become a case. */
interface PickedRow {
  unique_ref: string;
  /** Reference of the case that is made from it. */
  case_ref: string;
  start_at: number | null;
  /** Whether its case exists already. */
  placed: boolean;
  /** Initial answers of the case's form, by the names of its fields. */
  answers: Record<string, string | string[] | null>;
}

/** A session, and the row that a new case of it is made from; null when the row does not exist, or not any more. */
type SessionWithRow = SessionWithCases & { row: PickedRow | null };

/** The row was removed while the dialog was open: in another tab, or by the cron. */
const ROW_GONE: Refusal = {
  errors: {
    "": "This row was cleared, or its import undone, after you opened it. Your answers are kept below and are not saved. Add the case to its session as a new one, or import the file again",
  },
  status: 409,
};

/**
 * Returns the same as `sessionWithCases`, with the row that a new case is made from.
 * @returns `row` is null when it is not the user's, or its values were wiped
 * @throws 404 when the session is not the user's
 */
export async function sessionWithRow(
  { db, user, cipher, now }: RequestContext,
  sessionRef: string,
  rowRef: string,
): Promise<SessionWithRow> {
  const [[row], ...rows] = await db.batch([
    rowToPick(db, user.id, rowRef),
    ...sessionWithCasesQueries(db, user.id, sessionRef, now),
  ]);
  const place = sessionWithCasesOf(rows);
  if (!row) return { ...place, row: null };
  const { unique_ref, case_ref, start_at, placed } = row;
  const text = await decryptCaseText(cipher, { unique_ref: case_ref, text_encrypted: row.text_encrypted });
  const answers = answersOf(row, place.custom, text.case_description);
  return { ...place, row: { unique_ref, case_ref, start_at, placed, answers } };
}

function rowToPick(db: Database, userId: number, rowRef: string) {
  return db
    .select({ ...getTableColumns(importRows), placed: sql<boolean>`${isPlacedRow}`.mapWith(Boolean).as("placed") })
    .from(importRows)
    .where(and(eq(importRows.user_id, userId), eq(importRows.unique_ref, rowRef), isNull(importRows.wiped_at)));
}

function answersOf(
  row: Awaited<ReturnType<typeof rowToPick>>[number],
  custom: readonly CustomOption[],
  case_description: string,
) {
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
    urgency: code(row.urgency),
    supervision: code(row.supervision),
    ...optionAnswers(chosenOptions(storedOptions(custom, row.options), custom)),
    case_description,
  };
}

/**
 * Makes the case of a row in a session, which removes the row from the list.
 * @throws 404 when the session does not exist any more
 */
export async function addCaseFromRow(
  context: RequestContext,
  { row, ...place }: SessionWithRow,
  answers: Parameters<typeof addCase>[2],
  fingerprint: string,
): Promise<Refusal | null> {
  if (!row) return ROW_GONE;
  const { db, user, now } = context;
  const { case_ref, start_at } = row;
  const ofRow = and(eq(importRows.user_id, user.id), eq(importRows.unique_ref, row.unique_ref));
  const isThere = sql`EXISTS (SELECT 1 FROM ${importRows} WHERE ${ofRow} AND ${importRows.wiped_at} IS NULL)`;
  const leaves = db
    .update(importRows)
    .set({ placed_at: sql`coalesce(${importRows.placed_at}, ${now})`, by_hand: true, updated_at: now })
    .where(ofRow);
  const source = { case_ref, start_at, isThere, refusal: ROW_GONE, statements: [leaves] };
  return addCase(context, place, answers, fingerprint, source);
}
