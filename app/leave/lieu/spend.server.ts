import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { leave, lieuLedger } from "../table.server";
import type { LieuUnit } from "./words";

/** What a leave takes from the time in lieu. */
export interface LieuSpending {
  unit: LieuUnit;
  /** More than 0. */
  hundredths: number;
}

/**
 * The statement for the batch that saves a leave, after it: the one line that it spends is made, changed or, for null,
 * taken away. Its notes stay. For leave that is gone no line is made.
 */
export function spendLieu(
  db: Database,
  userId: number,
  { unique_ref, date_start }: { unique_ref: string; date_start: string },
  spending: LieuSpending | null,
  now: number,
) {
  const ofLeave = and(eq(lieuLedger.user_id, userId), eq(lieuLedger.leave_ref, unique_ref));
  if (spending === null) return db.delete(lieuLedger).where(ofLeave);
  const line = { day: date_start, unit: spending.unit, hundredths: -spending.hundredths, updated_at: now };
  const row = { ...line, unique_ref: newRef(), user_id: userId, kind: "spent", leave_ref: unique_ref };
  const own: Record<string, unknown> = { ...row, created_at: now, version: 1 };
  const values = Object.keys(getTableColumns(lieuLedger)).map((name) => sql`${own[name] ?? null}`);
  const isThere = sql`EXISTS (SELECT 1 FROM ${leave} WHERE ${leave.unique_ref} = ${unique_ref} AND ${leave.user_id} = ${userId})`;
  return db
    .insert(lieuLedger)
    .select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${isThere}`)
    .onConflictDoUpdate({
      target: [lieuLedger.user_id, lieuLedger.leave_ref],
      set: { ...line, version: sql`${lieuLedger.version} + 1` },
      setWhere: eq(lieuLedger.user_id, userId),
    });
}
