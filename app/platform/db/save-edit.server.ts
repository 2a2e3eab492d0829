import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { data } from "react-router";
import type { Actor } from "~/platform/context";
import { assertVersion, isStale } from "./assertions.server";
import type { Database } from "./database.server";
import { idempotencyKeys } from "./idempotency.server";

/**
 * One save of a row's edit form: the row, the version that the form started from, and the fingerprint of the answers
 * (`ReadForm.fingerprint`).
 */
export interface EditForm {
  ref: string;
  version: number;
  fingerprint: string;
}

type EditedTable = SQLiteTable & Record<"unique_ref" | "user_id" | "version", SQLiteColumn>;

interface EditedRow<Table> {
  table: Table;
  /** Further condition of the row, which is the user's in any case. */
  where?: SQL;
  set: Table extends SQLiteTable ? SQLiteUpdateSetSource<Table> : never;
  /** Statements of the same batch: `ahead` runs before the save, `after` after it. */
  ahead?: readonly BatchItem<"sqlite">[];
  after?: readonly BatchItem<"sqlite">[];
}

/**
 * Saves a row outside the diary from its edit form. The same form sent again, because its response was lost, changes
 * nothing.
 * @returns false when the row, or one that `ahead` or `after` requires to be unchanged, was saved since it was shown,
 * and not by this very form
 * @throws 404 when the row does not exist; an error for `isTaken` and the like when the batch is refused
 */
export async function saveEdit<Table extends EditedTable>(
  { db, userId, now }: Pick<Actor, "db" | "userId" | "now">,
  edit: EditForm,
  { table, where, set, ahead = [], after = [] }: EditedRow<Table>,
): Promise<boolean> {
  const values = { ...set, updated_at: now, version: edit.version + 1 };
  const isRow = and(eq(table.user_id, userId), eq(table.unique_ref, edit.ref), where);
  const asSeen = assertVersion(db, table, isRow, edit.version);
  const save = db
    .update(table)
    .set(values as SQLiteUpdateSetSource<Table>)
    .where(isRow);
  const [first, ...others] = [...ahead, asSeen, save, recordEdit(db, userId, table, edit, now), ...after];
  try {
    const results = (await db.batch([first as BatchItem<"sqlite">, ...others])) as { meta: { changes: number } }[];
    if (results[ahead.length + 1]?.meta.changes === 0) throw data(null, { status: 404 });
    return true;
  } catch (error) {
    if (!isStale(error)) throw error;
    return isRepeatedEdit(db, userId, table, edit);
  }
}

/** Statement that records an edit, after the update, which sets `updated_at: now` on the row. */
function recordEdit(db: Database, userId: number, table: SQLiteTable, edit: EditForm, now: number) {
  const { ref, fingerprint } = edit;
  return db
    .insert(idempotencyKeys)
    .select(
      sql`SELECT ${userId}, ${keyOfEdit(edit)}, ${ref}, ${fingerprint}, ${now}, NULL WHERE ${isAsEdited(table, userId, edit, sql`${now}`)}`,
    )
    .onConflictDoUpdate({
      target: [idempotencyKeys.user_id, idempotencyKeys.key],
      set: { result_ref: ref, fingerprint, created_at: now },
    });
}

/**
 * For an edit form that arrived with an old version: whether the newer version is the form's own earlier save and the
 * row is unchanged since. The answer to that save was lost, and must be given again.
 */
async function isRepeatedEdit(db: Database, userId: number, table: SQLiteTable, edit: EditForm): Promise<boolean> {
  const [saved] = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.user_id, userId),
        eq(idempotencyKeys.key, keyOfEdit(edit)),
        eq(idempotencyKeys.fingerprint, edit.fingerprint),
        isAsEdited(table, userId, edit, sql`${idempotencyKeys.created_at}`),
      ),
    );
  return saved !== undefined;
}

/** Condition: the row exists, and is as the edit left it at the instant `at`. */
function isAsEdited(table: SQLiteTable, userId: number, { ref, version }: EditForm, at: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${table} AS edited WHERE edited.unique_ref = ${ref}
    AND edited.user_id = ${userId} AND edited.version = ${version + 1} AND edited.updated_at = ${at})`;
}

/** Key of an edit. It never equals the key of a form that creates something: those are hashes. */
function keyOfEdit({ ref, version }: EditForm): string {
  return `${ref}/${version}`;
}
