import { count, eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { sessions } from "./table.server";

/** For the end of an account: after the statements of cases, before those of job plans. */
export function deleteAllSessions(db: Database, userRef: string) {
  return [db.delete(sessions).where(eq(sessions.user_ref, userRef))] as const;
}

export function countAllSessions(db: Database, userRef: string) {
  return db.select({ n: count() }).from(sessions).where(eq(sessions.user_ref, userRef));
}
