import { and, eq, isNull, sql } from "drizzle-orm";
import type { Asked } from "~/account/guard.server";
import { neverPlaced, wiped } from "./conditions.server";
import { importRows, imports } from "./table.server";

/**
 * Empties the working set, never the diary: rows that were not placed go, and of those that were only what knows
 * them again stays.
 */
export async function clearWorkingSet({ db, user, now }: Asked): Promise<void> {
  const ofUser = eq(importRows.user_id, user.id);
  const waiting = and(ofUser, sql`(${importRows.wiped_at} IS NULL OR ${importRows.known})`, neverPlaced);
  await db.batch([
    db.delete(importRows).where(waiting),
    db
      .update(importRows)
      .set(wiped(now))
      .where(and(ofUser, isNull(importRows.wiped_at))),
    db
      .update(imports)
      .set({ cleared_at: now, updated_at: now })
      .where(and(eq(imports.user_id, user.id), isNull(imports.cleared_at), isNull(imports.undone_at))),
  ]);
}
