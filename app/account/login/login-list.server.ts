import { and, desc, eq, gt } from "drizzle-orm";
import { endOtherAccess } from "~/account/factors/factor-changes.server";
import type { Database } from "~/platform/db/database.server";
import { formatMoment } from "~/platform/time/instants";
import { auditLineBy } from "../audit.server";
import { type RequestContext, rejectEndedLogin } from "../guard.server";
import { logins } from "../table.server";
import { formatBrowser } from "./known-browsers.server";
import { type Login, ORDINARY_MS } from "./logins.server";

/** Statement: the logins of a user that have not expired, last used first. */
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

/** Lists the logins, that of this browser first. */
export function listedLogins(rows: LoginRow[], here: Login, now: number): ListedLogin[] {
  const listed = rows.map((row) => listedLogin(row, here, now));
  return [...listed.filter(({ isThis }) => isThis), ...listed.filter(({ isThis }) => !isThis)];
}

function listedLogin(row: LoginRow, here: Login, now: number) {
  // Use extends an ordinary login until a day after it began.
  const isExtended = !row.remember && row.expires_at < row.created_at + ORDINARY_MS;
  return {
    ref: row.unique_ref,
    isThis: row.unique_ref === here.unique_ref,
    browser: formatBrowser(row.user_agent),
    began: formatMoment(row.created_at, now),
    lastUsed: formatMoment(row.last_seen_at, now),
    remembered: row.remember,
    ends: `${formatMoment(row.expires_at, now)}${isExtended ? " unless used" : ""}`,
    secondFactor: row.second_factor_at !== null,
  };
}

/**
 * Ends one login of the current user.
 * @returns false when they have none with this reference
 */
export async function endLoginOf(context: RequestContext, request: Request, loginRef: string): Promise<boolean> {
  const { db, user } = context;
  const theirs = and(eq(logins.user_ref, user.unique_ref), eq(logins.unique_ref, loginRef));
  const [found] = await db.select({ unique_ref: logins.unique_ref }).from(logins).where(theirs);
  if (!found) return false;
  // The audit line comes first: the login that is ended may be the one in use.
  await db
    .batch([...auditLineBy(context, "logins-ended"), db.delete(logins).where(theirs)])
    .catch(rejectEndedLogin(request));
  return true;
}

/**
 * Ends all other logins of the current user, and those that wait for their second factor.
 */
export async function endAllOthers(context: RequestContext, request: Request): Promise<void> {
  const { db, user } = context;
  await db
    .batch([...auditLineBy(context, "logins-ended"), ...endOtherAccess(db, user.unique_ref, user.login.unique_ref)])
    .catch(rejectEndedLogin(request));
}
