import { and, eq } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isTaken } from "./columns.server";
import type { Database } from "./database.server";

/**
 * One row for each form that created or changed something. The same form sent again creates nothing new and gets the
 * same answer.
 */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    user_id: integer().notNull(),
    key: text().notNull(),
    result_ref: text().notNull(),
    fingerprint: text().notNull(),
    created_at: integer().notNull(),
    /** Number of the diary change that the form made; null for forms outside the diary. */
    change_number: integer(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key] })],
);

/** One submit of a form that creates something. */
export interface FormKey {
  /** Hash of the page's random key: the same for every submit of the page. */
  key: string;
  /**
   * Hash of the answers and that key (`ReadForm.fingerprint`): a form sent again with other answers is not the same
   * submit.
   */
  fingerprint: string;
}

/**
 * The answer to a form whose key was used for other answers, or whose row was deleted. The page comes back with a new
 * key.
 */
export const FORM_USED =
  "This form was saved before. Look at what was saved; your answers are kept below, and sending them again saves them as a new entry";

/** Statement that claims the key: the first of the batch that creates the row `madeRef`. */
export function claimKey(db: Database, userId: number, form: FormKey, madeRef: string, now: number) {
  return db.insert(idempotencyKeys).values({ user_id: userId, ...form, result_ref: madeRef, created_at: now });
}

/** True when a batch failed because its form's key was claimed before: the form was sent twice. */
export function isFormKeyTaken(error: unknown): boolean {
  return isTaken(error, "idempotency_keys.key");
}

/**
 * Runs a batch that begins with `claimKey`.
 * @param isThere whether the row that an earlier submit created still exists
 * @returns `madeRef`. When the same form was sent before with the same answers, writes nothing and returns the
 * reference of the row that it created then; null when it was sent with other answers, or that row is gone (see
 * FORM_USED).
 */
export async function runOnce(
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
    if (!isFormKeyTaken(error)) throw error;
    const made = await findEarlierResult(db, userId, form);
    return made !== null && (await isThere(made)) ? made : null;
  }
}

/** Returns the reference that the same form with the same answers created before; null when there is none. */
export async function findEarlierResult(
  db: Database,
  userId: number,
  { key, fingerprint }: FormKey,
): Promise<string | null> {
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.key, key)));
  return first?.fingerprint === fingerprint ? first.result_ref : null;
}
