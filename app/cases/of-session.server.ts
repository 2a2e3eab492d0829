import { and, asc, count, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import { claims } from "~/claims/table.server";
import type { Database } from "~/db/database.server";
import { sessions } from "~/sessions/table.server";
import { cases } from "./table.server";

/** Whether the session of a statement on `sessions` holds cases. Named in full: a select of one table shortens its columns. */
export const HOLDS_CASES = sql.raw(
  "EXISTS (SELECT 1 FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_ref = sessions.user_ref)",
) as SQL<boolean>;

/** How many cases each session of a stretch of the diary holds, and how many of them lack an ASA grade or their end. For a page's batch. */
export function caseCountsBetween(db: Database, userRef: string, from: number, until: number) {
  return (
    db
      .select({
        session_ref: cases.session_ref,
        cases: count(),
        without_asa: sql<number>`sum(${cases.asa} IS NULL)`.mapWith(Number),
        without_end: sql<number>`sum(${cases.start_at} IS NOT NULL AND ${cases.end_at} IS NULL)`.mapWith(Number),
      })
      .from(sessions)
      .innerJoin(cases, and(eq(cases.user_ref, sessions.user_ref), eq(cases.session_ref, sessions.unique_ref)))
      .where(and(eq(sessions.user_ref, userRef), gte(sessions.start_at, from), lt(sessions.start_at, until)))
      // By the session's own column: the one of cases tempts SQLite to walk all cases of all years.
      .groupBy(sessions.unique_ref)
  );
}

/** The cases of one session, first to last, each with its session's times. For a page's batch. */
export function casesOfSession(db: Database, userRef: string, sessionRef: string) {
  return db
    .select({
      ...getTableColumns(cases),
      // Named apart: a batch hands rows over by column name, and cases have a start_at too.
      session_start_at: sql<number>`${sessions.start_at}`.as("session_start_at"),
      session_end_at: sql<number>`${sessions.end_at}`.as("session_end_at"),
    })
    .from(cases)
    .innerJoin(sessions, and(eq(sessions.user_ref, cases.user_ref), eq(sessions.unique_ref, cases.session_ref)))
    .where(and(eq(cases.user_ref, userRef), eq(cases.session_ref, sessionRef)))
    .orderBy(sql`${cases.start_at} IS NULL`, asc(cases.start_at), asc(cases.created_at), asc(cases.unique_ref));
}

export type CaseOfSession = Awaited<ReturnType<typeof casesOfSession>>[number];

/** The fees of a session's cases. For a page's batch. */
export function feesOfCases(db: Database, userRef: string, sessionRef: string) {
  return db
    .select(getTableColumns(claims))
    .from(cases)
    .innerJoin(claims, eq(claims.case_ref, cases.unique_ref))
    .where(and(eq(cases.user_ref, userRef), eq(cases.session_ref, sessionRef)));
}
