import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";
import { undoSteps } from "./undo-steps.server";

interface How {
  /** SQL for a column that may not go back as it was; `kept.value` is the row as JSON. */
  inPlaceOf?: Readonly<Record<string, SQL>>;
  /** Holds for the rows that go back; all of them without it. */
  only?: SQL;
}

/**
 * The statement that puts the rows of a step back as `keepForUndo` found them. Where one of them is there again the
 * batch fails as one, for what is unique.
 * @param step finds the step.
 */
export function putRowsBack(db: Database, table: SQLiteTable, step: SQL | undefined, { inPlaceOf, only }: How = {}) {
  const values = Object.values(getTableColumns(table)).map((column) => keptValue(column, inPlaceOf));
  const rows = sql`json_each(${undoSteps.deleted}, ${sql.raw(`'$.${getTableName(table)}'`)})`;
  const which = only ? sql`${step} AND ${only}` : step;
  return db
    .insert(table)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${undoSteps}, ${rows} AS kept WHERE ${which}`);
}

/** What a column held, read from `kept.value`, the row as JSON; its default in a row that was kept before it came. */
export function keptValue(column: SQLiteColumn, inPlaceOf: Readonly<Record<string, SQL>> = {}): SQL {
  const kept = sql`kept.value ->> ${sql.raw(`'$.${column.name}'`)}`;
  const isOfNow = column.notNull && typeof column.default === "string";
  const value = isOfNow ? sql`coalesce(${kept}, ${sql.raw(`'${column.default}'`)})` : kept;
  return inPlaceOf[column.name] ?? (column.getSQLType() === "blob" ? sql`unhex(${value})` : value);
}
