import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditLine } from "~/account/audit.server";
import type { AppContext } from "~/platform/context";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { beginPass, clearPass, NOT_CURRENT } from "../suspension/pass.server";
import { users } from "../table.server";
import { HAS_PASSWORD } from "../users.server";
import { rememberBrowser } from "./known-browsers.server";
import { beginLogin, type LoginToBegin } from "./logins.server";
import { clearPendingLogin } from "./pending-logins.server";

interface LoginToComplete extends LoginToBegin {
  /** Condition: the credentials that were checked are still current. */
  still: SQL;
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
 * @returns null if the credentials are no longer current, and nothing is written
 */
export async function beginCompletedLogin(
  app: AppContext,
  request: Request,
  { still, act, after, ...login }: LoginToComplete,
): Promise<CompletedLogin | null> {
  const { db, now } = app;
  const { userRef } = login;
  const isOpen = and(eq(users.unique_ref, userRef), isNull(users.suspended_at), HAS_PASSWORD);
  const open = exists(db.select({ one: sql`1` }).from(users).where(isOpen));
  const begun = await beginLogin(db, request, login, now);
  const { detail, ...greeted } = await rememberBrowser(app, request, userRef);
  const line = auditLine(db, userRef, act, now, { detail });
  try {
    await db.batch([
      assertThat(db, [NOT_CURRENT, and(still, open)]),
      ...begun.statements,
      line,
      ...after,
      ...greeted.statements,
    ]);
  } catch (error) {
    if (failedAssertion(error) !== NOT_CURRENT) throw error;
    const cookie = await beginPass(app, request, { userRef, still, after });
    return cookie && { is: "suspended", cookie: [...cookie, ...clearPendingLogin(request)] };
  }
  greeted.nudge();
  const cookie = [begun.cookie, ...greeted.cookies, ...clearPendingLogin(request), ...clearPass(request)];
  return { is: "in", cookie };
}
