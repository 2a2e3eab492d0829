import { eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { leave, leaveSettings, leaveYears, lieuLedger } from "./table.server";

/** For the end of an account. */
export function deleteAllLeave(db: Database, userRef: string) {
  return [
    db.delete(lieuLedger).where(eq(lieuLedger.user_ref, userRef)),
    db.delete(leave).where(eq(leave.user_ref, userRef)),
    db.delete(leaveYears).where(eq(leaveYears.user_ref, userRef)),
    db.delete(leaveSettings).where(eq(leaveSettings.user_ref, userRef)),
  ] as const;
}
