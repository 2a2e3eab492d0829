import { eq } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DAY_MS, MINUTE_MS } from "~/platform/time/durations";
import type { Database } from "./database.server";

/** The last run of each cron task, and whether it ended. */
export const cronRuns = sqliteTable("cron_runs", {
  name: text().primaryKey(),
  began_at: integer().notNull(),
  ended_at: integer(),
  failed_at: integer(),
});

/** Statement: records the start of a run. The time of the last failure stays. */
export function runBegan(db: Database, name: string, now: number) {
  const began = { began_at: now, ended_at: null };
  return db
    .insert(cronRuns)
    .values({ name, ...began })
    .onConflictDoUpdate({ target: cronRuns.name, set: began });
}

/** Statement: records the end of a run. */
export function runEnded(db: Database, name: string, now: number, failed: boolean) {
  return db
    .update(cronRuns)
    .set({ ended_at: now, ...(failed ? { failed_at: now } : {}) })
    .where(eq(cronRuns.name, name));
}

type Run = typeof cronRuns.$inferSelect;

/** A run that has not ended by then never will: its Worker has died. */
const DIES_AFTER_MS = 30 * MINUTE_MS;
/** 03:00 UTC, as in wrangler.toml. */
const DAILY_AT_MS = 3 * 60 * MINUTE_MS;
const FIRST_WAIT_MS = 5 * MINUTE_MS;
const LAST_WAIT_MS = 60 * MINUTE_MS;

/** Whether a part of the last run failed, or it died before its end. */
export function hasFailed({ began_at, ended_at, failed_at }: Run, now: number): boolean {
  const isRunning = ended_at === null || ended_at < began_at;
  return (failed_at !== null && failed_at >= began_at) || (isRunning && now - began_at > DIES_AFTER_MS);
}

/** When the daily run that is the last by now was to begin. */
export function lastDailyAt(now: number): number {
  return now - ((now - DAILY_AT_MS) % DAY_MS);
}

/**
 * Whether the daily run is to be made again: it failed or died, or was never begun today. The waits double, from five
 * minutes after 03:00 to an hour.
 * @param run the last one, if there has been any
 */
export function isDailyDue(run: Run | undefined, now: number): boolean {
  const planned = lastDailyAt(now);
  if (!run || run.began_at < planned) return now - planned > DIES_AFTER_MS;
  const waitMs = Math.min(Math.max(run.began_at - planned, FIRST_WAIT_MS), LAST_WAIT_MS);
  return hasFailed(run, now) && now - run.began_at >= waitMs;
}

/** Statement: the last run of a task. */
export function lastRun(db: Database, name: string) {
  return db.select().from(cronRuns).where(eq(cronRuns.name, name));
}
