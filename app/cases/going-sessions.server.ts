import { and, type SQL, sql } from "drizzle-orm";
import { claims } from "~/claims/table.server";
import type { Database } from "~/db/database.server";
import type { Going } from "~/db/undo-steps.server";
import type { SeriesChoice } from "~/sessions/going";
import { ofUser } from "~/sessions/queries.server";
import { inSeriesOf, notBefore } from "~/sessions/series.server";
import { sessions } from "~/sessions/table.server";
import { cases } from "./table.server";

export interface WhatGoes {
  sessions: Going;
  cases: Going;
  claims: Going;
}

/** The rows that a choice takes away, as conditions that hold as long as the session itself is there. */
export function goingWith(db: Database, userId: number, sessionRef: string, choice: SeriesChoice): WhatGoes {
  const ofSeries = inSeriesOf(db, userId, sessionRef);
  const chosen = {
    1: ofUser(userId, sessionRef),
    2: and(ofSeries, notBefore(db, userId, sessionRef)),
    3: ofSeries,
  }[choice] as SQL;
  const sessionRefs = sql`(SELECT ${sessions.unique_ref} FROM ${sessions} WHERE ${chosen})`;
  const ofSessions = sql`${cases.user_id} = ${userId} AND ${cases.session_ref} IN ${sessionRefs}`;
  const caseRefs = sql`(SELECT ${cases.unique_ref} FROM ${cases} WHERE ${ofSessions})`;
  return {
    sessions: { table: sessions, where: chosen },
    cases: { table: cases, where: ofSessions },
    claims: {
      table: claims,
      where: sql`(${claims.user_id} = ${userId} AND ${claims.session_ref} IN ${sessionRefs})
        OR (${claims.user_id} = ${userId} AND ${claims.case_ref} IN ${caseRefs})`,
    },
  };
}

/** What others point at comes back first. */
export function inOrder(going: WhatGoes): Going[] {
  return [going.sessions, going.cases, going.claims];
}

export function countOf({ table, where }: Going): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${table} WHERE ${where})`.mapWith(Number);
}
