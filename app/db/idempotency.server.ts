import { and, eq } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isTaken } from "./columns.server";
import type { Database } from "./database.server";

/** One row a form that made something: what it made, so that the same form sent again makes nothing new. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    user_ref: text().notNull(),
    key: text().notNull(),
    made_ref: text().notNull(),
    fingerprint: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_ref, table.key] })],
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
export function claimKey(db: Database, userRef: string, form: FormKey, madeRef: string, now: number) {
  return db.insert(idempotencyKeys).values({ user_ref: userRef, ...form, made_ref: madeRef, created_at: now });
}

/**
 * Runs a batch that begins with `claimKey`.
 * @param isThere whether the row that an earlier submit made still is.
 * @returns `madeRef`; when this very form was sent before with these answers, nothing is written and what it
 * made then is returned; null when it was sent with others, or what it made is gone (see FORM_USED).
 */
export async function once(
  db: Database,
  userRef: string,
  { key, fingerprint }: FormKey,
  madeRef: string,
  batch: () => Promise<unknown>,
  isThere: (ref: string) => Promise<boolean>,
): Promise<string | null> {
  try {
    await batch();
    return madeRef;
  } catch (error) {
    if (!isTaken(error, "idempotency_keys.user_ref")) throw error;
    const [first] = await db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.user_ref, userRef), eq(idempotencyKeys.key, key)));
    if (first?.fingerprint !== fingerprint || !(await isThere(first.made_ref))) return null;
    return first.made_ref;
  }
}

/** What this very form, with these answers, made before; null when it made nothing. */
export async function madeBefore(db: Database, userRef: string, { key, fingerprint }: FormKey): Promise<string | null> {
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_ref, userRef), eq(idempotencyKeys.key, key)));
  return first?.fingerprint === fingerprint ? first.made_ref : null;
}
