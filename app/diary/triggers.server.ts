import { getTableColumns } from "drizzle-orm";
import { rowAsJson } from "~/platform/db/json-rows.server";
import { DIARY_PARTS } from "./aggregate.server";

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
