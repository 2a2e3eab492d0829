import { and, count, eq, gt } from "drizzle-orm";
import { type Asked, turnAwayEnded } from "~/accounts/guard.server";
import { logins } from "~/accounts/table.server";
import { endWhatElseIsOpen } from "~/accounts/two-factor/change-notice.server";
import { adminLine } from "./acts.server";
import { countOf } from "./words";

/**
 * Ends every login of a user, and those that wait for their second factor; of one's own all but this one.
 * @returns how many logins there were; 0: there was nothing to end, and nothing is put on record.
 */
export async function endLoginsOf(asked: Asked, request: Request, userRef: string): Promise<number> {
  const { db, user, now } = asked;
  const open = and(eq(logins.user_ref, userRef), gt(logins.expires_at, now));
  const [found] = await db.select({ n: count() }).from(logins).where(open);
  const n = (found?.n ?? 0) - (userRef === user.unique_ref ? 1 : 0);
  if (n <= 0) return 0;
  await db
    .batch([
      adminLine(asked, "admin-logins-ended", { about: userRef, detail: countOf(n, "login") }),
      ...endWhatElseIsOpen(db, userRef, user.login.unique_ref),
    ])
    .catch(turnAwayEnded(request));
  return n;
}
