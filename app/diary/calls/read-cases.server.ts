import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { type CustomOption, customOptions } from "~/diary/cases/options.server";
import { answersOf } from "~/diary/cases/page.server";
import { caseInItsSession, chosenOptions, FIRST_TO_LAST } from "~/diary/cases/queries.server";
import { cases } from "~/diary/cases/table.server";
import { FEE_COLUMNS } from "~/diary/fees/queries.server";
import { fees } from "~/diary/fees/table.server";
import { planChoices, planRows } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { type RowPage, rowPages, textBytes, withBlobsAsHex } from "~/platform/db/row-pages.server";
import { type JsonPieces, listPieces } from "~/platform/http/streamed.server";
import { type CaseInJson, caseInJson, optionsInJson } from "./cases.server";
import {
  type InstantRange,
  pagesWithTextsBy,
  type Reader,
  readSessions,
  sessionPages,
  withoutTexts,
  workedIn,
} from "./read-sessions.server";
import { plansInJson } from "./sessions.server";

/** Reads the cases of an answer, page by page, and all records of a stretch. */

const ofSession = refersTo(cases.session_ref, sessions);

/** Statement: the cases of some sessions, in order of session, then of case, in pages that `readCases` reads. */
function casePages(db: Database, userId: number, of: SQL | undefined) {
  const order = sql.join(
    [sessions.start_at, sessions.unique_ref, ...FIRST_TO_LAST].map((each) => sql`${each}`),
    sql`, `,
  );
  const feeText = sql`(SELECT ${textBytes(fees.text_encrypted)} FROM ${fees} WHERE ${refersTo(fees.case_ref, cases)}
    AND ${fees.user_id} = ${userId})`;
  return rowPages(db, {
    from: sql`${sessions} JOIN ${cases} ON ${ofSession} WHERE ${of}`,
    ref: cases.unique_ref,
    size: sql`${textBytes(cases.text_encrypted)} + coalesce(${feeText}, 0)`,
    order,
    ...pagesWithTextsBy(order),
  });
}

const TEXTS = ["case_description", "complications", "reflective_notes", "case_claim_notes"];

/** The cases of some pages, each page in the order of its references. */
async function* readCases(
  { db, cipher, userId }: Reader,
  pages: readonly RowPage[],
  custom: CustomOption[],
): AsyncGenerator<Pick<CaseInJson, "session_ur">[]> {
  for (const { refs, isFar } of pages) {
    const ofPage = sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN (SELECT value FROM json_each(${refs}))`;
    const [rows, feeList] = await db.batch([
      db
        .select(withBlobsAsHex(caseInItsSession, isFar))
        .from(sessions)
        .innerJoin(cases, ofSession)
        .where(ofPage)
        .orderBy(asc(sessions.start_at), asc(sessions.unique_ref), ...FIRST_TO_LAST),
      db
        .select(withBlobsAsHex(FEE_COLUMNS, isFar))
        .from(cases)
        .innerJoin(fees, refersTo(fees.case_ref, cases))
        .where(ofPage),
    ]);
    const feeOf = new Map(feeList.map((fee) => [fee.case_ref, fee]));
    yield await Promise.all(
      rows.map(async (found) => {
        const session = { start_at: found.session_start_at };
        const shown = {
          session,
          found,
          fee: feeOf.get(found.unique_ref),
          chosen: chosenOptions(found.options, custom),
        };
        const inJson = caseInJson({ ...shown, custom }, await answersOf(shown, cipher));
        return isFar ? { ...withoutTexts(inJson, TEXTS), session_ur: inJson.session_ur } : inJson;
      }),
    );
  }
}

/** Cases by their session, as JSON. One that was moved meanwhile to a session that is closed is left out. */
async function* bySession(pages: AsyncIterable<Pick<CaseInJson, "session_ur">[]>): JsonPieces {
  const closed = new Set<string>();
  let open: string | null = null;
  yield "{";
  for await (const page of pages) {
    for (const each of page) {
      const { session_ur: ref } = each;
      if (closed.has(ref)) continue;
      if (ref === open) yield ",";
      else {
        if (open !== null) {
          closed.add(open);
          yield "],";
        }
        yield `${JSON.stringify(ref)}:[`;
        open = ref;
      }
      yield JSON.stringify(each);
    }
  }
  yield open === null ? "}" : "]}";
}

/** Counts the sessions and cases of a stretch without reading them. */
export async function countRecords(db: Database, userId: number, range: InstantRange): Promise<number> {
  const [[worked], [seen]] = await db.batch([
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .where(workedIn(userId, range)),
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .innerJoin(cases, ofSession)
      .where(workedIn(userId, range)),
  ]);
  return (worked?.found ?? 0) + (seen?.found ?? 0);
}

/** All records that a client shows for a stretch of the diary (specification 3.9), for `streamedJson`. */
export async function diaryInJson(by: Reader, range: InstantRange) {
  const { db, userId } = by;
  const [worked, elements, seen, custom, plans] = await db.batch([
    sessionPages(db, userId, range),
    elementChoices(db, userId),
    casePages(db, userId, workedIn(userId, range)),
    customOptions(db, userId),
    planRows(db, userId),
  ]);
  return {
    sessions: listPieces(readSessions(by, worked, elements)),
    cases: bySession(readCases(by, seen, custom)),
    options: optionsInJson(custom),
    jobPlans: plansInJson(planChoices(plans, elements)),
  };
}

/** The cases of one session, first to last, for `streamedJson`. */
export async function casesInJson(by: Reader, sessionRef: string): Promise<JsonPieces> {
  const { db, userId } = by;
  const [pages, custom] = await db.batch([
    casePages(db, userId, and(eq(sessions.user_id, userId), eq(sessions.unique_ref, sessionRef))),
    customOptions(db, userId),
  ]);
  return listPieces(readCases(by, pages, custom));
}
