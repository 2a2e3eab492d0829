import { eq } from "drizzle-orm";
import { feeds } from "~/accounts/feeds-table.server";
import type { Database } from "~/db/database.server";
import { cpd } from "./cpd/table.server";
import { savedReports } from "./saved/table.server";
import { takeoverRows, takeovers } from "./takeover/table.server";
import { usage } from "./usage/table.server";

/** For the end of an account. */
export function deleteAllReports(db: Database, userRef: string) {
  return [
    db.delete(takeoverRows).where(eq(takeoverRows.user_ref, userRef)),
    db.delete(takeovers).where(eq(takeovers.user_ref, userRef)),
    db.delete(usage).where(eq(usage.user_ref, userRef)),
    db.delete(feeds).where(eq(feeds.user_ref, userRef)),
    db.delete(savedReports).where(eq(savedReports.user_ref, userRef)),
    db.delete(cpd).where(eq(cpd.user_ref, userRef)),
  ] as const;
}
