import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";

/** Continuing professional development: a course, a meeting, reading, teaching. */
export const cpd = sqliteTable(
  "cpd",
  {
    ...rowColumns,
    day: text().notNull(),
    minutes: integer().notNull(),
    type: text().notNull(),
    domains: text().notNull().default(""),
    text_encrypted: encryptedColumn().notNull(),
    ...versionColumn,
  },
  ownKey,
);

/** The place that the cipher binds title and reflection of an entry to. */
export function cpdPlace(uniqueRef: string): string {
  return `cpd/${uniqueRef}`;
}

/** The choices of a report, saved under a name. */
export const savedReports = sqliteTable(
  "saved_reports",
  {
    ...rowColumns,
    name: text().notNull(),
    name_key: text().notNull(),
    choices: text().notNull(),
    ...versionColumn,
  },
  ownKey,
);
