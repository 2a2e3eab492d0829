import { and, eq, sql } from "drizzle-orm";
import { backups } from "~/accounts/backups/table.server";
import type { JobWorld } from "~/http/jobs";
import { londonToday } from "~/time/london";

/**
 * Statement, for the batch of an administrator's act: gives a backup that failed all its tries again, as one of today.
 * Then nudge `{ kind: "back-up-user", ref: backupRef }`; where that is lost, the cron finds it within a minute. It
 * returns the row, and none where no backup of this reference failed, or a newer one of its user took its place.
 */
export function retryBackup({ db, now }: Pick<JobWorld, "db" | "now">, backupRef: string) {
  const isNewest = sql`NOT EXISTS (SELECT 1 FROM backups AS newer WHERE newer.user_ref = ${backups.user_ref} AND newer.day > ${backups.day})`;
  return db
    .update(backups)
    .set({ state: "waiting", day: londonToday(now), attempts: 0, due_at: now, updated_at: now })
    .where(and(eq(backups.unique_ref, backupRef), eq(backups.state, "failed"), isNewest))
    .returning({ user_ref: backups.user_ref, day: backups.day });
}
