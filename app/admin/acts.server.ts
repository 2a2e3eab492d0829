import { and, eq, type SQL, sql } from "drizzle-orm";
import { type AdminAct, auditLine } from "~/account/audit.server";
import type { Asked } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { logins, users } from "~/account/table.server";

interface Told {
  /** The user that it is about, or a query that finds them, and refuses where it does not; none: about nobody. */
  about?: string | SQL<string>;
  /** What it changed, in words; never a content. */
  detail?: string;
}

/**
 * The line of an act of an administrator, for the batch of that act. It takes its user from the login that acts, as
 * long as that is an administrator's: where it was ended meanwhile, or its user is one no more, the column refuses,
 * and the whole batch fails (`turnAwayEnded`). So of two who take the level from each other the later one fails, and
 * there is always an administrator left.
 */
export function adminLine({ db, user, now }: Asked, act: AdminAct, { about = "", detail = "" }: Told = {}) {
  const acting = and(eq(logins.unique_ref, user.login.unique_ref), eq(users.level, ADMIN_LEVEL));
  const owner = eq(users.unique_ref, logins.user_ref);
  const userRef = sql<string>`(SELECT ${logins.user_ref} FROM ${logins} JOIN ${users} ON ${owner} WHERE ${acting})`;
  return auditLine(db, userRef, act, now, { about_ref: about, detail });
}
