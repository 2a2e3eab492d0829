import { eq } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
