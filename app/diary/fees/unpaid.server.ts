import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { fees } from "./table.server";

/** What is owed to a user: fees that are not claimed, whatever else was entered, or not paid; none that were written off. */
export interface UnpaidFees {
  pence: number;
  notClaimed: number;
  /** Claimed, and not paid. */
  waiting: number;
}

/** One row, from the index of unpaid fees: those that were paid in all the years cost nothing. For a page's batch. */
export function unpaidFees(db: Database, userId: number) {
  return db
    .select({
      pence: sql<number>`total(${fees.amount_pence})`.mapWith(Number),
      notClaimed: sql<number>`total(${fees.timesheet_date} IS NULL)`.mapWith(Number),
      waiting: sql<number>`total(${fees.timesheet_date} IS NOT NULL)`.mapWith(Number),
    })
    .from(sql`${fees} INDEXED BY fees_unpaid`)
    .where(isOwed(userId));
}

/** As the index `fees_unpaid` has it, word for word: else it cannot be used. */
export function isOwed(userId: number): SQL {
  return sql`${fees.user_id} = ${userId}
    AND (${fees.paid_date} IS NULL OR ${fees.timesheet_date} IS NULL) AND ${fees.written_off_date} IS NULL`;
}
