import { and, eq, gt } from "drizzle-orm";
import { redirect } from "react-router";
import { appContextOf, type RouteArguments } from "~/account/guard.server";
import { HAS_APP, HAS_PASSKEY } from "~/account/users.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { readCookie, withCookies, writeCookie } from "~/platform/http/cookies";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { isCode, lifeOf, makeCode } from "../codes.server";
import { ANONYMOUS_LEVEL, homeOf } from "../levels";
import { hasPass } from "../suspension/pass.server";
import { codes, users } from "../table.server";
import { type LoginToBegin, userContext } from "./logins.server";

/**
 * A login between the right password and the code or passkey. It has a separate cookie and table, which `findLogin`
 * does not read, so that it opens only the pages that ask for the code.
 */
export interface PendingLogin {
  unique_ref: string;
  user_ref: string;
  level: number;
  remember: boolean;
  /** The factors that can complete it, besides recovery codes. */
  has_totp: boolean;
  has_passkey: boolean;
}

/** Name of the cookie of a pending login, without prefix. */
const PENDING_LOGIN_COOKIE = "second-factor";
const KIND = "second_factor";
/** Payload of a pending login that is to be remembered. */
const REMEMBER = "remember";

/**
 * Begins a pending login with a new token, regardless of the cookie in the request; the one that this browser had so
 * far ends.
 * @returns the statements for the caller's batch, and the cookie to send once it has run
 */
export async function beginPendingLogin(
  db: Database,
  request: Request,
  { userRef, remember }: Omit<LoginToBegin, "secondFactor">,
  now: number,
) {
  const token = newSecret();
  const statements = [
    endStatement(db, await carriedHash(request)),
    makeCode(db, { kind: KIND, user_ref: userRef, hash: await hashOf(token), payload: remember ? REMEMBER : "" }, now),
  ] as const;
  return { statements, cookie: writeCookie(request, PENDING_LOGIN_COOKIE, token, lifeOf(KIND) / 1000) };
}

/** The pending login of the request, if it has not expired. */
export async function findPendingLogin(db: Database, request: Request, now: number): Promise<PendingLogin | null> {
  if (!hasPendingLoginCookie(request)) return null;
  const [found] = await db
    .select({
      unique_ref: codes.unique_ref,
      user_ref: codes.user_ref,
      level: users.level,
      payload: codes.payload,
      has_totp: HAS_APP,
      has_passkey: HAS_PASSKEY,
    })
    .from(codes)
    .innerJoin(users, eq(users.unique_ref, codes.user_ref))
    .where(and(isCode(KIND, await carriedHash(request)), gt(codes.expires_at, now), gt(users.level, ANONYMOUS_LEVEL)));
  if (!found) return null;
  const { payload, ...half } = found;
  return { ...half, remember: payload === REMEMBER };
}

function hasPendingLoginCookie(request: Request): boolean {
  return readCookie(request, PENDING_LOGIN_COOKIE) !== null;
}

/**
 * Ends the pending login of the request, on the server too.
 * @returns the cookie that clears it
 */
async function endPendingLogin(db: Database, request: Request): Promise<string> {
  if (hasPendingLoginCookie(request)) await endStatement(db, await carriedHash(request));
  return writeCookie(request, PENDING_LOGIN_COOKIE, "", 0);
}

/** The cookie that clears that of a pending login, if the request has one. */
export function clearPendingLogin(request: Request): string[] {
  return hasPendingLoginCookie(request) ? [writeCookie(request, PENDING_LOGIN_COOKIE, "", 0)] : [];
}

function endStatement(db: Database, tokenHash: string) {
  return db.delete(codes).where(isCode(KIND, tokenHash));
}

function carriedHash(request: Request): Promise<string> {
  return hashOf(readCookie(request, PENDING_LOGIN_COOKIE) ?? "");
}

const NOT_FINISHED = "Your login was not finished. Log in again to continue";

/**
 * The first line of the pages that ask for the second factor, which are for users who have just given the right
 * password.
 * @throws Response home for a logged-in user, and to /login/ for all others
 */
export async function requirePendingLogin(args: RouteArguments): Promise<PendingLogin> {
  const { request, context } = args;
  const { db, now } = appContextOf(args);
  const user = context.get(userContext);
  if (user && user.level > 0) throw redirect(homeOf(user.level));
  const half = await findPendingLogin(db, request, now);
  // A passkey may have completed it for an account that is suspended.
  if (!half) throw hasPass(request) ? redirect("/suspended/") : pendingLoginEndedResponse(request);
  return half;
}

/** The response when a pending login has expired, or was used in another tab. */
export function pendingLoginEndedResponse(request: Request): Response {
  const headers = withCookies(clearPendingLogin(request));
  return redirectWithMessage(request, "/login/", NOT_FINISHED, { headers, done: false });
}

/** Action of Cancel Login: ends the pending login on the server too. */
export async function cancelPendingLogin(args: RouteArguments): Promise<Response> {
  const cookie = await endPendingLogin(appContextOf(args).db, args.request);
  return redirect("/login/", { headers: { "Set-Cookie": cookie } });
}
