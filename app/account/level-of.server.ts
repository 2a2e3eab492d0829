import { eq } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { users } from "./table.server";

/** The level of a user who is not signed in: nobody there, no row. For a batch. */
export function levelOf(db: Database, userRef: string) {
  return db.select({ level: users.level }).from(users).where(eq(users.unique_ref, userRef));
}
