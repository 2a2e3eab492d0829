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
    created_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_ref, table.key] })],
);

/** The statement to put first in the batch that makes the row `madeRef`. */
export function claimKey(db: Database, userRef: string, key: string, madeRef: string, now: number) {
  return db.insert(idempotencyKeys).values({ user_ref: userRef, key, made_ref: madeRef, created_at: now });
}

/**
 * Runs a batch that begins with `claimKey`. When the key was used before, nothing is written and the
 * reference that the first one made is returned; otherwise `madeRef`.
 */
export async function once(
  db: Database,
  userRef: string,
  key: string,
  madeRef: string,
  batch: () => Promise<unknown>,
): Promise<string> {
  try {
    await batch();
    return madeRef;
  } catch (error) {
    if (!isTaken(error, "idempotency_keys.user_ref")) throw error;
    const [first] = await db
      .select({ made_ref: idempotencyKeys.made_ref })
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.user_ref, userRef), eq(idempotencyKeys.key, key)));
    return first?.made_ref ?? madeRef;
  }
}
