import { lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dropUnnamedPayers } from "~/diary/fees/payer-names.server";
import type { Database } from "~/platform/db/database.server";
import { DIARY_PARTS } from "./aggregate.server";
import { BEFORE_ANY, UNDO_HOLDS_MS } from "./changes.server";
import { changes, diaries } from "./tables.server";

/**
 * For rows that a file or a backup brings in: takes a number that is no change's, before them in their batch. They get
 * it as their version, so that no form that is open saves over them, and no change takes them for what it left.
 * @param userId SQL for somebody who comes back in that batch
 */
export function skipNumber(db: Database, userId: number | SQL) {
  return db
    .insert(diaries)
    .values({ user_id: sql`${userId}`, last_change: BEFORE_ANY + 1 })
    .onConflictDoUpdate({ target: diaries.user_id, set: { last_change: sql`${diaries.last_change} + 1` } });
}

/** The number that was skipped. */
export function skippedNumber(userId: number | SQL): SQL<number> {
  return sql`(SELECT ${diaries.last_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}

/** Whether the numbers of changes are what a column holds. */
export function isVersionOfPart(column: SQLiteColumn): boolean {
  return DIARY_PARTS.some(({ table }) => table.version === column);
}

/** In the batch that replaces a diary, or takes a part of it away for good: no undo brings back what was there before. */
export function forgetChanges(db: Database, userId: number | SQL) {
  return db.delete(changes).where(sql`${changes.user_id} = ${userId}`);
}

/** For the cron: what can no longer be undone is gone for good, and with it the payers that only that named. */
export async function dropOldChanges(db: Database, now: number): Promise<void> {
  const isOld = lte(changes.occurred_at, now - UNDO_HOLDS_MS);
  const gone = await db.delete(changes).where(isOld).returning({ userId: changes.user_id });
  if (gone.length === 0) return;
  const users = JSON.stringify([...new Set(gone.map(({ userId }) => userId))]);
  await dropUnnamedPayers(db, sql`IN (SELECT value FROM json_each(${users}))`);
}
