import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** Usage of each account, as it was last counted. */
export const usage = sqliteTable("usage", {
  user_id: integer().primaryKey(),
  rows: integer().notNull(),
  bytes: integer().notNull(),
  counted_at: integer().notNull(),
  /** Rows changed since the count. */
  changes: integer().notNull(),
});
