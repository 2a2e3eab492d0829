import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The calendar that somebody has an address of: whoever knows the address reads it, so that it opens a part of the
 * account, and ends when the password is set anew.
 */
export const feeds = sqliteTable("feeds", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  token_hash: text().notNull(),
  content: text({ enum: ["titles", "pas"] }).notNull(),
  last_read_at: integer(),
});
