import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** Keeps each bound text well under the 2 MB that D1 takes. */
const ROWS_A_STATEMENT = 1_000;

/**
 * Statements that insert any number of rows, for a batch: one bound parameter a thousand rows, because
 * D1 binds at most 100 of them. None for no rows. Values are plain: no SQL among them. Blobs travel as hex.
 * @param onlyIf what must be true of a row for it to go in; it gets the SQL of each of the row's values by column.
 */
export function insertRows<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: Table["$inferInsert"][],
  onlyIf?: (sqlOf: (column: string) => SQL) => SQL,
) {
  const columns = Object.entries(getTableColumns(table));
  const read = columns.map(([, column], at): SQL => {
    const value = sql.raw(`value ->> '$[${at}]'`);
    return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
  });
  const sqlOf = (column: string) => read[columns.findIndex(([name]) => name === column)] as SQL;
  const wanted = onlyIf ? sql`WHERE ${onlyIf(sqlOf)}` : sql``;
  const statements = [];
  for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT) {
    const lists = rows.slice(first, first + ROWS_A_STATEMENT).map((row) =>
      columns.map(([name, column]) => {
        const value = (row as Record<string, unknown>)[name] ?? column.default ?? null;
        if (value instanceof Uint8Array) return hex(value);
        return value === null ? null : column.mapToDriverValue(value);
      }),
    );
    const json = JSON.stringify(lists);
    statements.push(db.insert(table).select(sql`SELECT ${sql.join(read, sql`, `)} FROM json_each(${json}) ${wanted}`));
  }
  return statements;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
