import { and, eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Asked } from "~/accounts/guard.server";
import { newRef } from "~/db/columns.server";
import { insertRows } from "~/db/insert-rows.server";
import { isOpen, neverPlaced } from "./conditions.server";
import { type EarlierImport, earlier, importsOfFile } from "./known-file.server";
import type { FileFacts } from "./rules";
import { importRows, imports } from "./table.server";

export type Begun =
  | { state: "begun" | "resumed"; import_ref: string }
  /** The same file was imported: somebody must say that it shall be once more. */
  | { state: "known"; earlier: EarlierImport };

/**
 * Begins the import of a file, or takes up the one that broke off. A file that is mapped another way replaces the
 * rows that it brought before, but for those that were placed.
 * @param again whether a file that was imported before shall be imported once more.
 */
export async function beginImport({ db, user, now }: Asked, facts: FileFacts, again: boolean): Promise<Begun> {
  const userRef = user.unique_ref;
  const before = await importsOfFile(db, userRef, facts.file_hash);
  const [last] = before;
  const isBrokenOff = last && !last.complete_at && !last.cleared_at && !last.wiped_at;
  if (isBrokenOff && isSame(last, facts)) return { state: "resumed", import_ref: last.unique_ref };
  if (last && !isBrokenOff && !again) return { state: "known", earlier: earlier(last) };

  const row = { ...facts, unique_ref: newRef(), user_ref: userRef, created_at: now, updated_at: now };
  const otherwise = JSON.stringify(before.filter((each) => !isSame(each, facts)).map((each) => each.unique_ref));
  const amongOthers = (column: SQLiteColumn) => sql`${column} IN (SELECT value FROM json_each(${otherwise}))`;
  const openOne = and(eq(imports.user_ref, userRef), eq(imports.file_hash, facts.file_hash), isOpen());
  const [, , open] = await db.batch([
    db.delete(importRows).where(and(eq(importRows.user_ref, userRef), amongOthers(importRows.import_ref), neverPlaced)),
    db
      .update(imports)
      .set({ cleared_at: now, updated_at: now })
      .where(and(eq(imports.user_ref, userRef), amongOthers(imports.unique_ref), isOpen())),
    db.select({ unique_ref: imports.unique_ref }).from(imports).where(openOne),
    // Two tabs that drop the same file at once fill one import.
    ...insertRows(db, imports, [row], () => sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${openOne})`),
  ]);
  return { state: "begun", import_ref: open[0]?.unique_ref ?? row.unique_ref };
}

/** Read and mapped the same way. */
function isSame(row: typeof imports.$inferSelect, facts: FileFacts): boolean {
  const way = ({ mapping, choices }: Pick<FileFacts, "mapping" | "choices">) =>
    JSON.stringify([mapping, choices].map((each) => Object.entries(each).sort()));
  return row.rows_expected === facts.rows_expected && way(row) === way(facts);
}
