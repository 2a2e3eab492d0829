import { lte, sql } from "drizzle-orm";
import { changes } from "~/changes/table.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { dropUnnamedPayers } from "~/diary/fees/payer-names.server";
import type { Database } from "~/platform/db/database.server";

/** For the cron: deletes changes that can no longer be undone, and the payers that only these changes named. */
export async function dropOldChanges(db: Database, now: number): Promise<void> {
  const isOld = lte(changes.occurred_at, now - UNDO_WINDOW_MS);
  const gone = await db.delete(changes).where(isOld).returning({ userId: changes.user_id });
  if (gone.length === 0) return;
  const users = JSON.stringify([...new Set(gone.map(({ userId }) => userId))]);
  await dropUnnamedPayers(db, sql`IN (SELECT value FROM json_each(${users}))`);
}
