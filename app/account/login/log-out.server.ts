import { eq } from "drizzle-orm";
import { redirect } from "react-router";
import { logins } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { LOGIN_COOKIE, readCookie, writeCookie } from "~/platform/http/cookies";

/**
 * Ends the login of the request, on the server too.
 * @returns the cookie that clears it
 */
export async function endLogin(db: Database, request: Request): Promise<string> {
  const token = readCookie(request, LOGIN_COOKIE);
  if (token) await db.delete(logins).where(eq(logins.token_hash, await hashOf(token)));
  return writeCookie(request, LOGIN_COOKIE, "", 0);
}

/**
 * `Clear-Site-Data` of every response that ends its own login. It does not name cookies, which are cleared one by one,
 * because some of them stay.
 */
export const CLEARED_STORES = '"cache", "storage"';

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
  return { "Set-Cookie": cookie, "Clear-Site-Data": CLEARED_STORES };
}
