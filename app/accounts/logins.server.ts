import { eq, lte } from "drizzle-orm";
import { createContext } from "react-router";
import { base64url, newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { hashOf } from "~/db/hash";
import { readCookie, writeCookie } from "~/http/cookies";
import { logins, users } from "./table.server";

const COOKIE = "login";
const TOKEN_BYTES = 32;
const IDLE_MS = 2 * 60 * 60 * 1000;
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;
/** How stale `last_seen_at` may grow before a page writes it again. */
const SEEN_EVERY_MS = 5 * 60 * 1000;
/** An expired login is known this long, so that a form submitted after it can be kept for its user. */
const KEPT_AFTER_EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;

export interface SignedInUser {
  unique_ref: string;
  username: string;
  first_name: string;
  level: number;
}

/** Who sends the request; null for an anonymous visitor. */
export const userContext = createContext<SignedInUser | null>();

/** Whether the browser still carries a login, be it at its end. */
export function hasLoginCookie(request: Request): boolean {
  return readCookie(request, COOKIE) !== null;
}

/** The one look-up before a page's batch. Expired logins are nobody's. */
export async function findLogin(db: Database, request: Request, now: number): Promise<SignedInUser | null> {
  const token = readCookie(request, COOKIE);
  if (!token) return null;
  const [found] = await db
    .select({
      login_ref: logins.unique_ref,
      remember: logins.remember,
      last_seen_at: logins.last_seen_at,
      expires_at: logins.expires_at,
      user: {
        unique_ref: users.unique_ref,
        username: users.username,
        first_name: users.first_name,
        level: users.level,
      },
    })
    .from(logins)
    .innerJoin(users, eq(users.unique_ref, logins.user_ref))
    .where(eq(logins.token_hash, await hashOf(token)));
  if (!found || found.expires_at <= now) return null;
  if (now - found.last_seen_at > SEEN_EVERY_MS) {
    const expires_at = found.remember ? found.expires_at : now + IDLE_MS;
    await db.update(logins).set({ last_seen_at: now, expires_at }).where(eq(logins.unique_ref, found.login_ref));
  }
  return found.user;
}

/**
 * Begins a login with a new token, whatever cookie came in.
 * @returns the statement to run in the caller's batch, and the cookie to send once it has run.
 */
export async function beginLogin(db: Database, request: Request, userRef: string, remember: boolean, now: number) {
  const token = base64url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const statement = db.insert(logins).values({
    unique_ref: newRef(),
    user_ref: userRef,
    token_hash: await hashOf(token),
    remember,
    user_agent: (request.headers.get("User-Agent") ?? "").slice(0, 200),
    proof_at: now,
    last_seen_at: now,
    expires_at: now + (remember ? REMEMBERED_MS : IDLE_MS),
    created_at: now,
  });
  return { statement, cookie: writeCookie(request, COOKIE, token, remember ? REMEMBERED_MS / 1000 : null) };
}

/** Ends the login that the request carries, on the server too. @returns the cookie that clears it. */
export async function endLogin(db: Database, request: Request): Promise<string> {
  const token = readCookie(request, COOKIE);
  if (token) await db.delete(logins).where(eq(logins.token_hash, await hashOf(token)));
  return writeCookie(request, COOKIE, "", 0);
}

/** For the cron: drops logins that ran out long ago. */
export async function dropOldLogins(db: Database, now: number): Promise<void> {
  await db.delete(logins).where(lte(logins.expires_at, now - KEPT_AFTER_EXPIRY_MS));
}
