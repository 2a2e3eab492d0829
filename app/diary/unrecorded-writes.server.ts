import { lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dropUnnamedPayers } from "~/diary/fees/payer-names.server";
import type { Database } from "~/platform/db/database.server";
import { DIARY_PARTS } from "./cascade.server";
import { UNDO_WINDOW_MS } from "./changes.server";
import { INITIAL_VERSION } from "./open-change.server";
import { changes, diaries } from "./tables.server";

/**
 * Statement that takes the next change number without making a change. It goes before the rows of a file or a backup in
 * their batch, which get the number as their version: then no open form saves over them, and no change takes them for
 * rows that it left.
 * @param userId SQL for a user who is restored in that batch
 */
export function skipChangeNumber(db: Database, userId: number | SQL) {
  return db
    .insert(diaries)
    .values({ user_id: sql`${userId}`, last_change: INITIAL_VERSION + 1 })
    .onConflictDoUpdate({ target: diaries.user_id, set: { last_change: sql`${diaries.last_change} + 1` } });
}

/** Expression: the number that `skipChangeNumber` took. */
export function skippedChangeNumber(userId: number | SQL): SQL<number> {
  return sql`(SELECT ${diaries.last_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}

/** Whether a column holds change numbers, as `version` of the diary's tables does. */
export function isVersionOfPart(column: SQLiteColumn): boolean {
  return DIARY_PARTS.some(({ table }) => table.version === column);
}

/**
 * Statement for the batch that replaces a diary, or deletes a part of it for good: no undo restores what was there
 * before.
 */
export function deleteChanges(db: Database, userId: number | SQL) {
  return db.delete(changes).where(sql`${changes.user_id} = ${userId}`);
}

/** For the cron: deletes changes that can no longer be undone, and the payers that only these changes named. */
export async function dropOldChanges(db: Database, now: number): Promise<void> {
  const isOld = lte(changes.occurred_at, now - UNDO_WINDOW_MS);
  const gone = await db.delete(changes).where(isOld).returning({ userId: changes.user_id });
  if (gone.length === 0) return;
  const users = JSON.stringify([...new Set(gone.map(({ userId }) => userId))]);
  await dropUnnamedPayers(db, sql`IN (SELECT value FROM json_each(${users}))`);
}
