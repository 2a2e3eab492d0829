import { and, eq } from "drizzle-orm";
import { isNewestOfUser } from "~/account/backups/queries.server";
import { backups } from "~/account/backups/table.server";
import type { JobWorld } from "~/platform/context";
import { londonToday } from "~/platform/time/london";

/**
 * Statement, for the batch of an administrator's act: gives a backup that failed all its tries again, as one of today.
 * Then nudge `{ kind: "back-up-user", ref: backupRef }`; where that is lost, the cron finds it within a minute. It
 * returns the row, and nothing where no backup of this reference failed, or a newer one of its user took its place.
 */
export function retryBackup({ db, now }: Pick<JobWorld, "db" | "now">, backupRef: string) {
  return db
    .update(backups)
    .set({ state: "waiting", day: londonToday(now), attempts: 0, due_at: now, created_at: now, updated_at: now })
    .where(and(eq(backups.unique_ref, backupRef), eq(backups.state, "failed"), isNewestOfUser()))
    .returning({ user_ref: backups.user_ref, day: backups.day });
}
