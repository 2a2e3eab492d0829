import { type SQL, sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row for each user, made with the first change. */
export const diaries = sqliteTable("diaries", {
  user_id: integer().primaryKey(),
  /** The number of the newest change. No number is used twice. */
  last_change: integer().notNull(),
  /** The number of the change that is being written, the version of the rows that it leaves; null between batches. */
  open_change: integer(),
});

/** The changes of the last hour, which can be undone. */
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

/** The effect of each change: one row for each row that it made, changed or deleted. Kept by `keepRows`. */
export const changedRows = sqliteTable(
  "changed_rows",
  {
    user_id: integer().notNull(),
    number: integer().notNull(),
    table_name: text().notNull(),
    unique_ref: text().notNull(),
    /** The former row by column, with blobs as hex; null: the change made the row. */
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** Version after the change; null: the change deleted the row. */
    version_left: integer(),
    /** Only the version of the row was raised, since something that its form shows changed. */
    only_moved: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.number, table.table_name, table.unique_ref] })],
);

/** Expression: the number of the open change, the version of the rows that it writes. */
export function openChangeNumber(userId: number): SQL<number> {
  return sql<number>`(SELECT ${diaries.open_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}
