import { and, eq, type SQL, sql } from "drizzle-orm";
import { integer, primaryKey, type SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isTaken } from "./columns.server";
import type { Database } from "./database.server";

/**
 * One row a form that made or changed something, so that the same form sent again makes nothing new, and is told
 * what it was told.
 */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    user_id: integer().notNull(),
    key: text().notNull(),
    result_ref: text().notNull(),
    fingerprint: text().notNull(),
    created_at: integer().notNull(),
    /** Of the diary, that it made; null for forms of other rooms. */
    change_number: integer(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key] })],
);

/** One submit of a form that makes something. */
export interface FormKey {
  /** Hash of the page's random key: the same for every submit of it. */
  key: string;
  /** Of its answers and that key (`ReadForm.fingerprint`): a form sent again with other answers is not the same submit. */
  fingerprint: string;
}

/** The answer to a form whose key was used for other answers, or whose row is gone. Its page has a new key. */
export const FORM_USED =
  "This form was saved before. Look at what was saved; your answers are kept below, and sending them again saves them as a new entry";

/** The statement to put first in the batch that makes the row `madeRef`. */
export function claimKey(db: Database, userId: number, form: FormKey, madeRef: string, now: number) {
  return db.insert(idempotencyKeys).values({ user_id: userId, ...form, result_ref: madeRef, created_at: now });
}

/**
 * Runs a batch that begins with `claimKey`.
 * @param isThere whether the row that an earlier submit made still is.
 * @returns `madeRef`; when this very form was sent before with these answers, nothing is written and what it
 * made then is returned; null when it was sent with others, or what it made is gone (see FORM_USED).
 */
export async function once(
  db: Database,
  userId: number,
  form: FormKey,
  madeRef: string,
  batch: () => Promise<unknown>,
  isThere: (ref: string) => Promise<boolean>,
): Promise<string | null> {
  try {
    await batch();
    return madeRef;
  } catch (error) {
    if (!isTaken(error, "idempotency_keys.user_id")) throw error;
    const made = await madeBefore(db, userId, form);
    return made !== null && (await isThere(made)) ? made : null;
  }
}

/** What this very form, with these answers, made before; null when it made nothing. */
export async function madeBefore(db: Database, userId: number, { key, fingerprint }: FormKey): Promise<string | null> {
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.key, key)));
  return first?.fingerprint === fingerprint ? first.result_ref : null;
}

/** One save of a row's form: the row, the version that the form started from, and its answers (`ReadForm.fingerprint`). */
export interface EditForm {
  ref: string;
  version: number;
  fingerprint: string;
}

/**
 * The statement that remembers an edit, in its batch and after the update, which gives the row `updated_at: now`.
 * @param madeRef what to find again beside the row itself, such as the step that undoes the edit.
 */
export function rememberEdit(
  db: Database,
  userId: number,
  table: SQLiteTable,
  edit: EditForm,
  now: number,
  madeRef = edit.ref,
) {
  const saved = { result_ref: madeRef, fingerprint: edit.fingerprint, created_at: now };
  return db
    .insert(idempotencyKeys)
    .select(
      sql`SELECT ${userId}, ${keyOfEdit(edit)}, ${madeRef}, ${edit.fingerprint}, ${now}, NULL WHERE ${asEdited(table, userId, edit, sql`${now}`)}`,
    )
    .onConflictDoUpdate({ target: [idempotencyKeys.user_id, idempotencyKeys.key], set: saved });
}

/**
 * For a form that came too late: whether it was its own save that came before it, and the row stands as that left
 * it. Its answer was lost then, and is due again. @returns what `rememberEdit` was given; null when it was not so.
 */
export async function editedBefore(
  db: Database,
  userId: number,
  table: SQLiteTable,
  edit: EditForm,
): Promise<string | null> {
  const [saved] = await db
    .select({ result_ref: idempotencyKeys.result_ref })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.user_id, userId),
        eq(idempotencyKeys.key, keyOfEdit(edit)),
        eq(idempotencyKeys.fingerprint, edit.fingerprint),
        asEdited(table, userId, edit, sql`${idempotencyKeys.created_at}`),
      ),
    );
  return saved?.result_ref ?? null;
}

/** The row is there, and stands as the edit left it at an instant. */
function asEdited(table: SQLiteTable, userId: number, { ref, version }: EditForm, at: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${table} AS edited WHERE edited.unique_ref = ${ref}
    AND edited.user_id = ${userId} AND edited.version = ${version + 1} AND edited.updated_at = ${at})`;
}

/** Never that of a form that makes something: those are hashes. */
function keyOfEdit({ ref, version }: EditForm): string {
  return `${ref}/${version}`;
}
