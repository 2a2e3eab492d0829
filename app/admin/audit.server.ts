import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type AdminAct, auditLine, formatAction, isOfUser, LINES_PER_PAGE } from "~/account/audit.server";
import type { RequestContext } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { assertLogin } from "~/account/login/logins.server";
import { audit, users } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";
import { formatMoment } from "~/platform/time/instants";

const LATEST_ACTS = 10;

/** In place of the name of a user whose account was deleted. */
const NOBODY = "an account that is gone";

/**
 * Statement: audit lines of what a user did and what was done to them, newest first, one more than a page shows.
 * @param before reference of the last line of the page before; empty: the first page
 */
export function linesOf(db: Database, userRef: string, before: string) {
  const earlier = sql`(${audit.occurred_at}, ${audit}.rowid) <
    (SELECT last.occurred_at, last.rowid FROM ${audit} AS last WHERE last.unique_ref = ${before})`;
  return selectLines(db, and(isOfUser(userRef), before === "" ? undefined : earlier), LINES_PER_PAGE + 1);
}

/** Statement: the latest acts of administrators, newest first. */
export function latestActs(db: Database) {
  return selectLines(db, sql`${audit.action} GLOB 'admin-*'`, LATEST_ACTS);
}

function selectLines(db: Database, which: SQL | undefined, most: number) {
  const about = alias(users, "about");
  return db
    .select({
      ref: audit.unique_ref,
      action: audit.action,
      occurred_at: audit.occurred_at,
      detail: audit.detail,
      user_ref: audit.user_ref,
      about_ref: audit.about_ref,
      by: sql<string | null>`${users.username}`.as("by_username"),
      of: sql<string | null>`${about.username}`.as("about_username"),
    })
    .from(audit)
    .leftJoin(users, eq(users.unique_ref, audit.user_ref))
    .leftJoin(about, eq(about.unique_ref, audit.about_ref))
    .where(which)
    .orderBy(desc(audit.occurred_at), desc(sql`${audit}.rowid`))
    .limit(most);
}

type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

/** An audit line in words. */
export type ListedAct = ReturnType<typeof listedAct>;

export function listedAct(row: LineRow, now: number) {
  const { ref, occurred_at, user_ref, about_ref, by, of } = row;
  return {
    ref,
    when: formatMoment(occurred_at, now),
    what: formatAction(row),
    by: { ref: user_ref, name: by ?? NOBODY },
    about: about_ref === "" ? null : { ref: about_ref, name: of ?? NOBODY },
  };
}

/** The lines of one page, and the reference after which the next page begins; null on the last page. */
export function pageOfLines(rows: LineRow[], now: number) {
  const shown = rows.slice(0, LINES_PER_PAGE);
  return {
    lines: shown.map((row) => listedAct(row, now)),
    next: rows.length > LINES_PER_PAGE ? (shown.at(-1)?.ref ?? null) : null,
  };
}

interface AdminLineDetails {
  /** Reference of the user that it is about. None: about nobody. */
  about?: string;
  /** What it changed, in words; never content of a diary. */
  detail?: string;
}

/**
 * Statements: the audit line of an administrator's act, for the batch of that act. If the login that acts was ended
 * meanwhile, or its user is no longer an administrator, the batch fails (`rejectEndedLogin`). So of two administrators who
 * take the level from each other the later one fails, and one always remains.
 */
export function adminLine(context: RequestContext, act: AdminAct, { about = "", detail = "" }: AdminLineDetails = {}) {
  const { db, user, now } = context;
  const line = auditLine(db, user.unique_ref, act, now, { about_ref: about, detail });
  return [assertLogin(context, eq(users.level, ADMIN_LEVEL)), line] as const;
}
