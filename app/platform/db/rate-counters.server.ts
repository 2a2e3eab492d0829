import { and, eq, gt, lte, sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** Exact counts of tries, for each check that guards a secret. */
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

/** What is counted under a key, and its limit. */
export interface Counter {
  key: string;
  limit: Limit;
}

/** The longest window of any limit. Older counts have no effect, and the privacy notice says that they are deleted. */
const LONGEST_WINDOW_MS = 60 * 60 * 1000;

/**
 * Counts one try of `key`, in one atomic statement, before any work is done on it. A lock ends with its window, so that
 * an outsider cannot lock a user out for good.
 * @param key never a plain name or address: hash text that a user typed
 * @returns the tries of this window, this one included: refuse when more than `limit.tries`
 */
export async function countTry(
  db: Database,
  key: string,
  { windowMs }: Limit,
  now: number,
  within: readonly Counter[] = [],
): Promise<number> {
  const [row] = await countTryStatement(db, key, windowMs, now, within);
  return row?.n ?? Number.POSITIVE_INFINITY;
}

/**
 * Counts a try in each counter, the narrowest first: what is over a narrow limit does not count for the wider ones.
 * @returns whether it is over one
 */
export async function isOverAny(db: Database, counters: readonly Counter[], now: number): Promise<boolean> {
  for (const [at, { key, limit }] of counters.entries()) {
    if ((await countTry(db, key, limit, now, counters.slice(at + 1))) > limit.tries) return true;
  }
  return false;
}

/**
 * As `countTry`, for the caller's batch.
 * @param within where one of these is over its limit, nothing is counted, and no row returned: a flood must not fill the
 * table with keys of its choice
 */
export function countTryStatement(
  db: Database,
  key: string,
  windowMs: number,
  now: number,
  within: readonly Counter[] = [],
) {
  if (windowMs > LONGEST_WINDOW_MS) throw new Error("Counts are kept for an hour: no limit can have a longer window");
  const window_start = now - (now % windowMs);
  const over = within.map(({ key, limit }) => {
    const start = now - (now % limit.windowMs);
    return sql`(wider.key = ${key} AND wider.window_start = ${start} AND wider.n > ${limit.tries})`;
  });
  const isOver = sql`EXISTS (SELECT 1 FROM rate_counters AS wider WHERE ${sql.join([sql`FALSE`, ...over], sql` OR `)})`;
  return db
    .insert(rateCounters)
    .select(sql`SELECT ${key}, ${window_start}, 1 WHERE NOT ${isOver}`)
    .onConflictDoUpdate({ target: [rateCounters.key, rateCounters.window_start], set: { n: sql`n + 1` } })
    .returning({ n: rateCounters.n });
}

/** Statement that takes one try of this window back, because the limit does not apply to it. */
export function uncountTry(db: Database, key: string, windowMs: number, now: number) {
  const window = and(eq(rateCounters.key, key), eq(rateCounters.window_start, now - (now % windowMs)));
  return db
    .update(rateCounters)
    .set({ n: sql`n - 1` })
    .where(and(window, gt(rateCounters.n, 0)));
}

/** Statement that deletes the tries of `key`, after the right answer was given. */
export function clearTries(db: Database, key: string) {
  return db.delete(rateCounters).where(eq(rateCounters.key, key));
}

/** For the cron: deletes counts that are older than the longest window. */
export async function dropOldCounters(db: Database, now: number): Promise<void> {
  await db.delete(rateCounters).where(lte(rateCounters.window_start, now - LONGEST_WINDOW_MS));
}
