import { and, eq, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { lieuLedger } from "../table.server";
import type { LieuUnit } from "./words";

/** What a leave takes from the time in lieu. */
export interface LieuSpending {
  unit: LieuUnit;
  /** More than 0. */
  hundredths: number;
}

/**
 * The statement for the batch that saves a leave: the one line that it spends is made, changed or, for null, taken
 * away. Its notes stay.
 */
export function spendLieu(
  db: Database,
  userRef: string,
  leave: { unique_ref: string; date_start: string },
  spending: LieuSpending | null,
  now: number,
) {
  const ofLeave = and(eq(lieuLedger.user_ref, userRef), eq(lieuLedger.leave_ref, leave.unique_ref));
  if (spending === null) return db.delete(lieuLedger).where(ofLeave);
  const line = { day: leave.date_start, unit: spending.unit, hundredths: -spending.hundredths, updated_at: now };
  return db
    .insert(lieuLedger)
    .values({
      ...line,
      ...{ unique_ref: newRef(), user_ref: userRef, created_at: now },
      ...{ kind: "spent" as const, leave_ref: leave.unique_ref },
    })
    .onConflictDoUpdate({
      target: lieuLedger.leave_ref,
      set: { ...line, version: sql`${lieuLedger.version} + 1` },
      setWhere: eq(lieuLedger.user_ref, userRef),
    });
}
