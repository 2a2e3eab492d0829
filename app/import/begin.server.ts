import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Asked } from "~/account/guard.server";
import { newRef } from "~/platform/db/columns.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { isOpen, neverPlaced } from "./conditions.server";
import type { FileFacts } from "./rules";
import { importRows, imports } from "./table.server";

export interface Begun {
  state: "begun" | "resumed";
  import_ref: string;
}

/**
 * Begins the import of a file, or takes up the one that broke off. A file that is mapped another way replaces the
 * rows that it brought before, but for those that were placed.
 */
export async function beginImport({ db, user, now }: Asked, sent: FileFacts): Promise<Begun> {
  const userId = user.id;
  const facts = { ...sent, mapping: inOrder(sent.mapping), choices: inOrder(sent.choices) };
  const ofFile = and(eq(imports.user_id, userId), eq(imports.file_hash, facts.file_hash));
  // In SQL, so that what another tab began meanwhile is judged too.
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
      .where(and(eq(importRows.user_id, userId), sql`${importRows.import_ref} IN ${otherRefs}`, neverPlaced)),
    db
      .update(imports)
      .set({ cleared_at: now, updated_at: now })
      .where(and(others, isNull(imports.cleared_at))),
    db.select({ unique_ref: imports.unique_ref }).from(imports).where(openOne),
    // Two tabs that drop the same file at once fill one import.
    ...insertRows(db, imports, [row], () => sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${openOne})`),
  ]);
  const [found] = open;
  return found ? { state: "resumed", import_ref: found.unique_ref } : { state: "begun", import_ref: row.unique_ref };
}

/** One text for what says the same: the database compares it. */
function inOrder<Fields extends object>(fields: Fields): Fields {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.sort(([one], [other]) => (one < other ? -1 : 1))) as Fields;
}
