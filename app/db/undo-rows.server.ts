import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";
import { undoSteps } from "./undo-steps.server";

/**
 * What a step keeps of rows that an act deletes: under the table's name a list of objects by column name, with
 * the values of the database itself. Blobs are hex; columns that hold JSON are text or the JSON itself.
 */
export type UndoTable = "sessions" | "cases" | "case_options" | "claims";

/** Names and values that one call of a JSON function takes at most: D1 lets a function have 32 arguments. */
const PAIRS_A_CALL = 15;

/** The rows that `where` finds as JSON text, to be read by the statement that stands before their deletion. */
export function rowsAsJson(table: SQLiteTable, where: SQL | undefined): SQL<string> {
  const pairs = Object.entries(getTableColumns(table)).map(([name, column]): [string, SQL] => {
    return [name, isBlob(column) ? sql`hex(${column})` : sql`${column}`];
  });
  const first = pairs.slice(0, PAIRS_A_CALL).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  let row = sql`json_object(${sql.join(first, sql`, `)})`;
  for (let from = PAIRS_A_CALL; from < pairs.length; from += PAIRS_A_CALL) {
    const more = pairs
      .slice(from, from + PAIRS_A_CALL)
      .map(([name, value]) => sql`${sql.raw(`'$.${name}'`)}, ${value}`);
    row = sql`json_set(${row}, ${sql.join(more, sql`, `)})`;
  }
  return sql`(SELECT json_group_array(${row}) FROM ${table} WHERE ${where})`;
}

/**
 * The statement that puts rows of a step back exactly as they were.
 * @param step finds the step.
 * @param inPlaceOf SQL for columns that may not go back as they were, by name; `value` is the row as JSON.
 */
export function putRowsBack(
  db: Database,
  table: SQLiteTable,
  step: SQL | undefined,
  inPlaceOf: Partial<Record<string, SQL>> = {},
) {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const kept = sql`kept.value ->> ${sql.raw(`'$.${name}'`)}`;
    // hex() makes an empty text of no blob at all.
    return inPlaceOf[name] ?? (isBlob(column) ? sql`unhex(nullif(${kept}, ''))` : kept);
  });
  const rows = sql`json_each(${undoSteps.deleted}, ${sql.raw(`'$.${getTableName(table)}'`)})`;
  return db
    .insert(table)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${undoSteps}, ${rows} AS kept WHERE ${step}`);
}

function isBlob(column: SQLiteColumn): boolean {
  return column.getSQLType() === "blob";
}
