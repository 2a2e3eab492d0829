import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { createContext } from "react-router";
import { HAS_PASSKEY, REQUIRES_FACTOR } from "~/account/users.server";
import { assertThat } from "~/platform/db/assertions.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { cookieOfResponse, LOGIN_COOKIE, readCookie, withCookies, writeCookie } from "~/platform/http/cookies";
import { logError } from "~/platform/http/log";
import { logins, totp, users } from "../table.server";
import { endLogin, endSurplusLogins } from "./log-out.server";

const IDLE_MS = 2 * 60 * 60 * 1000;
/** An ordinary login ends after this time, however much it is used. */
export const ORDINARY_MS = 24 * 60 * 60 * 1000;
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;
/** How old `last_seen_at` may become before a request updates it. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

export interface SignedInUser {
  /** Key of the user's diary rows. */
  id: number;
  /** Reference of the user in addresses, rows of accounts and the vault. */
  unique_ref: string;
  username: string;
  first_name: string;
  level: number;
  has_totp: boolean;
  has_passkey: boolean;
  /** Whether the password alone is not sufficient: at a login, and for reauthentication. */
  asks_factor: boolean;
  login: Login;
}

/** The login of the request. */
export interface Login {
  unique_ref: string;
  /** When a second factor, or a passkey, was last given in it; null: never. */
  second_factor_at: number | null;
  /** When the user last reauthenticated, with all factors that the account has. */
  reauthenticated_at: number;
}

/** The user of the request; null for an anonymous visitor. */
export const userContext = createContext<SignedInUser | null>();

/** The user of an expired login that the browser still sends; null when there is none. */
export const endedLoginContext = createContext<{ user_ref: string } | null>();

type FoundLogin = ({ user: SignedInUser; ended: null } | { user: null; ended: { user_ref: string } | null }) & {
  /** Version of the terms that the user has accepted; 0 for nobody. */
  acceptedTerms: number;
};

const NOBODY: FoundLogin = { user: null, ended: null, acceptedTerms: 0 };

/** The name by which a batch fails whose login was ended meanwhile. */
export const LOGIN_ENDED = "login ended";

/**
 * Statement: fails the batch if the login in use was ended meanwhile (`rejectEndedLogin`).
 * @param more further condition, of the login and its user
 */
export function assertLogin({ db, user }: { db: Database; user: SignedInUser }, more?: SQL) {
  const isOpen = db
    .select({ one: sql`1` })
    .from(logins)
    .innerJoin(users, eq(users.unique_ref, logins.user_ref))
    .where(and(eq(logins.unique_ref, user.login.unique_ref), more));
  return assertThat(db, [LOGIN_ENDED, exists(isOpen)]);
}

/** Whether the browser sends a login, even an expired one. */
export function hasLoginCookie(request: Request): boolean {
  return readCookie(request, LOGIN_COOKIE) !== null;
}

/** Where it is noted that a login was used: a page need not wait for a write. */
interface Noting {
  db: Database;
  afterAnswer: (work: Promise<unknown>) => unknown;
}

/**
 * Finds the login of the request: the only look-up before a page's batch. Expired logins authenticate nobody, but their
 * owner is still known.
 */
export async function findLogin(
  db: Database,
  request: Request,
  now: number,
  noting: Noting = { db, afterAnswer: (work) => work },
): Promise<FoundLogin> {
  const token = readCookie(request, LOGIN_COOKIE);
  if (!token) return NOBODY;
  const [found] = await db
    .select({
      login: {
        unique_ref: logins.unique_ref,
        second_factor_at: logins.second_factor_at,
        reauthenticated_at: logins.reauthenticated_at,
      },
      remember: logins.remember,
      last_seen_at: logins.last_seen_at,
      expires_at: logins.expires_at,
      created_at: logins.created_at,
      totp_of: totp.user_ref,
      has_passkey: HAS_PASSKEY,
      asks_factor: REQUIRES_FACTOR,
      user: {
        id: users.id,
        unique_ref: users.unique_ref,
        username: users.username,
        first_name: users.first_name,
        level: users.level,
      },
      suspended_at: users.suspended_at,
      terms_version: users.terms_version,
    })
    .from(logins)
    .innerJoin(users, eq(users.unique_ref, logins.user_ref))
    .leftJoin(totp, eq(totp.user_ref, logins.user_ref))
    .where(eq(logins.token_hash, await hashOf(token)));
  if (!found) return NOBODY;
  if (found.expires_at <= now || found.suspended_at !== null) {
    return { ...NOBODY, user: null, ended: { user_ref: found.user.unique_ref } };
  }
  if (now - found.last_seen_at > SEEN_EVERY_MS) {
    const last = found.created_at + ORDINARY_MS;
    const expires_at = found.remember ? found.expires_at : Math.min(now + IDLE_MS, last);
    const isLogin = eq(logins.unique_ref, found.login.unique_ref);
    const noted = noting.db.update(logins).set({ last_seen_at: now, expires_at }).where(isLogin).run();
    await noting.afterAnswer(noted.catch(logError));
  }
  const { user, login, has_passkey, asks_factor } = found;
  return {
    user: { ...user, has_totp: found.totp_of !== null, has_passkey, asks_factor, login },
    ended: null,
    acceptedTerms: found.terms_version,
  };
}

