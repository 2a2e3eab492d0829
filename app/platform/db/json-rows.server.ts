import { Buffer } from "node:buffer";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** Limits of one statement. They keep a bound text well under the 2 MB that D1 takes; long notes are bound as hex. */
const ROWS_A_STATEMENT = 1_000;
const LETTERS_A_STATEMENT = 800_000;

/**
 * Statements that insert any number of rows, for a batch; none for no rows. They bind one parameter per thousand rows,
 * because D1 binds at most 100. Values are plain, never SQL expressions. Blobs are bound as hex.
 * @param unless makes a condition: rows for which it is true are not inserted; it gets a function that reads a column's
 * value
 */
export function insertRows<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: Table["$inferInsert"][],
  unless?: (read: (column: string) => SQL) => SQL,
) {
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([, column], at): SQL => {
    const value = sql.raw(`value ->> '$[${at}]'`);
    return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
  });
  const names = columns.map(([name]) => name);
  const kept = unless ? sql` WHERE NOT ${unless((name) => values[names.indexOf(name)] as SQL)}` : sql``;
  const lists = rows.map((row) => {
    return JSON.stringify(
      columns.map(([name, column]) => {
        const value = (row as Record<string, unknown>)[name] ?? column.default ?? null;
        if (value instanceof Uint8Array) return hex(value);
        return value === null ? null : column.mapToDriverValue(value);
      }),
    );
  });
  return chunksOf(lists).map((chunk) => {
    const json = `[${chunk.join()}]`;
    return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${json})${kept}`);
  });
}

/** Splits texts, in their order, into lists that one statement can bind. */
export function chunksOf(texts: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let letters = 0;
  for (const text of texts) {
    const last = chunks.at(-1);
    letters += text.length;
    if (last && last.length < ROWS_A_STATEMENT && letters <= LETTERS_A_STATEMENT) {
      last.push(text);
    } else {
      chunks.push([text]);
      letters = text.length;
    }
  }
  return chunks;
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Pairs of path and value in one call: D1 takes 32 arguments a function. */
const PAIRS_AT_ONCE = 15;

/**
 * Returns an SQL expression for a row as JSON by column, with blobs as hex.
 * @param row the row's name in SQL: a table, or OLD
 */
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
