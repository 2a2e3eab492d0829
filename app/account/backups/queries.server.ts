import { and, desc, eq, gt, ne, or, sql } from "drizzle-orm";
import type { JobContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { londonToday } from "~/platform/time/london";
import { backups, users } from "../table.server";

/** Statement: the newest completed backup of a user, if any. */
export function lastBackup(db: Database, userRef: string) {
  return db
    .select({ day: backups.day, made_at: backups.made_at, bytes: backups.bytes, records: backups.records })
    .from(backups)
    .where(and(eq(backups.user_ref, userRef), eq(backups.state, "made")))
    .orderBy(desc(backups.day))
    .limit(1);
}

/** Condition on a failed backup: no newer one of its user has replaced it, whether made or planned. */
export function isNewestOfUser() {
  return sql`NOT EXISTS (SELECT 1 FROM backups AS newer WHERE newer.user_ref = ${backups.user_ref} AND newer.day > ${backups.day})`;
}

export type BackupState = (typeof backups.$inferSelect)["state"];

/**
 * Statement for administrators: failed backups that no newer one has replaced, and those that are being tried again,
 * newest days first.
 */
export function failingBackups(db: Database, limit: number) {
  const isTriedAgain = and(eq(backups.state, "waiting"), gt(backups.attempts, 0));
  return db
    .select({
      unique_ref: backups.unique_ref,
      user_ref: backups.user_ref,
      username: users.username,
      day: backups.day,
      state: backups.state,
      attempts: backups.attempts,
      due_at: backups.due_at,
    })
    .from(backups)
    .innerJoin(users, eq(users.unique_ref, backups.user_ref))
    .where(or(and(eq(backups.state, "failed"), isNewestOfUser()), isTriedAgain))
    .orderBy(desc(backups.day), desc(backups.unique_ref))
    .limit(limit);
}

/** Statement: number of backups by state; failed ones count only if no newer one has replaced them. */
export function countBackups(db: Database) {
  return db
    .select({ state: backups.state, n: sql<number>`count(*)`.as("n") })
    .from(backups)
    .where(or(ne(backups.state, "failed"), isNewestOfUser()))
    .groupBy(backups.state);
}

/**
 * Statement, for the batch of an administrator's act: makes a failed backup one of today, with all its tries. Then
 * nudge `{ kind: "back-up-user", ref: backupRef }`; if that message is lost, the cron finds the backup within a minute.
 * Returns the row, and none if no backup of this reference failed or a newer one of its user has replaced it.
 */
export function retryBackup({ db, now }: Pick<JobContext, "db" | "now">, backupRef: string) {
  return db
    .update(backups)
    .set({ state: "waiting", day: londonToday(now), attempts: 0, due_at: now, created_at: now, updated_at: now })
    .where(and(eq(backups.unique_ref, backupRef), eq(backups.state, "failed"), isNewestOfUser()))
    .returning({ user_ref: backups.user_ref, day: backups.day });
}
