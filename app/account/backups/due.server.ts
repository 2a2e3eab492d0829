import { eq, lt, type SQL, sql } from "drizzle-orm";
import { userContext } from "~/account/login/logins.server";
import { type Database, databaseContext } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { nowContext } from "~/platform/time/clock";
import type { RouteArguments } from "../guard.server";
import { backupsDue, users } from "../table.server";

/** A mark is not written again within this time, however much somebody saves. */
export const MARKED_EVERY_MS = 60 * 1000;

/** Statement: the user's rows change now, so that the next night backs them up. Nothing for an account that is gone. */
export function markForBackup(db: Database, userRef: string, now: number) {
  return mark(db, eq(users.unique_ref, userRef), now, { setWhere: lt(backupsDue.changed_at, now - MARKED_EVERY_MS) });
}

/** Statement: every account, as after a change of all their rows. */
export function markAllForBackup(db: Database, now: number) {
  return mark(db, sql`TRUE`, now);
}

function mark(db: Database, whose: SQL, now: number, where: { setWhere?: SQL } = {}) {
  const marks = db
    .select({ user_ref: users.unique_ref, changed_at: sql<number>`${now}`.as("changed_at") })
    .from(users)
    .where(whose);
  return db
    .insert(backupsDue)
    .select(marks)
    .onConflictDoUpdate({ target: backupsDue.user_ref, set: { changed_at: now }, ...where });
}

/**
 * Whatever somebody signed in sends may change their rows: they are marked beside the action, and the answer waits for
 * the mark. One that cannot be written costs a night's backup, and never the answer.
 */
export async function markChanges(
  { request, context }: RouteArguments,
  next: () => Promise<Response>,
): Promise<Response> {
  const user = context.get(userContext);
  if (!user || request.method === "GET" || request.method === "HEAD") return next();
  const [db, now, began] = [context.get(databaseContext), context.get(nowContext), performance.now()];
  const markAt = (at: number) => markForBackup(db, user.unique_ref, at).run().catch(logError);
  const marked = markAt(now);
  try {
    return await next();
  } finally {
    await marked;
    // Of a long upload the mark is old when its rows come in: a backup that is just being made must hear of them.
    const took = Math.ceil(performance.now() - began);
    if (took > MARKED_EVERY_MS) await markAt(now + took);
  }
}
