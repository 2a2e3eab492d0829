import { getTableColumns } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { rowAsJson } from "~/platform/db/json-rows.server";
import { DIARY_PARTS } from "./aggregate.server";

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

const KEYS = ["user_id", "unique_ref"];
const OF_EACH_SAVE = ["version", "updated_at"];

/**
 * The triggers that keep what a row was under the change that is open, as SQLite's documentation builds undo. Where
 * none is open (keys are rotated, a file is taken over, an account ends) nothing is kept. They stand in the baseline
 * migration: a test holds it to this.
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
