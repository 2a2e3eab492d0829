import { and, eq, gt, lte, or } from "drizzle-orm";
import type { JobWorld } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { isDue } from "./deliver.server";
import { deadJobs, outbox } from "./table.server";

/** After a failure the queue brings its message back by itself; only when that stays away is it lost. */
const QUEUE_IS_LATE_MS = 2 * 60 * 1000;
const MOST_AT_ONCE = 100;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** For the cron: a new message for each mail whose own was lost, or whose worker died. One too many does no harm. */
export async function sweepMails({ db, jobs, now }: Pick<JobWorld, "db" | "jobs" | "now">): Promise<void> {
  const neverTried = eq(outbox.attempts, 0);
  const workerDied = gt(outbox.leased_until, 0);
  const rows = await db
    .select({ ref: outbox.unique_ref })
    .from(outbox)
    .where(and(isDue(now), or(neverTried, workerDied, lte(outbox.due_at, now - QUEUE_IS_LATE_MS))))
    .orderBy(outbox.due_at)
    .limit(MOST_AT_ONCE);
  for (const { ref } of rows) jobs.nudge({ kind: "send-mail", ref });
}

/** For the cron: a month is long enough to look after what was sent, or was not. */
export async function dropOldMails(db: Database, now: number): Promise<void> {
  await db.batch([
    db.delete(outbox).where(lte(outbox.created_at, now - KEPT_MS)),
    db.delete(deadJobs).where(lte(deadJobs.died_at, now - KEPT_MS)),
  ]);
}
