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

/** Where the vault binds the notes of a claim. */
export function claimPlace(uniqueRef: string): string {
  return `claims/${uniqueRef}`;
}
