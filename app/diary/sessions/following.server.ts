import { and, getTableColumns, type SQL, sql } from "drizzle-orm";
import { showPa } from "~/planning/job-plans/pa-rules";
import type { Database } from "~/platform/db/database.server";
import type { Newer } from "~/platform/http/action-result";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { findElement, type PlanChoice } from "./element-choices";
import { differences, type Follower, namedDates } from "./following";
import { ofUser, type SessionRow } from "./queries.server";
import { inSeriesOf } from "./series.server";
import { sessions } from "./table.server";
import { timesText } from "./times";

/** The sessions of a series that start after one of them. As a condition on `sessions`. */
function after(db: Database, userId: number, sessionRef: string): SQL {
  const start = db.select({ at: sessions.start_at }).from(sessions).where(ofUser(userId, sessionRef));
  return and(inSeriesOf(db, userId, sessionRef), sql`${sessions.start_at} > (${start})`) as SQL;
}

/** Those that follow a session, first to last. For an action's batch. @param holdsCases of a session of `sessions` */
export function followingRows(db: Database, userId: number, sessionRef: string, holdsCases: SQL) {
  return db
    .select({ ...getTableColumns(sessions), holdsCases: holdsCases.mapWith(Boolean).as("holds_cases") })
    .from(sessions)
    .where(after(db, userId, sessionRef))
    .orderBy(sessions.start_at);
}

/** As `followingRows`, without the notes: how long they are, encrypted. For a page's batch. */
export function followingFacts(db: Database, userId: number, sessionRef: string, holdsCases: SQL) {
  const { text_encrypted, ...columns } = getTableColumns(sessions);
  return db
    .select({
      ...columns,
      notes: sql<number>`coalesce(octet_length(${text_encrypted}), 0)`.mapWith(Number).as("notes"),
      holdsCases: holdsCases.mapWith(Boolean).as("holds_cases"),
    })
    .from(sessions)
    .where(after(db, userId, sessionRef))
    .orderBy(sessions.start_at);
}

/** What the form of a session says of those that follow it. */
export interface FollowingShown {
  /** Goes along with the form: see `changedSinceShown`. */
  shown: string;
  /** How many are as this one is, and would change with it. */
  alike: number;
  /** The others, and in what: `3 keep their own where they differ: Tue 8 Dec 2026 (times), …`; null for none. */
  others: string | null;
}

export function followingShown(
  session: SessionRow,
  following: Awaited<ReturnType<typeof followingFacts>>,
): FollowingShown {
  const own = following.map((row) => {
    const parts: string[] = differences(row, session);
    if (row.notes !== (session.text_encrypted?.byteLength ?? 0)) parts.push("notes");
    return { row, parts: row.holdsCases ? ["cases"] : parts };
  });
  const others = own.filter(({ parts }) => parts.length > 0);
  return { shown: asShown(following), alike: following.length - others.length, others: formatOthers(others) };
}

/** So many are named with what differs. */
const MOST_TOLD = 6;

function formatOthers(others: readonly { row: { start_at: number }; parts: readonly string[] }[]): string | null {
  if (others.length === 0) return null;
  const starts = others.map(({ row }) => row.start_at);
  const list = others.map(({ row, parts }) => `${shortDate(londonMoment(row.start_at).date)} (${parts.join(", ")})`);
  const named = others.length > MOST_TOLD ? namedDates(starts) : list.join(", ");
  return `${others.length} ${others.length === 1 ? "keeps its" : "keep their"} own: ${named}`;
}

/** Enough of a reference to tell the sessions of one series apart, and the version. */
function mark({ unique_ref, version }: Pick<SessionRow, "unique_ref" | "version">): string {
  return `${unique_ref.slice(0, 8)}${version}`;
}

function asShown(following: readonly Pick<SessionRow, "unique_ref" | "version">[]): string {
  return following.map(mark).join(".");
}

/** What was saved of those that follow after the form was opened, as it is now; null when it showed all as they are. */
export function changedSinceShown(
  shown: string,
  current: SessionRow,
  following: readonly Follower[],
  plans: readonly PlanChoice[],
): Newer | null {
  const seen = new Set(shown.split("."));
  const changed = following.filter((row) => !seen.has(mark(row)));
  if (changed.length === 0) return null;
  const facts = changed.slice(0, MOST_TOLD).map((row) => {
    const { times, ends } = timesText({ startAt: row.start_at, endAt: row.end_at });
    const element = row.element_ref && findElement(plans, row.element_ref)?.element.description;
    const parts = [element ?? "No job plan element", times, ends, `${showPa(row.pa_units)} PA`, row.site];
    return { name: shortDate(londonMoment(row.start_at).date), value: parts.filter(Boolean).join(", ") };
  });
  const more = changed.length - facts.length;
  if (more > 0) facts.push({ name: "And", value: `${more} more` });
  return { version: current.version, facts, following: asShown(following) };
}
