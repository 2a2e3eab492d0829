import { asc, desc, type SQL, sql } from "drizzle-orm";
import { caseLines } from "~/diary/cases/facts.server";
import { caseWithLabels } from "~/diary/cases/queries.server";
import { cases } from "~/diary/cases/table.server";
import type { CaseLine } from "~/diary/cases/views/case-list";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { inWorkingSet } from "../conditions.server";
import { formatSpan, OVER_MIDNIGHT_MS } from "./list-rows.server";

/** Sessions on one page of the list, each with its cases. */
export const SESSIONS_A_PAGE = 30;

/** A session of the left list. */
export interface SessionLine {
  unique_ref: string;
  date: string;
  time: string;
  element: string;
  cases: CaseLine[];
}

/** Condition: the session is held, and overlaps the days from the first row to the last. */
function inLimits(userId: number): SQL {
  const edge = (column: string, order: string) => {
    return sql`(SELECT ${sql.raw(column)} FROM import_rows AS r WHERE ${inWorkingSet(userId)}
      ORDER BY r.case_date ${sql.raw(order)} LIMIT 1)`;
  };
  const first = edge("r.day_at", "ASC");
  return sql`${sessions.user_id} = ${userId} AND ${sessions.outcome} = 0 AND ${sessions.start_at} >= ${first} - ${OVER_MIDNIGHT_MS}
    AND ${sessions.end_at} > ${first} AND ${sessions.start_at} < ${edge("r.next_day_at", "DESC")}`;
}

/** Statements: a page of the list, newest first, with the cases of its sessions. For a page's batch. */
export function sessionsOfSet(db: Database, userId: number, from: number) {
  const shown = db
    .select({ unique_ref: sessions.unique_ref })
    .from(sessions)
    .where(inLimits(userId))
    .orderBy(desc(sessions.start_at), desc(sessions.unique_ref))
    .limit(SESSIONS_A_PAGE)
    .offset(from);
  return {
    sessions: db
      .select({
        unique_ref: sessions.unique_ref,
        start_at: sessions.start_at,
        end_at: sessions.end_at,
        element: sessionName(),
      })
      .from(sessions)
      .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .where(inLimits(userId))
      .orderBy(desc(sessions.start_at), desc(sessions.unique_ref))
      .limit(SESSIONS_A_PAGE)
      .offset(from),
    casesOfThem: db
      .select(caseWithLabels)
      .from(cases)
      .innerJoin(sessions, refersTo(cases.session_ref, sessions))
      .where(sql`${cases.user_id} = ${userId} AND ${cases.session_ref} IN ${shown}`)
      .orderBy(sql`${cases.start_at} IS NULL`, asc(cases.start_at), asc(cases.created_at), asc(cases.unique_ref)),
    sessionCount: db
      .select({ sessions: sql<number>`count(*)`.mapWith(Number).as("sessions") })
      .from(sessions)
      .where(inLimits(userId)),
  };
}

type Shown = Awaited<ReturnType<typeof sessionsOfSet>["sessions"]>[number];
type ShownCase = Awaited<ReturnType<typeof sessionsOfSet>["casesOfThem"]>[number];

export async function decryptedSessions(
  cipher: Cipher,
  rows: readonly Shown[],
  caseRows: readonly ShownCase[],
): Promise<SessionLine[]> {
  return Promise.all(
    rows.map(async ({ unique_ref, start_at, end_at, element }) => ({
      unique_ref,
      date: shortDate(londonMoment(start_at).date),
      time: formatSpan(start_at, end_at),
      element: element ?? "No job plan element",
      cases: await caseLines(
        caseRows.filter((row) => row.session_ref === unique_ref),
        cipher,
        [],
      ),
    })),
  );
}
