import { and, eq, exists, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { redirect } from "react-router";
import type { AppContext } from "~/platform/context";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { LOGIN_COOKIE, readCookie, withCookies, writeCookie } from "~/platform/http/cookies";
import { auditLine } from "../audit.server";
import { isCode, lifeOf, makeCode } from "../codes.server";
import { LOGIN_ENDED, type LoginToBegin } from "../login/logins.server";
import { codes, logins, users } from "../table.server";
import { HAS_PASSWORD } from "../users.server";

// Whoever gives everything that opens a suspended account gets a pass in place of a login. It has a separate cookie and
// table, which `findLogin` does not read, so that it opens the page about the suspension alone, and the files of an export
// if an administrator has allowed one.

/** Name of the cookie of a pass, without prefix. */
const SUSPENDED_COOKIE = "suspended";
/** The answer to a call that would log in. */
export const SUSPENDED = "This account is suspended. Log in on the login page to read why";
const KIND = "suspended";

/** The owner of a suspended account, who has given what would open it. */
export type SuspendedOwner = NonNullable<Awaited<ReturnType<typeof findSuspendedOwner>>>;

/** The name by which a batch fails that would begin a login, or a pass, by credentials that are no longer current. */
export const NOT_CURRENT = "credentials not current";

interface PassToBegin extends Pick<LoginToBegin, "userRef"> {
  /** Condition: the credentials that were checked are still current. */
  still: SQL;
  /** Further statements at the end of the same batch. */
  after: readonly BatchItem<"sqlite">[];
}

/**
 * Begins a pass for a login that was refused, if the account is suspended and the credentials still hold. It ends the login
 * of this browser, as a login would.
 * @returns the cookies; null if they do not, or the account is not suspended, and nothing is written
 */
export async function beginPass(
  { db, now }: AppContext,
  request: Request,
  { userRef, still, after }: PassToBegin,
): Promise<string[] | null> {
  const token = newSecret();
  const isSuspended = and(eq(users.unique_ref, userRef), isNotNull(users.suspended_at), HAS_PASSWORD);
  const suspended = exists(db.select({ one: sql`1` }).from(users).where(isSuspended));
  try {
    await db.batch([
      assertThat(db, [NOT_CURRENT, and(still, suspended)]),
      db.delete(codes).where(isCode(KIND, await passHash(request))),
      makeCode(db, { kind: KIND, user_ref: userRef, hash: await hashOf(token) }, now),
      db.delete(logins).where(eq(logins.token_hash, await hashOf(readCookie(request, LOGIN_COOKIE) ?? ""))),
      auditLine(db, userRef, "login-while-suspended", now),
      ...after,
    ]);
  } catch (error) {
    if (failedAssertion(error) === NOT_CURRENT) return null;
    throw error;
  }
  const ended = readCookie(request, LOGIN_COOKIE) === null ? [] : [writeCookie(request, LOGIN_COOKIE, "", 0)];
  return [writeCookie(request, SUSPENDED_COOKIE, token, lifeOf(KIND) / 1000), ...ended];
}

/** The owner of the pass of a request, as long as it is valid and the account suspended; else null. */
export async function findSuspendedOwner({ db, now }: Pick<AppContext, "db" | "now">, request: Request) {
  if (!hasPass(request)) return null;
  const [found] = await db
    .select({
      pass_ref: codes.unique_ref,
      id: users.id,
      unique_ref: users.unique_ref,
      level: users.level,
      since: sql<number>`${users.suspended_at}`,
      reason: users.suspended_for,
      export_until: users.export_until,
    })
    .from(codes)
    .innerJoin(users, eq(users.unique_ref, codes.user_ref))
    .where(and(isCode(KIND, await passHash(request)), gt(codes.expires_at, now), isNotNull(users.suspended_at)));
  return found ?? null;
}

/** Statement: fails the batch unless the owner of a pass may still export (`rejectEndedLogin`). */
export function assertMayExport(db: Database, { pass_ref }: SuspendedOwner, now: number) {
  const may = db
    .select({ one: sql`1` })
    .from(codes)
    .innerJoin(users, eq(users.unique_ref, codes.user_ref))
    .where(and(eq(codes.unique_ref, pass_ref), gt(users.export_until, now)));
  return assertThat(db, [LOGIN_ENDED, exists(may)]);
}

export function mayExport({ export_until }: Pick<SuspendedOwner, "export_until">, now: number): boolean {
  return export_until !== null && now < export_until;
}

/** The response to a login that was refused because the account is suspended. */
export function redirectToSuspended(cookies: string[]): Response {
  return redirect("/suspended/", { headers: withCookies(cookies) });
}

/** Ends the pass of the request, on the server too. @returns the cookie that clears it */
export async function endPass(db: Database, request: Request): Promise<string> {
  await db.delete(codes).where(isCode(KIND, await passHash(request)));
  return writeCookie(request, SUSPENDED_COOKIE, "", 0);
}

/** The cookie that clears that of a pass, if the request has one. */
export function clearPass(request: Request): string[] {
  return hasPass(request) ? [writeCookie(request, SUSPENDED_COOKIE, "", 0)] : [];
}

export function hasPass(request: Request): boolean {
  return readCookie(request, SUSPENDED_COOKIE) !== null;
}

function passHash(request: Request): Promise<string> {
  return hashOf(readCookie(request, SUSPENDED_COOKIE) ?? "");
}
