import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";

/** A report's choices under a name of the user's. */
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
