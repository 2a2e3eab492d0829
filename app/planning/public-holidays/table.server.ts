import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";

/** Bank holidays that a user added to those of the region (`is_added`), and those of the region that the user removed. */
export const localPublicHolidays = sqliteTable(
  "local_public_holidays",
  {
    ...rowColumns,
    day: text().notNull(),
    is_added: integer({ mode: "boolean" }).notNull(),
    name: text().notNull().default(""),
    ...versionColumn,
  },
  ownKey,
);
