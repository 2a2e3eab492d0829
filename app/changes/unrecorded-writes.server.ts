import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/platform/db/database.server";
import { INITIAL_VERSION } from "./open-change.server";
import { DIARY_PARTS } from "./parts.server";
import { changes, diaries } from "./table.server";

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
