import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** How much of the database an account takes, as far as it was counted. */
export const usage = sqliteTable("usage", {
  user_id: integer().primaryKey(),
  rows: integer().notNull(),
  bytes: integer().notNull(),
  counted_at: integer().notNull(),
  /** Of rows, since they were counted. */
  changes: integer().notNull(),
});
