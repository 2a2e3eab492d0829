import { eq, lt, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { users } from "../table.server";
import { backupsDue } from "./table.server";

/** A mark is not written again within this time, however much somebody saves. */
export const MARKED_EVERY_MS = 60 * 1000;

/** Statement: the user's rows change now, so that the next night backs them up. Nothing for an account that is gone. */
export function markForBackup(db: Database, userRef: string, now: number) {
  const marks = db
    .select({ user_ref: users.unique_ref, changed_at: sql<number>`${now}`.as("changed_at") })
    .from(users)
    .where(eq(users.unique_ref, userRef));
  return db
    .insert(backupsDue)
    .select(marks)
    .onConflictDoUpdate({
      target: backupsDue.user_ref,
      set: { changed_at: now },
      setWhere: lt(backupsDue.changed_at, now - MARKED_EVERY_MS),
    });
}

/** Statement: every account, as after a change of all their rows. */
export function markAllForBackup(db: Database, now: number) {
  const everybody = db
    .select({ user_ref: users.unique_ref, changed_at: sql<number>`${now}`.as("changed_at") })
    .from(users)
    .where(sql`TRUE`);
  return db
    .insert(backupsDue)
    .select(everybody)
    .onConflictDoUpdate({ target: backupsDue.user_ref, set: { changed_at: now } });
}
