import { eq, isNull, lt, or } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** The last run of each cron task, and whether it ended. */
export const cronRuns = sqliteTable("cron_runs", {
  name: text().primaryKey(),
  began_at: integer().notNull(),
  ended_at: integer(),
  failed_at: integer(),
});

/**
 * Statement: records the start of a run, and returns a row. The time of the last failure stays.
 * @param handedAt when the run was handed over: if one has begun since and ended, nothing is recorded and no row returned
 */
export function runBegan(db: Database, name: string, now: number, handedAt?: number) {
  const began = { began_at: now, ended_at: null };
  const isOwed = handedAt === undefined ? undefined : or(lt(cronRuns.began_at, handedAt), isNull(cronRuns.ended_at));
  return db
    .insert(cronRuns)
    .values({ name, ...began })
    .onConflictDoUpdate({ target: cronRuns.name, set: began, ...(isOwed ? { setWhere: isOwed } : {}) })
    .returning({ name: cronRuns.name });
}

/** Statement: records the end of a run. */
export function runEnded(db: Database, name: string, now: number, failed: boolean) {
  return db
    .update(cronRuns)
    .set({ ended_at: now, ...(failed ? { failed_at: now } : {}) })
    .where(eq(cronRuns.name, name));
}
