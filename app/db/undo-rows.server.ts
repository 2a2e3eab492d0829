import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";
import { undoSteps } from "./undo-steps.server";

/**
 * The statement that puts the rows of a step back as `keepForUndo` found them.
 * @param step finds the step.
 * @param inPlaceOf SQL for a column that may not go back as it was; `kept.value` is the row as JSON.
 */
export function putRowsBack(
  db: Database,
  table: SQLiteTable,
  step: SQL | undefined,
  inPlaceOf: Readonly<Record<string, SQL>> = {},
) {
  const values = Object.values(getTableColumns(table)).map((column) => {
    const value = sql`kept.value ->> ${sql.raw(`'$.${column.name}'`)}`;
    return inPlaceOf[column.name] ?? (column.getSQLType() === "blob" ? sql`unhex(${value})` : value);
  });
  const rows = sql`json_each(${undoSteps.deleted}, ${sql.raw(`'$.${getTableName(table)}'`)})`;
  return db
    .insert(table)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${undoSteps}, ${rows} AS kept WHERE ${step}`);
}
