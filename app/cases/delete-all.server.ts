import { count, eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { caseOptions, cases, options } from "./table.server";

/** For the end of an account: before the statements of sessions. */
export function deleteAllCases(db: Database, userRef: string) {
  return [
    db.delete(caseOptions).where(eq(caseOptions.user_ref, userRef)),
    db.delete(cases).where(eq(cases.user_ref, userRef)),
    db.delete(options).where(eq(options.user_ref, userRef)),
  ] as const;
}

export function countAllCases(db: Database, userRef: string) {
  return db.select({ n: count() }).from(cases).where(eq(cases.user_ref, userRef));
}
