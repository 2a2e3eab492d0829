import { and, eq, gt, lte, sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** Exact counts of tries, for whatever guards a secret. */
export const rateCounters = sqliteTable(
  "rate_counters",
  {
    key: text().notNull(),
    window_start: integer().notNull(),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.window_start] })],
);

export interface Limit {
  tries: number;
  windowMs: number;
}

/** The longest window of any limit: older counts mean nothing, and the privacy notice says that they are gone. */
const LONGEST_WINDOW_MS = 60 * 60 * 1000;

/**
 * Counts one try of `key`, in one atomic statement, before any work is done on it. A lock ends with its window,
 * so no outsider can lock anybody out for good.
 * @param key never a name or an address as it is: hash what a person typed.
 * @returns the tries of this window, this one included: refuse when more than `limit.tries`.
 */
export async function countTry(db: Database, key: string, { windowMs }: Limit, now: number): Promise<number> {
  const [row] = await countTryStatement(db, key, windowMs, now);
  return row?.n ?? Number.POSITIVE_INFINITY;
}

/** As `countTry`, for the caller's batch. */
export function countTryStatement(db: Database, key: string, windowMs: number, now: number) {
  if (windowMs > LONGEST_WINDOW_MS) throw new Error("Counts are kept for an hour: no limit can have a longer window");
  const window_start = now - (now % windowMs);
  return db
    .insert(rateCounters)
    .values({ key, window_start, n: 1 })
    .onConflictDoUpdate({ target: [rateCounters.key, rateCounters.window_start], set: { n: sql`n + 1` } })
    .returning({ n: rateCounters.n });
}

/** Statement that takes one try of this window back: it was none of those that are limited. */
export function giveTryBack(db: Database, key: string, windowMs: number, now: number) {
  const window = and(eq(rateCounters.key, key), eq(rateCounters.window_start, now - (now % windowMs)));
  return db
    .update(rateCounters)
    .set({ n: sql`n - 1` })
    .where(and(window, gt(rateCounters.n, 0)));
}

/** Statement that forgets the tries of `key`: the right answer was given. */
export function forgetTries(db: Database, key: string) {
  return db.delete(rateCounters).where(eq(rateCounters.key, key));
}

/** For the cron. */
export async function dropOldCounters(db: Database, now: number): Promise<void> {
  await db.delete(rateCounters).where(lte(rateCounters.window_start, now - LONGEST_WINDOW_MS));
}
