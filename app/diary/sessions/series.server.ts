import { and, count, eq, gt, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { ofUser, REACH_MS } from "./queries.server";
import { sessions } from "./table.server";
import type { SessionSpan } from "./times";

/** What a session's page says of the series that it is one of. */
export interface SeriesFacts {
  total: number;
  /** This session and those that start after it. */
  following: number;
  firstAt: number;
  lastAt: number;
}

/** The sessions that share a series with one of the user's, itself included. As a condition on `sessions`. */
export function inSeriesOf(db: Database, userId: number, sessionRef: string): SQL {
  const series = db.select({ uuid: sessions.recurring_uuid }).from(sessions).where(ofUser(userId, sessionRef));
  return and(eq(sessions.user_id, userId), sql`${sessions.recurring_uuid} = (${series})`) as SQL;
}

/** Starting with one of the user's sessions. As a condition on `sessions`. */
export function notBefore(db: Database, userId: number, sessionRef: string): SQL {
  const start = db.select({ at: sessions.start_at }).from(sessions).where(ofUser(userId, sessionRef));
  return sql`${sessions.start_at} >= (${start})`;
}

/** For a page's batch: see `seriesFacts`. */
export function seriesRow(db: Database, userId: number, sessionRef: string) {
  return db
    .select({
      total: count().as("total"),
      following: sql<number>`total(${notBefore(db, userId, sessionRef)})`.mapWith(Number).as("following"),
      first_at: min(sessions.start_at).as("first_at"),
      last_at: max(sessions.start_at).as("last_at"),
    })
    .from(sessions)
    .where(inSeriesOf(db, userId, sessionRef));
}

/** null for a session that stands alone: in no series, or the last one left of it. */
export function seriesFacts([row]: Awaited<ReturnType<typeof seriesRow>>): SeriesFacts | null {
  if (!row || row.total < 2 || row.first_at === null || row.last_at === null) return null;
  return { total: row.total, following: row.following, firstAt: row.first_at, lastAt: row.last_at };
}

/** Starts of the sessions of a series before one of them, from a day on. For an action's batch. */
export function earlierStarts(db: Database, userId: number, sessionRef: string, from: number) {
  const start = db.select({ at: sessions.start_at }).from(sessions).where(ofUser(userId, sessionRef));
  return db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(
      and(inSeriesOf(db, userId, sessionRef), gte(sessions.start_at, from), sql`${sessions.start_at} < (${start})`),
    );
}

/** How many of these spans share time with a session of another series, or of none. For a batch. */
export function countOverlapping(db: Database, userId: number, spans: readonly SessionSpan[], series: string) {
  const starts = sql`(each.value ->> 0)`;
  const ends = sql`(each.value ->> 1)`;
  return db
    .select({ overlapping: sql<number>`count(DISTINCT each.key)`.mapWith(Number).as("overlapping") })
    .from(sql`json_each(${JSON.stringify(spans.map(({ startAt, endAt }) => [startAt, endAt]))}) AS each`)
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, userId),
        gt(sessions.start_at, sql`${starts} - ${REACH_MS}`),
        lt(sessions.start_at, ends),
        gt(sessions.end_at, starts),
        sql`${sessions.recurring_uuid} IS NOT ${series}`,
      ),
    );
}
