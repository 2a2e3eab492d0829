import { and, asc, count, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import { FEE_COLUMNS } from "~/diary/fees/queries.server";
import type { FeeAmounts } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { CHOSEN, chosenIn } from "./options-column.server";
import { cases, options } from "./table.server";

/** Whether the session of a statement on `sessions` holds cases. Named in full: a select of one table shortens its columns. */
export const HOLDS_CASES = sql.raw(
  "EXISTS (SELECT 1 FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_id = sessions.user_id)",
) as SQL<boolean>;

/** What a page shows of a fee, in the order of `feesIn`. */
const feesAsJson = sql`json_group_array(json_array(${fees.amount_pence}, ${fees.timesheet_date}, ${fees.paid_date},
  ${fees.paid_pence}, ${fees.written_off_date})) FILTER (WHERE ${fees.unique_ref} IS NOT NULL)`;

function feesIn(json: unknown): FeeAmounts[] {
  const rows = JSON.parse(String(json)) as [number, string | null, string | null, number | null, string | null][];
  return rows.map(([amount_pence, timesheet_date, paid_date, paid_pence, written_off_date]) => {
    return { amount_pence, timesheet_date, paid_date, paid_pence, written_off_date };
  });
}

/**
 * How many cases each session of a stretch of the diary holds, how many of them lack an ASA grade or their end, and
 * their fees. For a page's batch.
 */
export function caseCountsBetween(db: Database, userId: number, from: number, until: number) {
  return (
    db
      .select({
        session_ref: cases.session_ref,
        cases: count(),
        without_asa: sql<number>`sum(${cases.asa} IS NULL)`.mapWith(Number),
        without_end: sql<number>`sum(${cases.start_at} IS NOT NULL AND ${cases.end_at} IS NULL)`.mapWith(Number),
        fees: sql<FeeAmounts[]>`${feesAsJson}`.mapWith(feesIn),
      })
      .from(sessions)
      .innerJoin(cases, refersTo(cases.session_ref, sessions))
      .leftJoin(fees, refersTo(fees.case_ref, cases))
      .where(and(eq(sessions.user_id, userId), gte(sessions.start_at, from), lt(sessions.start_at, until)))
      // In the order that the index on starts ends with: no rows are sorted, which would be read once more for it.
      .groupBy(sessions.start_at, sql`"sessions".unique_ref`)
  );
}

/** What a case has of the options: those of the Standard lists by their number, the user's own by their label. */
const labelsAsJson = sql`(SELECT json_group_array(coalesce(${options.label}, ${CHOSEN.id})) FROM ${chosenIn(cases.options)}
  LEFT JOIN ${options} ON ${options.unique_ref} = ${CHOSEN.id} AND ${options.user_id} = ${cases.user_id})`;

/** A case with its session's times, of a select that joins both. */
export const caseInItsSession = {
  ...getTableColumns(cases),
  // Named apart: a batch hands rows over by column name, and cases have a start_at too.
  session_start_at: sql<number>`${sessions.start_at}`.as("session_start_at"),
  session_end_at: sql<number>`${sessions.end_at}`.as("session_end_at"),
};

/** The same with what it has of the options, in words or numbers. */
export const caseWithLabels = {
  ...caseInItsSession,
  labels: sql<string[]>`${labelsAsJson}`.mapWith((json) => JSON.parse(String(json)) as string[]).as("labels"),
};

/** The cases of one session, first to last, each with its session's times. For a page's batch. */
export function casesOfSession(db: Database, userId: number, sessionRef: string) {
  return db
    .select(caseWithLabels)
    .from(cases)
    .innerJoin(sessions, refersTo(cases.session_ref, sessions))
    .where(and(eq(cases.user_id, userId), eq(cases.session_ref, sessionRef)))
    .orderBy(sql`${cases.start_at} IS NULL`, asc(cases.start_at), asc(cases.created_at), asc(cases.unique_ref));
}

export type CaseInItsSession = Omit<CaseOfSession, "labels">;
export type CaseOfSession = Awaited<ReturnType<typeof casesOfSession>>[number];

/** The fees of a session's cases. For a page's batch. */
export function feesOfCases(db: Database, userId: number, sessionRef: string) {
  return db
    .select(FEE_COLUMNS)
    .from(cases)
    .innerJoin(fees, refersTo(fees.case_ref, cases))
    .where(and(eq(cases.user_id, userId), eq(cases.session_ref, sessionRef)));
}
