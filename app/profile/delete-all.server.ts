import { eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { profiles } from "./table.server";

/** For the end of an account. */
export function deleteAllProfile(db: Database, userRef: string) {
  return [db.delete(profiles).where(eq(profiles.user_ref, userRef))] as const;
}
