import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** D1 takes 32 arguments a function. */
const PAIRS_AT_ONCE = 15;

/** A row of a table as JSON by column, as an expression; blobs as hex. */
export function rowAsJson(table: SQLiteTable): SQL {
  const pairs = Object.values(getTableColumns(table)).map((column) => {
    const value =
      column.getSQLType() === "blob" ? sql`CASE WHEN ${column} IS NOT NULL THEN hex(${column}) END` : column;
    return { name: column.name, value };
  });
  let row = sql`json_object()`;
  for (let first = 0; first < pairs.length; first += PAIRS_AT_ONCE) {
    const some = pairs.slice(first, first + PAIRS_AT_ONCE);
    const added = some.map(({ name, value }) => sql`${sql.raw(`'$.${name}'`)}, ${value}`);
    row = sql`json_insert(${row}, ${sql.join(added, sql`, `)})`;
  }
  return row;
}
