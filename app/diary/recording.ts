import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DIARY_PARTS } from "./aggregate";

/** D1 takes 32 arguments a function. */
const PAIRS_AT_ONCE = 15;
const KEYS = ["user_id", "ref"];

/**
 * The triggers that keep what a row was under the change that is open, as SQLite's documentation builds undo. Where
 * none is open (keys are rotated, an account ends) nothing is kept. Part of the schema: a test holds it to this.
 */
export function recordingTriggers(): string[] {
  return DIARY_PARTS.flatMap(({ name, table }) => {
    const before = rowAsJson("OLD", Object.values(getTableColumns(table)));
    return [
      trigger(name, "INSERT", { row: "NEW", before: "NULL", left: "NEW.version" }),
      trigger(name, "UPDATE", { row: "OLD", before, left: "NEW.version" }),
      trigger(name, "DELETE", { row: "OLD", before, left: "NULL" }),
    ];
  });
}

function trigger(name: string, event: string, { row, before, left }: Record<"row" | "before" | "left", string>) {
  const open = `(SELECT open_change FROM diaries WHERE user_id = ${row}.user_id)`;
  return `CREATE TRIGGER ${name}_${event.toLowerCase()} AFTER ${event} ON ${name} WHEN ${open} IS NOT NULL
BEGIN
  INSERT INTO changed_rows (user_id, number, table_name, ref, before, version_left)
  VALUES (${row}.user_id, ${open}, '${name}', ${row}.ref, ${before}, ${left})
  ON CONFLICT (user_id, number, table_name, ref) DO UPDATE SET version_left = excluded.version_left;
END`;
}

function rowAsJson(row: string, columns: SQLiteColumn[]): string {
  const pairs = columns
    .filter(({ name }) => !KEYS.includes(name))
    .map((column) => {
      const value = `${row}.${column.name}`;
      return `'$.${column.name}', ${column.getSQLType() === "blob" ? `CASE WHEN ${value} IS NOT NULL THEN hex(${value}) END` : value}`;
    });
  let json = "'{}'";
  for (let first = 0; first < pairs.length; first += PAIRS_AT_ONCE) {
    json = `json_insert(${json}, ${pairs.slice(first, first + PAIRS_AT_ONCE).join(", ")})`;
  }
  return json;
}
