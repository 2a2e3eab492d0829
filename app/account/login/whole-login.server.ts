import type { BatchItem } from "drizzle-orm/batch";
import { auditLine } from "~/account/audit.server";
import type { World } from "~/platform/context";
import { isRefused } from "~/platform/db/columns.server";
import { greetBrowser } from "./known-browsers.server";
import { beginLogin, type LoginToBegin } from "./logins.server";
import { clearPendingLogin } from "./pending-logins.server";

interface WholeLogin extends LoginToBegin {
  /** Whose it is to be; `userRef` finds them only while what they gave still holds. */
  owner: string;
  act: "logged-in" | "logged-in-with-passkey";
  /** In the same batch, after it. */
  after: readonly BatchItem<"sqlite">[];
}

/**
 * Begins a login for which everything that is asked was given: its browser is known from then on, and its owner is told
 * of a new one.
 * @returns the cookies of login and browser; null where `userRef` finds nobody any more, and nothing is written.
 */
export async function beginWholeLogin(
  world: World,
  request: Request,
  { owner, act, after, ...login }: WholeLogin,
): Promise<string[] | null> {
  const { db, now } = world;
  const begun = await beginLogin(db, request, login, now);
  const { detail, ...greeted } = await greetBrowser(world, request, owner);
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
