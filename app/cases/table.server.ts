import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { rowColumns, sealed, versionColumn } from "~/db/columns.server";

export const cases = sqliteTable("cases", {
  ...rowColumns,
  session_ref: text().notNull(),
  start_at: integer(),
  end_at: integer(),
  age: integer(),
  age_unit: text({ enum: ["years", "months", "days"] })
    .notNull()
    .default("years"),
  gender: integer(),
  asa: integer(),
  urgency: integer(),
  supervision: integer(),
  sealed: sealed(),
  identifier_suspected: integer({ mode: "boolean" }).notNull().default(false),
  reflection_type: text({ enum: ["cpd", "quality", "event", "colleagues", "patients", "compliment", "complaint"] }),
  reflection_domains: text().notNull().default(""),
  ...versionColumn,
});

export const options = sqliteTable("options", {
  ...rowColumns,
  kind: text({ enum: ["airway", "procedure"] }).notNull(),
  label: text().notNull(),
  group_name: text().notNull().default(""),
  active: integer({ mode: "boolean" }).notNull().default(true),
  sort_order: integer().notNull().default(0),
  ...versionColumn,
});

export const caseOptions = sqliteTable(
  "case_options",
  {
    case_ref: text().notNull(),
    user_ref: text().notNull(),
    kind: text({ enum: ["airway", "procedure"] }).notNull(),
    option_id: text().notNull(),
    flags: text().notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.case_ref, table.option_id] })],
);

/**
 * Rows of case_options that are the user's. The plus takes the index by option out of play: with it SQLite
 * would read every option that the user ever chose, where the primary key leads to those of one case.
 */
export function ownOptions(userRef: string) {
  return sql`+${caseOptions.user_ref} = ${userRef}`;
}

/** Where the vault binds the text of a case. */
export function casePlace(uniqueRef: string): string {
  return `cases/${uniqueRef}`;
}
