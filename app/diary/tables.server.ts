import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row a user, made with their first change. */
export const diaries = sqliteTable("diaries", {
  user_id: integer().primaryKey(),
  /** The number of the newest change. None comes twice. */
  last_change: integer().notNull(),
  /** Under which the triggers keep what rows were; null between batches. */
  open_change: integer(),
});

/** The changes of the last hour: what can be undone. */
export const changes = sqliteTable(
  "changes",
  {
    user_id: integer().notNull(),
    number: integer().notNull(),
    message: text().notNull(),
    occurred_at: integer().notNull(),
    /** The change that this one undid. */
    undoes: integer(),
    undone_by: integer(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.number] })],
);

/** What each change did: a row for each row that it made, changed or deleted. Written by triggers. */
export const changedRows = sqliteTable(
  "changed_rows",
  {
    user_id: integer().notNull(),
    number: integer().notNull(),
    table_name: text().notNull(),
    unique_ref: text().notNull(),
    /** The row by column, blobs as hex; null: it was not there. */
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** Null: the change took it away. */
    version_left: integer(),
    /** Only its version went on, since something that its form holds changed. */
    only_moved: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.number, table.table_name, table.unique_ref] })],
);
