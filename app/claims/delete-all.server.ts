import { eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { claims } from "./table.server";

/** For the end of an account: before the statements of cases and sessions. */
export function deleteAllClaims(db: Database, userRef: string) {
  return [db.delete(claims).where(eq(claims.user_ref, userRef))] as const;
}
