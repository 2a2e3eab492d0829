import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { rowColumns } from "~/db/columns.server";

/**
 * The calendar that somebody has an address of: whoever knows the address reads it, so that it opens a part of the
 * account, and ends when the password is set anew.
 */
export const feeds = sqliteTable("feeds", {
  ...rowColumns,
  token_hash: text().notNull(),
  content: text({ enum: ["titles", "pas"] }).notNull(),
  last_read_at: integer(),
});
