import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { claims } from "./table.server";

/** What is owed to a user: fees that are neither paid nor written off. */
export interface UnpaidFees {
  pence: number;
  notClaimed: number;
  /** Claimed, and not paid. */
  waiting: number;
}

/** One row, from the index of unpaid fees: those that were paid in all the years cost nothing. For a page's batch. */
export function unpaidFees(db: Database, userRef: string) {
  return db
    .select({
      pence: sql<number>`total(${claims.amount_pence})`.mapWith(Number),
      notClaimed: sql<number>`total(${claims.timesheet_date} IS NULL)`.mapWith(Number),
      waiting: sql<number>`total(${claims.timesheet_date} IS NOT NULL)`.mapWith(Number),
    })
    .from(sql`${claims} INDEXED BY claims_unpaid`)
    .where(and(eq(claims.user_ref, userRef), isNull(claims.paid_date), isNull(claims.written_off_date)));
}
