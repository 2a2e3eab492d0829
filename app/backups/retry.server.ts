import { and, eq } from "drizzle-orm";
import { backups } from "~/accounts/backups/table.server";
import type { JobWorld } from "~/http/jobs";

/**
 * Statement, for the batch of an administrator's act: gives a backup that failed all its tries again. Then nudge
 * `{ kind: "back-up-user", ref: backupRef }`; where that is lost, the cron finds it within a minute. It returns the
 * row, and none where there is no backup of this reference that failed.
 */
export function retryBackup({ db, now }: Pick<JobWorld, "db" | "now">, backupRef: string) {
  return db
    .update(backups)
    .set({ state: "waiting", attempts: 0, due_at: now, updated_at: now })
    .where(and(eq(backups.unique_ref, backupRef), eq(backups.state, "failed")))
    .returning({ user_ref: backups.user_ref, day: backups.day });
}
