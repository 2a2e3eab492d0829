import { eq, lte } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** How long an act can be taken back. */
export const UNDO_HOLDS_MS = 60 * 60 * 1000;

/** Acts that can be taken back: what each deleted, as it was, and what each made. */
export const undoSteps = sqliteTable("undo_steps", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  says: text().notNull(),
  deleted: text({ mode: "json" }).$type<Record<string, Record<string, unknown>[]>>().notNull().default({}),
  made: text({ mode: "json" }).$type<Record<string, string[]>>().notNull().default({}),
  created_at: integer().notNull(),
  expires_at: integer().notNull(),
});

/** For the end of an account. */
export function deleteAllUndoSteps(db: Database, userRef: string) {
  return [db.delete(undoSteps).where(eq(undoSteps.user_ref, userRef))] as const;
}

/** For the cron: what can no longer be taken back is gone for good. */
export async function dropOldUndoSteps(db: Database, now: number): Promise<void> {
  await db.delete(undoSteps).where(lte(undoSteps.expires_at, now));
}
