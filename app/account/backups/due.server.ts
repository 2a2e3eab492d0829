import { and, eq, isNull, lt, or } from "drizzle-orm";
import { userContext } from "~/account/login/logins.server";
import { besideDatabase, type Database } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { nowContext } from "~/platform/time/clock";
import type { RouteArguments } from "../guard.server";
import { users } from "../table.server";

/** A mark is not renewed within this time, however often the user saves. */
export const MARKED_EVERY_MS = 60 * 1000;

/**
 * Statement: marks the user's rows as changed, so that the next night backs them up. Does nothing for a deleted
 * account.
 */
export function markForBackup(db: Database, userRef: string, now: number) {
  const isStale = or(isNull(users.changed_at), lt(users.changed_at, now - MARKED_EVERY_MS));
  return markAllForBackup(db, now).where(and(eq(users.unique_ref, userRef), isStale));
}

/** Statement: marks every account, as after a change of all its rows. */
export function markAllForBackup(db: Database, now: number) {
  return db.update(users).set({ changed_at: now });
}

/**
 * Middleware: every request of a logged-in user except GET and HEAD may change their rows. They are marked in parallel
 * with the action, and the response waits for the mark. A mark that cannot be written costs a night's backup, but never
 * the response.
 */
export async function markChanges(
  { request, context }: RouteArguments,
  next: () => Promise<Response>,
): Promise<Response> {
  const user = context.get(userContext);
  if (!user || request.method === "GET" || request.method === "HEAD") return next();
  const [db, now, began] = [besideDatabase(context), context.get(nowContext), performance.now()];
  const markAt = (at: number) => markForBackup(db, user.unique_ref, at).run().catch(logError);
  const marked = markAt(now);
  try {
    return await next();
  } finally {
    await marked;
    // After a long upload the mark is older than its rows: a backup that is being made must notice them.
    const took = Math.ceil(performance.now() - began);
    if (took > MARKED_EVERY_MS) await markAt(now + took);
  }
}
