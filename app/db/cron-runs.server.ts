import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** When the cron last did what, and whether it came to its end. */
export const cronRuns = sqliteTable("cron_runs", {
  name: text().primaryKey(),
  began_at: integer().notNull(),
  ended_at: integer(),
  failed_at: integer(),
});
