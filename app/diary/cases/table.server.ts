import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import { optionsColumn } from "./options-column.server";

export const cases = sqliteTable(
  "cases",
  {
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
    text_encrypted: encryptedColumn(),
    identifier_suspected: integer({ mode: "boolean" }).notNull().default(false),
    reflection_type: text({ enum: ["cpd", "quality", "event", "colleagues", "patients", "compliment", "complaint"] }),
    reflection_domains: text().notNull().default(""),
    options: optionsColumn().notNull().default([]),
    ...versionColumn,
  },
  ownKey,
);

export const options = sqliteTable(
  "options",
  {
    ...rowColumns,
    kind: text({ enum: ["airway", "procedure"] }).notNull(),
    label: text().notNull(),
    group_name: text().notNull().default(""),
    active: integer({ mode: "boolean" }).notNull().default(true),
    sort_order: integer().notNull().default(0),
    ...versionColumn,
  },
  ownKey,
);

/** Where the cipher binds the text of a case. */
export function casePlace(uniqueRef: string): string {
  return `cases/${uniqueRef}`;
}
