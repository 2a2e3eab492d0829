import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { markForBackup } from "~/account/backups/due.server";
import type { RequestContext } from "~/account/guard.server";
import { users } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";
import { isNeverPlaced, wiped } from "../conditions.server";
import { importRows, imports } from "../table.server";

/**
 * Empties the working set, never the diary: deletes rows that were not placed, and wipes the values of placed ones, of
 * which only the columns stay that recognise them when they are imported again.
 */
export async function clearWorkingSet({ db, user, now }: RequestContext): Promise<void> {
  const ofUser = eq(importRows.user_id, user.id);
  const waiting = and(ofUser, isNull(importRows.wiped_at), isNeverPlaced);
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

/** How long the values of an import are kept. */
export const VALUES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Keeps one run of the cron short when many imports are due. */
const IMPORTS_A_RUN = 5;

/** For the cron: wipes the values of old imports, whether placed or not. Their cases stay in the diary. */
export async function wipeOldImports(db: Database, now: number): Promise<void> {
  const due = await db
    .select({ unique_ref: imports.unique_ref, user_id: imports.user_id, user_ref: users.unique_ref })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.user_id))
    .where(and(isNull(imports.wiped_at), lte(imports.created_at, now - VALUES_KEPT_MS)))
    .orderBy(asc(imports.created_at))
    .limit(IMPORTS_A_RUN);
  for (const { unique_ref, user_id, user_ref } of due) {
    const ofImport = and(eq(importRows.user_id, user_id), eq(importRows.import_ref, unique_ref));
    await db.batch([
      db
        .update(importRows)
        .set(wiped(now))
        .where(and(ofImport, isNull(importRows.wiped_at))),
      db
        .update(imports)
        .set({ wiped_at: now, updated_at: now })
        .where(and(eq(imports.user_id, user_id), eq(imports.unique_ref, unique_ref))),
      // Otherwise the values would stay in the last backup of a user who changes nothing more.
      markForBackup(db, user_ref, now),
    ]);
  }
}
