import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { users } from "../table.server";
import { backups } from "./table.server";

/** Statement: the newest backup of a user that was made, if any. */
export function lastBackup(db: Database, userRef: string) {
  return db
    .select({ day: backups.day, made_at: backups.made_at, bytes: backups.bytes, records: backups.records })
    .from(backups)
    .where(and(eq(backups.user_ref, userRef), eq(backups.state, "made")))
    .orderBy(desc(backups.day))
    .limit(1);
}

export type BackupState = (typeof backups.$inferSelect)["state"];

/** The last row of a page of `backupRows`. */
export interface BackupPlace {
  day: string;
  unique_ref: string;
}

/**
 * Statement: backups of all users, newest days first, a page at a time. For administrators: names and figures.
 * @param after the last row of the page before.
 */
export function backupRows(
  db: Database,
  limit: number,
  { state, after }: { state?: BackupState; after?: BackupPlace },
) {
  return db
    .select({
      unique_ref: backups.unique_ref,
      user_ref: backups.user_ref,
      username: users.username,
      day: backups.day,
      state: backups.state,
      attempts: backups.attempts,
      due_at: backups.due_at,
      records: backups.records,
      bytes: backups.bytes,
      made_at: backups.made_at,
    })
    .from(backups)
    .innerJoin(users, eq(users.unique_ref, backups.user_ref))
    .where(
      and(
        state && eq(backups.state, state),
        after &&
          or(lt(backups.day, after.day), and(eq(backups.day, after.day), lt(backups.unique_ref, after.unique_ref))),
      ),
    )
    .orderBy(desc(backups.day), desc(backups.unique_ref))
    .limit(limit);
}

/** Statement: how many backups of the last 35 days stand how. States that no backup is in are left out. */
export function countBackups(db: Database) {
  return db
    .select({ state: backups.state, n: sql<number>`count(*)`.as("n") })
    .from(backups)
    .groupBy(backups.state);
}
