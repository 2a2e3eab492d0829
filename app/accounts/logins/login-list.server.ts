import { and, desc, eq, gt } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { momentWords } from "~/time/moment-words";
import { auditLine } from "../audit.server";
import { logins } from "../table.server";
import { browserWords } from "./browser-words";
import { endOtherLogins, type Login } from "./logins.server";

/** The logins of a user that have not run out, the last used first; for a batch. */
export function loginsOf(db: Database, userRef: string, now: number) {
  return db
    .select({
      unique_ref: logins.unique_ref,
      user_agent: logins.user_agent,
      remember: logins.remember,
      second_factor_at: logins.second_factor_at,
      last_seen_at: logins.last_seen_at,
      expires_at: logins.expires_at,
      created_at: logins.created_at,
    })
    .from(logins)
    .where(and(eq(logins.user_ref, userRef), gt(logins.expires_at, now)))
    .orderBy(desc(logins.last_seen_at), desc(logins.created_at));
}

type LoginRow = Awaited<ReturnType<typeof loginsOf>>[number];

/** A login as its list shows it, in words. */
export type ListedLogin = ReturnType<typeof listedLogin>;

/** This browser first. */
export function listedLogins(rows: LoginRow[], here: Login, now: number): ListedLogin[] {
  const listed = rows.map((row) => listedLogin(row, here, now));
  return [...listed.filter(({ isThis }) => isThis), ...listed.filter(({ isThis }) => !isThis)];
}

function listedLogin(row: LoginRow, here: Login, now: number) {
  const ends = momentWords(row.expires_at, now);
  return {
    ref: row.unique_ref,
    isThis: row.unique_ref === here.unique_ref,
    browser: browserWords(row.user_agent),
    began: momentWords(row.created_at, now),
    lastUsed: momentWords(row.last_seen_at, now),
    remembered: row.remember,
    ends: row.remember ? ends : `when the browser closes, or ${ends} unless used`,
    secondFactor: row.second_factor_at !== null,
  };
}

/** Ends one login of a user. @returns false when they have none of this reference. */
export async function endLoginOf(db: Database, userRef: string, loginRef: string, now: number): Promise<boolean> {
  const theirs = and(eq(logins.user_ref, userRef), eq(logins.unique_ref, loginRef));
  const [found] = await db.select({ unique_ref: logins.unique_ref }).from(logins).where(theirs);
  if (!found) return false;
  await db.batch([db.delete(logins).where(theirs), auditLine(db, userRef, "logins-ended", now)]);
  return true;
}

/** Ends all logins of a user but this one. */
export async function endAllOthers(db: Database, userRef: string, here: Login, now: number): Promise<void> {
  await db.batch([endOtherLogins(db, userRef, here.unique_ref), auditLine(db, userRef, "logins-ended", now)]);
}
