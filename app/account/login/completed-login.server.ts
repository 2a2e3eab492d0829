import type { BatchItem } from "drizzle-orm/batch";
import { auditLine } from "~/account/audit.server";
import type { AppContext } from "~/platform/context";
import { isRefused } from "~/platform/db/columns.server";
import { rememberBrowser } from "./known-browsers.server";
import { beginLogin, type LoginToBegin } from "./logins.server";
import { clearPendingLogin } from "./pending-logins.server";

interface CompletedLogin extends LoginToBegin {
  /** Owner of the new login. `userRef` selects them only while the credentials that were checked are still current. */
  owner: string;
  act: "logged-in" | "logged-in-with-passkey";
  /** Further statements at the end of the same batch. */
  after: readonly BatchItem<"sqlite">[];
}

/**
 * Begins a login for which all required factors were given: its browser becomes known, and the owner gets a mail about
 * a new one.
 * @returns the cookies of login and browser; null if `userRef` no longer selects a user, and nothing is written
 */
export async function beginCompletedLogin(
  app: AppContext,
  request: Request,
  { owner, act, after, ...login }: CompletedLogin,
): Promise<string[] | null> {
  const { db, now } = app;
  const begun = await beginLogin(db, request, login, now);
  const { detail, ...greeted } = await rememberBrowser(app, request, owner);
  const line = auditLine(db, owner, act, now, { detail });
  try {
    await db.batch([...begun.statements, line, ...after, ...greeted.statements]);
  } catch (error) {
    if (isRefused(error, "logins.user_ref")) return null;
    throw error;
  }
  greeted.nudge();
  return [begun.cookie, ...greeted.cookies, ...clearPendingLogin(request)];
}
