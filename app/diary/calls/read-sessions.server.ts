import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { FEE_COLUMNS } from "~/diary/fees/queries.server";
import { fees } from "~/diary/fees/table.server";
import { decryptTexts, sharesTime } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { type ElementChoice, elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { type RowPage, rowPages, textBytes, withBlobsAsHex } from "~/platform/db/row-pages.server";
import { type JsonPieces, listPieces } from "~/platform/http/streamed.server";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { sessionInJson } from "./sessions.server";

/** Reads the sessions of an answer, page by page: it is never whole in memory. */

/** The instants of [from, until). */
export interface InstantRange {
  from: number;
  until: number;
}

/** The whole days from `first` to `last`, both included. */
export function rangeOfDays(first: LondonDate, last: LondonDate): InstantRange {
  return { from: londonInstant(first), until: londonInstant(addDays(last, 1)) };
}

const A_YEAR = 366;

/** A year before and after a session: as far as a series can reach. */
function surroundingRange(startAt: number): InstantRange {
  const { date } = londonMoment(startAt);
  return rangeOfDays(addDays(date, -A_YEAR), addDays(date, A_YEAR));
}

/** Condition on `sessions`: those that are worked in a stretch. */
export function workedIn(userId: number, { from, until }: InstantRange) {
  return and(eq(sessions.user_id, userId), sharesTime(sessions, from, until));
}

/** Whose records are read, and what is needed for it. */
export type Reader = Pick<Actor, "db" | "userId" | "cipher">;

/**
 * Most bytes of encrypted texts in a list of one answer: 200 for each of as many records as an answer holds. What a page
 * leaves in memory stays there until it is swept, often not before the answer ends.
 */
const MAX_TEXT_BYTES = 1_000_000;

/** Pages of an answer: what is as small is swept while the answer is still made. */
const SMALL_PAGE = { most: 50, bytes: 50_000 };

/** Of which rows an answer has the texts, the first in this order, and how its pages are read. */
export function pagesWithTextsBy(order: SQL) {
  return { ...SMALL_PAGE, texts: { most: MAX_TEXT_BYTES, order } };
}

/** A record without its texts, with the names of the fields that are left out in `left_out`. */
export function withoutTexts<Shown extends object>(shown: Shown, texts: readonly string[]) {
  const others = Object.entries(shown).filter(([name]) => !texts.includes(name));
  return { ...Object.fromEntries(others), left_out: texts };
}

const TEXTS = ["description", "extra_claim_notes"];

/**
 * Statement: the sessions that are worked in a stretch, by start, in pages that `readSessions` reads. For a batch.
 * @param near the instant around which their texts are read
 */
export function sessionPages(db: Database, userId: number, range: InstantRange, near = range.from) {
  const feeText = sql`(SELECT ${textBytes(fees.text_encrypted)} FROM ${fees} WHERE ${refersTo(fees.session_ref, sessions)}
    AND ${fees.user_id} = ${userId})`;
  return rowPages(db, {
    from: sql`${sessions} WHERE ${workedIn(userId, range)}`,
    ref: sessions.unique_ref,
    size: sql`${textBytes(sessions.text_encrypted)} + coalesce(${feeText}, 0)`,
    order: sql`${sessions.start_at}, ${sessions.unique_ref}`,
    ...pagesWithTextsBy(sql`abs(${sessions.start_at} - ${near}), ${sessions.start_at}, ${sessions.unique_ref}`),
  });
}

/** The sessions of some pages. */
export async function* readSessions(
  by: Reader,
  pages: readonly RowPage[],
  elements: readonly ElementChoice[],
): AsyncGenerator<object[]> {
  for (const page of pages) {
    const found = await sessionsOf(by, page, elements);
    yield page.isFar ? found.map((session) => withoutTexts(session, TEXTS)) : found;
  }
}

async function sessionsOf(
  { db, cipher, userId }: Reader,
  { refs, isFar }: Pick<RowPage, "refs" | "isFar">,
  elements: readonly ElementChoice[],
) {
  const ofPage = sql`${sessions.user_id} = ${userId} AND ${sessions.unique_ref} IN (SELECT value FROM json_each(${refs}))`;
  const [rows, feeList] = await db.batch([
    db
      .select(withBlobsAsHex(getTableColumns(sessions), isFar))
      .from(sessions)
      .where(ofPage)
      .orderBy(asc(sessions.start_at), asc(sessions.unique_ref)),
    db
      .select(withBlobsAsHex(FEE_COLUMNS, isFar))
      .from(sessions)
      .innerJoin(fees, refersTo(fees.session_ref, sessions))
      .where(ofPage),
  ]);
  const bySession = new Map(feeList.map((fee) => [fee.session_ref, fee]));
  return Promise.all(
    rows.map(async (row) => {
      const fee = bySession.get(row.unique_ref);
      return sessionInJson(row, elements, fee, await decryptTexts(cipher, row, fee));
    }),
  );
}

/** One session; null when it is not there. */
export async function oneSession(by: Reader, sessionRef: string) {
  const elements = await elementChoices(by.db, by.userId);
  const [session] = await sessionsOf(by, { refs: JSON.stringify([sessionRef]), isFar: false }, elements);
  return session ?? null;
}

/** The sessions from a year before to a year after one that began then, by start, for `streamedJson`. */
export async function surroundingSessions(by: Reader, startAt: number): Promise<JsonPieces> {
  const [pages, elements] = await by.db.batch([
    sessionPages(by.db, by.userId, surroundingRange(startAt), startAt),
    elementChoices(by.db, by.userId),
  ]);
  return listPieces(readSessions(by, pages, elements));
}
