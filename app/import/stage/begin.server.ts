import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { isNeverPlaced, isOpen } from "../conditions.server";
import { type FileFacts, inOrder } from "../read-file";
import { importRows, imports } from "../table.server";

/**
 * Begins the import of a file, or continues an unfinished one. If the file is now mapped another way, its rows replace
 * those that it brought before, except those that were placed.
 */
export async function beginImport(
  { db, user, now }: RequestContext,
  sent: FileFacts,
): Promise<{ state: "begun" | "resumed"; import_ref: string }> {
  const userId = user.id;
  const facts = { ...sent, mapping: inOrder(sent.mapping), choices: inOrder(sent.choices) };
  const ofFile = and(eq(imports.user_id, userId), eq(imports.file_hash, facts.file_hash));
  // In SQL, so that imports which another tab began meanwhile are included.
  const isSame = and(
    eq(imports.mapping, facts.mapping),
    eq(imports.choices, facts.choices),
    eq(imports.rows_expected, facts.rows_expected),
  ) as SQL;
  const others = and(ofFile, isNull(imports.undone_at), sql`NOT (${isSame})`);
  const otherRefs = sql`(SELECT ${imports.unique_ref} FROM ${imports} WHERE ${others})`;
  const openOne = and(ofFile, isSame, isOpen());
  const row = { ...facts, unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now };
  const [, , open] = await db.batch([
    db
      .delete(importRows)
      .where(and(eq(importRows.user_id, userId), sql`${importRows.import_ref} IN ${otherRefs}`, isNeverPlaced)),
    db
      .update(imports)
      .set({ cleared_at: now, updated_at: now })
      .where(and(others, isNull(imports.cleared_at))),
    db.select({ unique_ref: imports.unique_ref }).from(imports).where(openOne),
    // Two tabs in which the same file is dropped at once fill one import.
    ...insertRows(db, imports, [row], () => sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${openOne})`),
  ]);
  const [found] = open;
  return found ? { state: "resumed", import_ref: found.unique_ref } : { state: "begun", import_ref: row.unique_ref };
}

/** Statement: the imports of a file that were not undone, newest first. For an action's batch. */
export function importsOfFile(db: Database, userId: number, fileHash: string) {
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.user_id, userId), eq(imports.file_hash, fileHash), isNull(imports.undone_at)))
    .orderBy(desc(imports.created_at), desc(sql`rowid`));
}
