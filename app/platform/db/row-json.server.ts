import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** D1 takes 32 arguments a function. */
const PAIRS_AT_ONCE = 15;

/** A row as JSON by column, as the text of an expression; blobs as hex. @param row what SQL calls it: a table, or OLD */
export function rowAsJson(row: string, columns: readonly Pick<SQLiteColumn, "name" | "getSQLType">[]): string {
  const pairs = columns.map((column) => {
    const value = `${row}.${column.name}`;
    return `'$.${column.name}', ${column.getSQLType() === "blob" ? `CASE WHEN ${value} IS NOT NULL THEN hex(${value}) END` : value}`;
  });
  let json = "'{}'";
  for (let first = 0; first < pairs.length; first += PAIRS_AT_ONCE) {
    json = `json_insert(${json},\n    ${pairs.slice(first, first + PAIRS_AT_ONCE).join(", ")})`;
  }
  return json;
}
