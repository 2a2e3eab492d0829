import { and, count, eq, getTableColumns, gte, max, min, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import type { NewerVersion } from "~/platform/http/action-result";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { ofUser, type SessionRow, sharesTime } from "../sessions/queries.server";
import { sessions } from "../sessions/table.server";
import type { SessionSpan } from "../sessions/times";
import { differences, type Follower, namedDates } from "./following";

/** Condition on `sessions`: those in the same series as one of the user's, itself included. */
export function inSeriesOf(db: Database, userId: number, sessionRef: string): SQL {
  const series = db.select({ uuid: sessions.recurring_uuid }).from(sessions).where(ofUser(userId, sessionRef));
  return and(eq(sessions.user_id, userId), sql`${sessions.recurring_uuid} = (${series})`) as SQL;
}

/** Condition on `sessions`: those that start when one of the user's sessions does, or later. */
export function notBefore(db: Database, userId: number, sessionRef: string): SQL {
  return sql`${sessions.start_at} >= (${startOf(db, userId, sessionRef)})`;
}

function startOf(db: Database, userId: number, sessionRef: string) {
  return db.select({ at: sessions.start_at }).from(sessions).where(ofUser(userId, sessionRef));
}

/** For a page's batch; `seriesFacts` reads it. */
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

/**
 * What a session's page shows about its series; null for a session in no series, or the last one left of its series.
 * @returns `following`: number of sessions from this one on
 */
export function seriesFacts([row]: Awaited<ReturnType<typeof seriesRow>>) {
  if (!row || row.total < 2 || row.first_at === null || row.last_at === null) return null;
  return { total: row.total, following: row.following, firstAt: row.first_at, lastAt: row.last_at };
}

/** Starts of a series' sessions that start before one of them, and not before `from`. For an action's batch. */
export function earlierStarts(db: Database, userId: number, sessionRef: string, from: number) {
  const isEarlier = sql`${sessions.start_at} < (${startOf(db, userId, sessionRef)})`;
  return db
    .select({ start_at: sessions.start_at })
    .from(sessions)
    .where(and(inSeriesOf(db, userId, sessionRef), gte(sessions.start_at, from), isEarlier));
}

/** Number of these spans that share time with a held session of another series, or of none. For a batch. */
export function countOverlapping(db: Database, userId: number, spans: readonly SessionSpan[], series: string) {
  return db
    .select({ overlapping: sql<number>`count(DISTINCT each.key)`.mapWith(Number).as("overlapping") })
    .from(sql`json_each(${JSON.stringify(spans.map(({ startAt, endAt }) => [startAt, endAt]))}) AS each`)
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, userId),
        eq(sessions.outcome, "held"),
        sharesTime(sessions, sql`(each.value ->> 0)`, sql`(each.value ->> 1)`),
        sql`${sessions.recurring_uuid} IS NOT ${series}`,
      ),
    );
}

/** Condition on `sessions`: those of a series that start after one of them. */
function after(db: Database, userId: number, sessionRef: string): SQL {
  return and(
    inSeriesOf(db, userId, sessionRef),
    sql`${sessions.start_at} > (${startOf(db, userId, sessionRef)})`,
  ) as SQL;
}

/**
 * The sessions of a series that follow one of them, by start. For an action's batch.
 * @param hasCases condition on a row of `sessions`: it has cases
 */
export function followingRows(db: Database, userId: number, sessionRef: string, hasCases: SQL) {
  return db
    .select({ ...getTableColumns(sessions), hasCases: hasCases.mapWith(Boolean).as("holds_cases") })
    .from(sessions)
    .where(after(db, userId, sessionRef))
    .orderBy(sessions.start_at);
}

/** As `followingRows`, with the length of the encrypted notes in place of the notes. For a page's batch. */
export function followingFacts(db: Database, userId: number, sessionRef: string, hasCases: SQL) {
  const { text_encrypted, ...columns } = getTableColumns(sessions);
  return db
    .select({
      ...columns,
      notes: sql<number>`coalesce(octet_length(${text_encrypted}), 0)`.mapWith(Number).as("notes"),
      hasCases: hasCases.mapWith(Boolean).as("holds_cases"),
    })
    .from(sessions)
    .where(after(db, userId, sessionRef))
    .orderBy(sessions.start_at);
}

/**
 * What the form of a session shows about the sessions that follow it.
 * @returns `shown`: value of the form's hidden field, see `changedSinceShown`; `alike`: number of sessions that are
 * like this one, and would change with it; `others`: `3 keep their own: Tue 8 Dec 2026 (times), …`
 */
export function followingShown(session: SessionRow, following: Awaited<ReturnType<typeof followingFacts>>) {
  const own = following.map((row) => {
    const parts: string[] = differences(row, session);
    if (row.notes !== (session.text_encrypted?.byteLength ?? 0)) parts.push("notes");
    return { row, parts: row.hasCases ? ["cases"] : parts };
  });
  const others = own.filter(({ parts }) => parts.length > 0);
  return { shown: asShown(following), alike: following.length - others.length, others: formatOthers(others) };
}

/** Most sessions that are listed with what differs. */
const MAX_LISTED = 6;

function formatOthers(others: readonly { row: { start_at: number }; parts: readonly string[] }[]): string | null {
  if (others.length === 0) return null;
  const starts = others.map(({ row }) => row.start_at);
  const list = others.map(({ row, parts }) => `${shortDate(londonMoment(row.start_at).date)} (${parts.join(", ")})`);
  const named = others.length > MAX_LISTED ? namedDates(starts) : list.join(", ");
  return `${formatCounted(others.length, "keeps its", "keep their")} own: ${named}`;
}

/** The start of a reference, enough to distinguish the sessions of one series, and the version. */
function mark({ unique_ref, version }: Pick<SessionRow, "unique_ref" | "version">): string {
  return `${unique_ref.slice(0, 8)}${version}`;
}

function asShown(following: readonly Pick<SessionRow, "unique_ref" | "version">[]): string {
  return following.map(mark).join(".");
}

/**
 * Returns the following sessions that were changed after the form was opened, as they are now; null when the form
 * showed all of them as they are.
 */
export function changedSinceShown(
  shown: string,
  current: SessionRow,
  following: readonly Follower[],
): NewerVersion | null {
  const seen = new Set(shown.split("."));
  const changed = following.filter((row) => !seen.has(mark(row)));
  if (changed.length === 0) return null;
  return { version: current.version, following: asShown(following) };
}
