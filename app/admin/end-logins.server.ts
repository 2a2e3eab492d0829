import { and, count, eq, gt } from "drizzle-orm";
import { endWhatElseIsOpen } from "~/account/factors/change-notice.server";
import { challenges } from "~/account/factors/table.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { logins } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";
import { adminLine } from "./acts.server";
import { formatLogin } from "./format";

/** Statement: how many logins of a user wait for their second factor. */
export function countPendingLogins(db: Database, userRef: string, now: number) {
  const halfFinished = and(eq(challenges.user_ref, userRef), eq(challenges.kind, "second_factor"));
  return db
    .select({ n: count().as("half_logins") })
    .from(challenges)
    .where(and(halfFinished, gt(challenges.expires_at, now)));
}

/**
 * Ends every login of a user, and those that wait for their second factor; of one's own all but this one.
 * @returns what there was, in words; null: there was nothing to end, and nothing is put on record.
 */
export async function endLoginsOf(asked: Asked, request: Request, userRef: string): Promise<string | null> {
  const { db, user, now } = asked;
  const open = and(eq(logins.user_ref, userRef), gt(logins.expires_at, now));
  const [[found], [half]] = await db.batch([
    db
      .select({ n: count().as("open_logins") })
      .from(logins)
      .where(open),
    countPendingLogins(db, userRef, now),
  ]);
  const ended = formatLogin((found?.n ?? 0) - (userRef === user.unique_ref ? 1 : 0), half?.n ?? 0);
  if (ended === "") return null;
  await db
    .batch([
      adminLine(asked, "admin-logins-ended", { about: userRef, detail: ended }),
      ...endWhatElseIsOpen(db, userRef, user.login.unique_ref),
    ])
    .catch(turnAwayEnded(request));
  return ended;
}
