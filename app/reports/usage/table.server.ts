import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How much of the database an account takes, as far as it was counted. */
export const usage = sqliteTable("usage", {
  user_ref: text().primaryKey(),
  rows: integer().notNull(),
  bytes: integer().notNull(),
  counted_at: integer().notNull(),
  /** Of rows, since they were counted. */
  changes: integer().notNull(),
});
