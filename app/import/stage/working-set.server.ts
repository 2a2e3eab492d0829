import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { confirmFirst } from "~/account/may-import.server";
import { addressRow } from "~/account/users.server";
import type { Database } from "~/platform/db/database.server";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonToday } from "~/platform/time/london";
import { inWorkingSet, isInDiary, isOpen, isPlaced } from "../conditions.server";
import { placeableCount } from "../place/preview.server";
import { imports } from "../table.server";
import type { ListPage, Place } from "./list-pages";
import { listRows, ROWS_A_PAGE, type RowLine, r, rowLines } from "./list-rows.server";
import { decryptedSessions, SESSIONS_A_PAGE, type SessionLine, sessionsOfSet } from "./sessions-of-set.server";

export interface WorkingSet {
  rows: ListPage<RowLine>;
  /** Rows that the list offers. */
  available: number;
  placed: number;
  /** Available rows that start within exactly one session: those that "Place all" would place. */
  placeable: number;
  /** Available rows that no session holds: those that making sessions would place. */
  homeless: number;
  /** Hidden rows: the diary has an equal case. */
  matching: number;
  /** 0 when nothing was imported, or all of it was cleared. */
  total: number;
  sessions: ListPage<SessionLine>;
  /** First and last date of the rows (specification 3.1). */
  sessionLimits: { earliest: LondonDate | null; latest: LondonDate | null };
  /** Imports with rows still missing: choosing the file again brings them. */
  unfinished: { unique_ref: string; day: string; received: number; expected: number }[];
  /** What keeps the user from importing; usually null. */
  confirmFirst: string | null;
}

/** Returns all that the main view shows, in one batch. */
export async function workingSet(
  { db, user, cipher }: RequestContext,
  { from, sessions: sessionsFrom }: Place,
): Promise<WorkingSet> {
  const userId = user.id;
  const list = listRows(db, userId, from);
  const { sessions, casesOfThem, sessionCount } = sessionsOfSet(db, userId, sessionsFrom);
  const [[counts], rows, choices, sessionRows, caseRows, [inLimits], unfinished, [ready], [account]] = await db.batch([
    countsOf(db, userId),
    list.rows,
    list.choices,
    sessions,
    casesOfThem,
    sessionCount,
    unfinishedImports(db, userId),
    placeableCount(db, userId),
    addressRow(db, user.unique_ref),
  ]);
  const { total = 0, placed = 0, matching = 0, earliest = null, latest = null } = counts ?? {};
  const available = total - placed - matching;
  return {
    rows: { total: available, length: ROWS_A_PAGE, from, items: await rowLines(cipher, rows, choices) },
    available,
    ...{ placeable: ready?.placeable ?? 0, homeless: ready?.homeless ?? 0 },
    ...{ total, placed, matching, sessionLimits: { earliest, latest } },
    sessions: {
      ...{ total: inLimits?.sessions ?? 0, length: SESSIONS_A_PAGE, from: sessionsFrom },
      items: await decryptedSessions(cipher, sessionRows, caseRows),
    },
    unfinished: unfinished.map(({ created_at, ...each }) => ({ ...each, day: shortDate(londonToday(created_at)) })),
    confirmFirst: confirmFirst(account),
  };
}

/** For the page that asks before the working set is cleared. */
export async function setCounts({ db, user }: RequestContext): Promise<{ waiting: number; placed: number }> {
  const [counts] = await countsOf(db, user.id);
  const { total = 0, placed = 0 } = counts ?? {};
  return { waiting: total - placed, placed };
}

function countsOf(db: Database, userId: number) {
  const edge = (order: SQL) => {
    return sql<string | null>`(SELECT r.case_date FROM import_rows AS r WHERE ${inWorkingSet(userId)}
      ORDER BY r.case_date ${order} LIMIT 1)`;
  };
  return db
    .select({
      total: sql<number>`count(*)`.mapWith(Number).as("total"),
      placed: sql<number>`total(${isPlaced})`.mapWith(Number).as("placed"),
      matching: sql<number>`total(NOT ${isPlaced} AND ${isInDiary(userId)})`.mapWith(Number).as("matching"),
      earliest: edge(sql`ASC`).as("earliest"),
      latest: edge(sql`DESC`).as("latest"),
    })
    .from(r)
    .where(inWorkingSet(userId));
}

function unfinishedImports(db: Database, userId: number) {
  return db
    .select({
      unique_ref: imports.unique_ref,
      created_at: imports.created_at,
      received: imports.rows_received,
      expected: imports.rows_expected,
    })
    .from(imports)
    .where(sql`${imports.user_id} = ${userId} AND ${isOpen()}`);
}
