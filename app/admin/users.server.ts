import { count, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { codes, logins, users } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";
import { longDate } from "~/platform/time/dates";
import { formatMoment } from "~/platform/time/instants";
import { londonMoment } from "~/platform/time/london";

export const USERS_PER_PAGE = 50;

/**
 * The newest address that a link was sent to, verified or not. In a select from one table Drizzle writes columns
 * without their table, so `users.unique_ref` is written out.
 */
const ASKED_ADDRESS = sql<string | null>`(SELECT ${codes.payload} FROM ${codes}
  WHERE ${codes.user_ref} = users.unique_ref AND ${codes.kind} = 'verification'
  ORDER BY ${codes.created_at} DESC, ${codes}.rowid DESC LIMIT 1)`;
const LAST_SEEN = sql<number | null>`(SELECT max(${logins.last_seen_at}) FROM ${logins}
  WHERE ${logins.user_ref} = users.unique_ref)`;

interface Page {
  /** Part of a username, a name or an address; empty: everybody. */
  find: string;
  /** Reference of the last user of the page before; empty: the first page. */
  after: string;
}

/**
 * Statement: users, newest first, one more than a page shows. Unverified addresses are searched too: they may be
 * misspelt.
 */
export function usersOf(db: Database, { find, after }: Page) {
  const before = sql`(${users.created_at}, ${users.unique_ref}) <
    (SELECT last.created_at, last.unique_ref FROM ${users} AS last WHERE last.unique_ref = ${after})`;
  const wanted = [find === "" ? [] : [isLike(find.toLowerCase())], after === "" ? [] : [before]].flat();
  return db
    .select({
      ref: users.unique_ref,
      username: users.username,
      first_name: users.first_name,
      last_name: users.last_name,
      level: users.level,
      email: users.email,
      asked: ASKED_ADDRESS.as("asked_address"),
      last_seen_at: LAST_SEEN.as("last_seen"),
      created_at: users.created_at,
      suspended_at: users.suspended_at,
    })
    .from(users)
    .where(wanted.length === 0 ? undefined : sql.join(wanted, sql` AND `))
    .orderBy(desc(users.created_at), desc(users.unique_ref))
    .limit(USERS_PER_PAGE + 1);
}

function isLike(find: string): SQL {
  const address = sql`SELECT 1 FROM ${codes} WHERE ${eq(codes.user_ref, users.unique_ref)}
    AND ${codes.kind} = 'verification' AND instr(lower(${codes.payload}), ${find})`;
  return sql`(instr(${users.username_key}, ${find})
    OR instr(lower(${users.first_name} || ' ' || ${users.last_name}), ${find})
    OR instr(${users.email_key}, ${find})
    OR EXISTS (${address}))`;
}

const SEEN_LATELY_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Statement: number of users, and of those who used a login within the last week, as far as it is kept. For a batch.
 */
export function countUsers(db: Database, now: number) {
  const lately = sql<number>`(SELECT count(DISTINCT ${logins.user_ref}) FROM ${logins}
    WHERE ${gt(logins.last_seen_at, now - SEEN_LATELY_MS)})`;
  return db.select({ n: count(), seen: lately.as("seen_lately") }).from(users);
}

type UserRow = Awaited<ReturnType<typeof usersOf>>[number];

/** A user as a list shows them. */
export type ListedUser = ReturnType<typeof listedUser>;

/** The users of one page, and the reference after which the next page begins; null on the last page. */
export function pageOfUsers(rows: UserRow[], now: number) {
  const shown = rows.slice(0, USERS_PER_PAGE);
  return {
    users: shown.map((row) => listedUser(row, now)),
    next: rows.length > USERS_PER_PAGE ? (shown.at(-1)?.ref ?? null) : null,
  };
}

export type PageOfUsers = ReturnType<typeof pageOfUsers>;

function listedUser(row: UserRow, now: number) {
  const { ref, username, level, email, asked, last_seen_at, created_at, suspended_at, ...names } = row;
  return {
    ref,
    username,
    level,
    name: `${names.first_name} ${names.last_name}`.trim(),
    address: email ?? asked,
    verified: email !== null,
    suspended: suspended_at !== null,
    made: longDate(londonMoment(created_at).date),
    lastSeen: last_seen_at === null ? null : formatMoment(last_seen_at, now),
  };
}