export interface LoginToBegin {
  userRef: string;
  remember: boolean;
  /** True when a second factor or a passkey was given, too. */
  secondFactor: boolean;
}

/**
 * Begins a login with a new token, regardless of the cookie in the request; the login that this browser had so far
 * ends, and so does that unused longest of `MAX_LOGINS`.
 * @returns the statements for the caller's batch, and the cookie to send once it has run
 */
export async function beginLogin(db: Database, request: Request, login: LoginToBegin, now: number) {
  const { userRef, remember, secondFactor } = login;
  const token = newSecret();
  const before = readCookie(request, LOGIN_COOKIE) ?? "";
  const ref = newRef();
  const statements = [
    db.delete(logins).where(eq(logins.token_hash, await hashOf(before))),
    db.insert(logins).values({
      unique_ref: ref,
      user_ref: userRef,
      token_hash: await hashOf(token),
      remember,
      user_agent: (request.headers.get("User-Agent") ?? "").slice(0, 200),
      second_factor_at: secondFactor ? now : null,
      reauthenticated_at: now,
      last_seen_at: now,
      expires_at: now + (remember ? REMEMBERED_MS : IDLE_MS),
      created_at: now,
    }),
    endSurplusLogins(db, ref, now),
  ] as const;
  return { statements, cookie: writeCookie(request, LOGIN_COOKIE, token, remember ? REMEMBERED_MS / 1000 : null) };
}

/** What a request has given besides its login. */
interface Given {
  /** True when all factors that the account has were given in this request. */
  reauthentication: boolean;
  /** True when a second factor was given, even a new one. */
  secondFactor: boolean;
}

/**
 * Gives the login of the request a new token, and records what was given with the request. A request that only relies
 * on an earlier reauthentication does not renew it: otherwise it could be extended for as long as the user is active.
 * @returns the statement for the caller's batch, and the cookie to send once it has run
 */
export async function renewLogin(db: Database, request: Request, login: Login, given: Given, now: number) {
  const token = newSecret();
  const [kept] = await db
    .select({ remember: logins.remember, expires_at: logins.expires_at })
    .from(logins)
    .where(eq(logins.unique_ref, login.unique_ref));
  const reauthentication = given.reauthentication ? { reauthenticated_at: now } : {};
  const secondFactor = given.secondFactor ? { second_factor_at: now } : {};
  const statement = db
    .update(logins)
    .set({ token_hash: await hashOf(token), ...reauthentication, ...secondFactor })
    .where(eq(logins.unique_ref, login.unique_ref));
  const seconds = kept?.remember ? Math.max(0, Math.floor((kept.expires_at - now) / 1000)) : null;
  return { statement, cookie: writeCookie(request, LOGIN_COOKIE, token, seconds) };
}

/**
 * The cookies of the login that a call has begun. A pending login ends the login before it, as a complete one does: the
 * browser must not stay logged in as one user while a code is required of another. Pages redirect users who are already
 * logged in.
 */
export async function cookiesOfLogin(
  db: Database,
  request: Request,
  before: SignedInUser | null,
  begun: { is: "in" | "owes-code"; cookie: string | string[] },
): Promise<Headers> {
  const ended = before && begun.is === "owes-code" ? await endLogin(db, request) : null;
  return withCookies([ended, begun.cookie].flat());
}

/** What a response does to the login of its browser: begins one of this user, or ends it; null for neither. */
export async function loginOfResponse(
  db: Database,
  request: Request,
  response: Response,
): Promise<{ user_ref: string } | "ended" | null> {
  const token = cookieOfResponse(request, response, LOGIN_COOKIE);
  if (token === null || token === "") return token === "" ? "ended" : null;
  const [begun] = await db
    .select({ user_ref: logins.user_ref })
    .from(logins)
    .where(eq(logins.token_hash, await hashOf(token)));
  return begun ?? null;
}
