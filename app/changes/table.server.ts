import { getTableColumns } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { rowAsJson } from "~/platform/db/json-rows.server";
import { DIARY_PARTS } from "./parts.server";

/** One row for each user, made with the first change. */
export const diaries = sqliteTable("diaries", {
  user_id: integer().primaryKey(),
  /** The number of the newest change. No number is used twice. */
  last_change: integer().notNull(),
  /** The number under which the triggers record former rows; null between batches. */
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

/** The effect of each change: one row for each row that it made, changed or deleted. Written by triggers. */
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

const KEYS = ["user_id", "unique_ref"];
const OF_EACH_SAVE = ["version", "updated_at"];

/**
 * The triggers that record former rows under the open change, in the way SQLite's documentation describes for undo.
 * Without an open change (while keys are rotated, a file is imported, or an account is deleted) they record nothing.
 * The baseline migration contains them, and a test compares the two.
 */
export function recordingTriggers(): string[] {
  return DIARY_PARTS.flatMap(({ name, table }) => {
    const columns = Object.values(getTableColumns(table));
    const before = rowAsJson(
      "OLD",
      columns.filter(({ name }) => !KEYS.includes(name)),
    );
    const same = columns
      .filter((column) => ![...KEYS, ...OF_EACH_SAVE].includes(column.name))
      .map((column) => `NEW.${column.name} IS OLD.${column.name}`)
      .join(" AND ");
    return [
      trigger(name, "INSERT", { row: "NEW", before: "NULL", left: "NEW.version", moved: "0" }),
      trigger(name, "UPDATE", { row: "OLD", before, left: "NEW.version", moved: same }),
      trigger(name, "DELETE", { row: "OLD", before, left: "NULL", moved: "0" }),
    ];
  });
}

type Kept = Record<"row" | "before" | "left" | "moved", string>;

function trigger(name: string, event: string, { row, before, left, moved }: Kept) {
  const open = `(SELECT open_change FROM diaries WHERE user_id = ${row}.user_id)`;
  return `CREATE TRIGGER ${name}_${event.toLowerCase()} AFTER ${event} ON ${name} WHEN ${open} IS NOT NULL
BEGIN
  INSERT INTO changed_rows (user_id, number, table_name, unique_ref, before, version_left, only_moved)
  VALUES (${row}.user_id, ${open}, '${name}', ${row}.unique_ref, ${before}, ${left},
    ${moved})
  ON CONFLICT (user_id, number, table_name, unique_ref) DO UPDATE
  SET version_left = excluded.version_left, only_moved = only_moved AND excluded.only_moved;
END`;
}
