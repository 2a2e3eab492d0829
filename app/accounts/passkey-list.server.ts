import { asc, eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { passkeys } from "./factors-table.server";

/** The passkeys of a user, the oldest first; for a batch. */
export function passkeysOf(db: Database, userRef: string) {
  return db
    .select({
      unique_ref: passkeys.unique_ref,
      name: passkeys.name,
      created_at: passkeys.created_at,
      last_used_at: passkeys.last_used_at,
    })
    .from(passkeys)
    .where(eq(passkeys.user_ref, userRef))
    .orderBy(asc(passkeys.created_at));
}
