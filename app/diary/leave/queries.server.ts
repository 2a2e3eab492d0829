import { and, asc, eq } from "drizzle-orm";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { leave, leavePlace, leaveSettings, leaveYears } from "./table.server";

export type LeaveRow = typeof leave.$inferSelect;

/** One leave of a user, with its notes still encrypted. */
export function leaveOf(db: Database, userId: number, leaveRef: string) {
  return db
    .select()
    .from(leave)
    .where(and(eq(leave.user_id, userId), eq(leave.unique_ref, leaveRef)));
}

/** At most one row; without one all is as usual. For a page's batch. */
export function leaveSettingsOf(db: Database, userId: number) {
  return db.select().from(leaveSettings).where(eq(leaveSettings.user_id, userId));
}

/** The entitlements of a user, first to last. For a page's batch. */
export function leaveYearsOf(db: Database, userId: number) {
  return db.select().from(leaveYears).where(eq(leaveYears.user_id, userId)).orderBy(asc(leaveYears.year_begins));
}

/** The notes of a leave as text; empty when it has none. */
export function decryptLeaveNotes(cipher: Cipher, row: Pick<LeaveRow, "unique_ref" | "text_encrypted">) {
  return cipher.decrypt(leavePlace(row.unique_ref), row.text_encrypted);
}
