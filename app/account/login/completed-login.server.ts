import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditLine } from "~/account/audit.server";
import type { AppContext } from "~/platform/context";
import { isRefused } from "~/platform/db/columns.server";
import { beginPass, clearPass } from "../suspension/pass.server";
import { users } from "../table.server";
import { HAS_PASSWORD } from "../users.server";
import { rememberBrowser } from "./known-browsers.server";
import { beginLogin, type LoginToBegin } from "./logins.server";
import { clearPendingLogin } from "./pending-logins.server";

interface LoginToComplete extends LoginToBegin {
  /** Owner of the new login. `userRef` selects them only while the credentials that were checked are still current. */
  owner: string;
  act: "logged-in" | "logged-in-with-passkey";
  /** Further statements at the end of the same batch. */
  after: readonly BatchItem<"sqlite">[];
}

/** What all required factors have begun: a login, or, where the account is suspended, a pass to the page that says so. */
interface CompletedLogin {
  is: "in" | "suspended";
  cookie: string[];
}

/**
 * Begins a login for which all required factors were given: its browser becomes known, and the owner gets a mail about
 * a new one. The batch itself looks whether the account is suspended, and whether a password has to be set first.
 * @returns null if `userRef` no longer selects a user, and nothing is written
 */
export async function beginCompletedLogin(
  app: AppContext,
  request: Request,
  { owner, act, after, ...login }: LoginToComplete,
): Promise<CompletedLogin | null> {
  const { db, now } = app;
  const isOpen = and(eq(users.unique_ref, sql`${login.userRef}`), isNull(users.suspended_at), HAS_PASSWORD);
  const userRef = sql<string>`(SELECT ${users.unique_ref} FROM ${users} WHERE ${isOpen})`;
  const begun = await beginLogin(db, request, { ...login, userRef }, now);
  const { detail, ...greeted } = await rememberBrowser(app, request, owner);
  const line = auditLine(db, owner, act, now, { detail });
  try {
    await db.batch([...begun.statements, line, ...after, ...greeted.statements]);
  } catch (error) {
    if (!isRefused(error, "logins.user_ref")) throw error;
    const cookie = await beginPass(app, request, { userRef: login.userRef, owner, after });
    return cookie && { is: "suspended", cookie: [...cookie, ...clearPendingLogin(request)] };
  }
  greeted.nudge();
  const cookie = [begun.cookie, ...greeted.cookies, ...clearPendingLogin(request), ...clearPass(request)];
  return { is: "in", cookie };
}
