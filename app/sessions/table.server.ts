import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { rowColumns, sealed, versionColumn } from "~/db/columns.server";
import type { PaRules } from "~/job-plans/pa-rules";

export const sessions = sqliteTable("sessions", {
  ...rowColumns,
  start_at: integer().notNull(),
  end_at: integer().notNull(),
  element_ref: text(),
  site: text().notNull().default(""),
  pa_basis: text({ enum: ["time_calculated", "fixed"] }).notNull(),
  fixed_pa_units: integer(),
  standard_minutes: integer().notNull(),
  premium_minutes: integer().notNull(),
  pa_units: integer().notNull(),
  pa_rules: text({ mode: "json" }).$type<PaRules>().notNull(),
  sealed: sealed(),
  recurring_uuid: text(),
  ...versionColumn,
});

/** Where the vault binds the notes of a session. */
export function sessionPlace(uniqueRef: string): string {
  return `sessions/${uniqueRef}`;
}
