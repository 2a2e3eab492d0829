import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ownKey, rowColumns } from "~/platform/db/columns.server";

/** Bank holidays that a user has beside those of the region, and those of the region that are none there. */
export const localPublicHolidays = sqliteTable(
  "local_public_holidays",
  {
    ...rowColumns,
    day: text().notNull(),
    is_off: integer({ mode: "boolean" }).notNull(),
    name: text().notNull().default(""),
  },
  ownKey,
);
