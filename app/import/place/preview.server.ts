import { sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import {
  inWorkingSet,
  isAvailable,
  isCoveredBySession,
  isDuplicate,
  isInDiary,
  isInLocked,
  isPlaced,
  sessionOfRow,
} from "../conditions.server";
import { isSkipReason } from "../format";
import { formatSpan, formatWhen } from "../stage/list-rows.server";
import type { importRows } from "../table.server";

/** Rows that are listed for each reason. */
const NAMED = 20;
/** Sessions that are listed. */
const PLACES = 200;

/**
 * Statement: how many rows "Place all" would place, and how many no session holds, by the conditions of the previews.
 * For the batch of the page that offers it.
 */
export function placeableCount(db: Database, userId: number) {
  const home = sql`SELECT ${sessionOfRow(userId)} AS home, ${isCoveredBySession(userId)} OR ${isInLocked(userId)} AS any_session
    FROM import_rows AS r
    WHERE ${isAvailable(userId)} AND r.identifier IS NOT 'strong' AND NOT ${isDuplicate}`;
  return db
    .select({
      placeable: sql<number>`count(home)`.mapWith(Number).as("placeable"),
      homeless: sql<number>`total(NOT any_session)`.mapWith(Number).as("homeless"),
    })
    .from(sql`(${home})`);
}

/** What "Place all" would do, by the same conditions, in one statement. */
export async function placingPreview({ db, user }: Pick<RequestContext, "db" | "user">) {
  const groups = await outcomesOf(db, user.id);
  const placed = groups.filter(({ fate }) => fate === "placed");
  const sum = (name: "rows" | "marked") => placed.reduce((total, group) => total + group[name], 0);
  return {
    /** Rows by the session that they go into, newest first. */
    places: placed.slice(0, PLACES).map(({ session_ref, start_at, end_at, element, rows }) => ({
      session_ref: session_ref ?? "",
      date: shortDate(londonMoment(start_at).date),
      time: formatSpan(start_at, end_at),
      element: element ?? "No job plan element",
      rows,
    })),
    /** Number of older sessions that are not listed. */
    more: Math.max(0, placed.length - PLACES),
    rows: sum("rows"),
    /** How many of them have a text that might identify the patient: they are placed, and marked. */
    marked: sum("marked"),
    /** Rows that are in the diary already, or twice in the files: they are not placed. */
    there: namedOf(groups.find(({ fate }) => fate === "there")),
    skipped: groups.flatMap((group) => {
      return isSkipReason(group.fate) ? [{ reason: group.fate, ...namedOf(group) }] : [];
    }),
    /** Hash of the sessions and their rows: tells whether they have changed when the rows are placed. */
    fingerprint: await hashOf(JSON.stringify(placed.map(({ session_ref, refs }) => [session_ref, refs]))),
  };
}

export type Preview = Awaited<ReturnType<typeof placingPreview>>;
type Group = Awaited<ReturnType<typeof outcomesOf>>[number];

/** Statement: counts the rows by the session that they would go into, or by the reason why they are left out. */
function outcomesOf(db: Database, userId: number) {
  const rows = sql`SELECT r.unique_ref, r.line, r.case_date, r.start_at, r.end_at, r.identifier,
      ${isInDiary(userId)} OR ${isDuplicate} AS is_there, ${sessionOfRow(userId)} AS home, ${isCoveredBySession(userId)} AS any_session,
      ${isInLocked(userId)} AS is_locked
    FROM import_rows AS r WHERE ${inWorkingSet(userId)} AND NOT ${isPlaced}`;
  // MATERIALIZED, because otherwise SQLite evaluates each condition again wherever its result is used.
  const fates = sql`(WITH waiting AS MATERIALIZED (${rows}) SELECT *, CASE WHEN is_there THEN 'there' WHEN is_locked THEN 'locked' WHEN NOT any_session THEN 'no_session'
      WHEN home IS NULL THEN 'two_sessions' WHEN identifier = 'strong' THEN 'identifier' ELSE 'placed' END AS fate
    FROM waiting)`;
  const ranked = sql`(SELECT *, row_number() OVER (PARTITION BY fate ORDER BY case_date, start_at, line) AS nth,
      CASE WHEN fate = 'placed' THEN home END AS goes_to FROM ${fates})`;
  const named = sql`json_group_array(json_object('unique_ref', unique_ref, 'line', line, 'case_date', case_date,
      'start_at', start_at, 'end_at', end_at)) FILTER (WHERE nth <= ${NAMED} AND fate <> 'placed')`;
  // In 48 bits each, since a file may have 100,000 rows.
  const refs = sql`coalesce(group_concat(substr(unique_ref, 1, 8), '' ORDER BY unique_ref) FILTER (WHERE fate = 'placed'), '')`;
  const summed = sql`(SELECT fate, goes_to, count(*) AS row_count, total(identifier IS NOT NULL) AS marked, ${named} AS named, ${refs} AS refs
    FROM ${ranked} GROUP BY fate, goes_to)`;
  return db
    .select({
      fate: sql<string>`fate`.as("fate"),
      session_ref: sql<string | null>`goes_to`.as("session_ref"),
      rows: sql<number>`row_count`.mapWith(Number).as("row_count"),
      marked: sql<number>`marked`.mapWith(Number).as("marked"),
      named: sql<string>`named`.as("named"),
      /** The beginnings of the references of the rows that are placed. */
      refs: sql<string>`refs`.as("refs"),
      start_at: sql<number>`coalesce(s.start_at, 0)`.mapWith(Number).as("session_start"),
      end_at: sql<number>`coalesce(s.end_at, 0)`.mapWith(Number).as("session_end"),
      element: sessionName("s", "e"),
    })
    .from(sql`${summed} AS summed`)
    .leftJoin(sql`sessions AS s`, sql`s.user_id = ${userId} AND s.unique_ref = goes_to`)
    .leftJoin(sql`job_plan_elements AS e`, sql`e.user_id = s.user_id AND e.unique_ref = s.element_ref`)
    .orderBy(sql`s.start_at DESC, goes_to`);
}

/** The first rows of a group, with what is needed to find them in the file. */
function namedOf({ rows, named }: Pick<Group, "rows" | "named"> = { rows: 0, named: "[]" }) {
  const first = (JSON.parse(named) as Named[]).map(({ unique_ref, line, ...when }) => {
    return { unique_ref, line, ...formatWhen(when) };
  });
  return { rows, first };
}

type Named = Pick<typeof importRows.$inferSelect, "unique_ref" | "line" | "case_date" | "start_at" | "end_at">;
