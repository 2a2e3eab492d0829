import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { rowColumns, sealed, versionColumn } from "~/db/columns.server";

/** Money owed for a session, for a case, or for work that stands alone. */
export const claims = sqliteTable("claims", {
  ...rowColumns,
  session_ref: text(),
  case_ref: text(),
  work_date: text(),
  amount_pence: integer().notNull(),
  basis: text({ enum: ["fixed", "hour", "list", "pa", "case"] })
    .notNull()
    .default("fixed"),
  rate_pence: integer(),
  payer: text().notNull().default(""),
  kind: text().notNull().default(""),
  procedure_codes: text().notNull().default(""),
  reference: text().notNull().default(""),
  timesheet_date: text(),
  paid_date: text(),
  paid_pence: integer(),
  written_off_date: text(),
  sealed: sealed(),
  ...versionColumn,
});

/**
 * Claims that are the user's. The plus takes the index by user out of play: with it SQLite might read all that
 * the user ever claimed, where the unique ones lead to the claim of one session or case.
 */
export function ownClaims(userRef: string) {
  return sql`+${claims.user_ref} = ${userRef}`;
}

/** Where the vault binds the notes of a claim. */
export function claimPlace(uniqueRef: string): string {
  return `claims/${uniqueRef}`;
}
