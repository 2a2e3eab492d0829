import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { claims } from "./table.server";

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
      pence: sql<number>`total(${claims.amount_pence})`.mapWith(Number),
      notClaimed: sql<number>`total(${claims.timesheet_date} IS NULL)`.mapWith(Number),
      waiting: sql<number>`total(${claims.timesheet_date} IS NOT NULL)`.mapWith(Number),
    })
    .from(sql`${claims} INDEXED BY claims_unpaid`)
    .where(isOwed(userId));
}

/** As the index `claims_unpaid` has it, word for word: else it cannot be used. */
export function isOwed(userId: number): SQL {
  return sql`${claims.user_id} = ${userId}
    AND (${claims.paid_date} IS NULL OR ${claims.timesheet_date} IS NULL) AND ${claims.written_off_date} IS NULL`;
}
