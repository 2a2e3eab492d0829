import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { backups, objectKey } from "~/account/backups/table.server";
import { deletionRef } from "~/account/deletion/delete-account.server";
import { audit, users } from "~/account/table.server";
import type { JobWorld } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { listBackups, type StoredBackup } from "./stored.server";

/**
 * For the daily cron: the backups of accounts that were deleted go, should their removal have failed; and those of
 * others that no row tells of get one, so that they are dropped in their time. A user who is not there, and whose
 * deletion is not on record, may have been lost with the database: of them nothing is touched.
 */
export async function matchStore({ db, objects, now }: Pick<JobWorld, "db" | "objects" | "now">): Promise<void> {
  for await (const page of listBackups(objects)) {
    const refs = [...new Set(page.map(({ userRef }) => userRef))];
    const there = await usersAmong(db, refs);
    const gone = await deletedAmong(
      db,
      refs.filter((ref) => !there.has(ref)),
    );
    const left = page.filter(({ userRef }) => gone.has(userRef));
    if (left.length > 0) await objects.delete(left.map(({ userRef, day }) => objectKey(userRef, day)));
    const known = page.filter(({ userRef }) => there.has(userRef));
    for (const statement of rowsToInsert(db, known, now)) await statement;
  }
}

async function usersAmong(db: Database, refs: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ ref: users.unique_ref })
    .from(users)
    .where(inArray(users.unique_ref, listed(refs)));
  return new Set(found.map(({ ref }) => ref));
}

/** Those of these references of users whose account was deleted. */
export async function deletedAmong(db: Database, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set();
  const lines = new Map(await Promise.all(refs.map(async (ref) => [await deletionRef(ref), ref] as const)));
  const found = await db
    .select({ line: audit.unique_ref })
    .from(audit)
    .where(sql`${inArray(audit.unique_ref, listed([...lines.keys()]))} AND ${eq(audit.action, "account-deleted")}`);
  return new Set(found.map(({ line }) => lines.get(line) as string));
}

function listed(refs: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(refs)}))`;
}

/** Statements: what the table of backups says of objects that are in the store, where it says nothing yet. */
export function rowsToInsert(db: Database, stored: readonly StoredBackup[], now: number) {
  const times = { created_at: now, updated_at: now };
  const rows = stored.map(({ userRef, day, bytes, records, made_at }) => {
    const state = "made" as const;
    return { ...times, unique_ref: newRef(), user_ref: userRef, day, state, bytes, records, made_at };
  });
  const isTold = (read: (column: string) => SQL) =>
    sql`EXISTS (SELECT 1 FROM backups AS told WHERE told.user_ref = ${read("user_ref")} AND told.day = ${read("day")})`;
  return insertRows(db, backups, rows, isTold);
}
