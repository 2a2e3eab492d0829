import { and, desc, eq, gt, lte, ne, notInArray, sql } from "drizzle-orm";
import { redirect } from "react-router";
import { logins } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { LOGIN_COOKIE, NO_SIGNAL_COOKIE, readCookie, writeCookie } from "~/platform/http/cookies";

/**
 * Ends the login of the request, on the server too.
 * @returns the cookie that clears it
 */
export async function endLogin(db: Database, request: Request): Promise<string> {
  const token = readCookie(request, LOGIN_COOKIE);
  if (token) await db.delete(logins).where(eq(logins.token_hash, await hashOf(token)));
  return writeCookie(request, LOGIN_COOKIE, "", 0);
}

/** Logins that one user may have at once, more than anybody has browsers. */
export const MAX_LOGINS = 20;

/** Statement, after a login was written: with one too many, ends that of its user which was unused longest. */
export function endSurplusLogins(db: Database, begunRef: string, now: number) {
  const owner = sql<string>`(SELECT begun.user_ref FROM ${logins} AS begun WHERE begun.unique_ref = ${begunRef})`;
  const others = and(eq(logins.user_ref, owner), ne(logins.unique_ref, begunRef), gt(logins.expires_at, now));
  const kept = db
    .select({ unique_ref: logins.unique_ref })
    .from(logins)
    .where(others)
    .orderBy(desc(logins.last_seen_at), desc(logins.created_at))
    .limit(MAX_LOGINS - 1);
  return db.delete(logins).where(and(others, notInArray(logins.unique_ref, kept)));
}

/** `Clear-Site-Data` for all that a browser stores. Cookies are cleared one by one, because some of them stay. */
export const CLEARED_STORES = '"cache", "storage"';

/**
 * `Clear-Site-Data` of every response that ends its own login. A device that keeps what is typed without signal keeps its
 * storage, whose entries nobody can read there.
 * @param isDeleted whether its account has gone: nobody can read them anywhere any more
 */
export function clearedStores(request: Request, isDeleted = false): string {
  return readCookie(request, NO_SIGNAL_COOKIE) && !isDeleted ? '"cache"' : CLEARED_STORES;
}

/** Ends the login of the request, and redirects home. */
export async function logOut(db: Database, request: Request): Promise<Response> {
  return redirect("/", { headers: await logOutHeaders(db, request) });
}

/**
 * Ends the login of the request.
 * @returns the headers of the response
 */
export async function logOutHeaders(db: Database, request: Request) {
  const cookie = await endLogin(db, request);
  // The next user of a shared computer must not find the last user's pages in the browser's stores.
  return { "Set-Cookie": cookie, "Clear-Site-Data": clearedStores(request) };
}

/** Statement that ends all logins of a user except the one in use. */
export function endOtherLogins(db: Database, userRef: string, keptLoginRef: string) {
  return db.delete(logins).where(and(eq(logins.user_ref, userRef), ne(logins.unique_ref, keptLoginRef)));
}

/** A login that has ended is kept this long, so that a form that is sent after that can be kept for its user. */
const KEPT_AFTER_END_MS = 7 * 24 * 60 * 60 * 1000;

/** For the cron: deletes logins that expired long ago. */
export async function dropOldLogins(db: Database, now: number): Promise<void> {
  await db.delete(logins).where(lte(logins.expires_at, now - KEPT_AFTER_END_MS));
}
