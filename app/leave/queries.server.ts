import { and, asc, eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import type { Vault } from "~/vault/vault.server";
import { leave, leavePlace, leaveSettings, leaveYears } from "./table.server";

export type LeaveRow = typeof leave.$inferSelect;

/** One leave of a user, with its notes still sealed. */
export function leaveOf(db: Database, userRef: string, leaveRef: string) {
  return db.select().from(leave).where(thisLeave(userRef, leaveRef));
}

export function thisLeave(userRef: string, leaveRef: string) {
  return and(eq(leave.user_ref, userRef), eq(leave.unique_ref, leaveRef));
}

/** At most one row; without one all is as usual. For a page's batch. */
export function leaveSettingsOf(db: Database, userRef: string) {
  return db.select().from(leaveSettings).where(eq(leaveSettings.user_ref, userRef));
}

/** The entitlements of a user, first to last. For a page's batch. */
export function leaveYearsOf(db: Database, userRef: string) {
  return db.select().from(leaveYears).where(eq(leaveYears.user_ref, userRef)).orderBy(asc(leaveYears.year_begins));
}

/** The notes of a leave as text; empty when it has none. */
export function openLeaveNotes(vault: Vault, userRef: string, row: Pick<LeaveRow, "unique_ref" | "sealed">) {
  return vault.open(userRef, leavePlace(row.unique_ref), row.sealed);
}
