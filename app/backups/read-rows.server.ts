import { and, eq, getTableColumns, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { backupsDue } from "~/account/table.server";
import { TABLES } from "~/data/catalogue.server";
import { type Backup, isOwn } from "~/data/table-entry.server";
import type { Database } from "~/platform/db/database.server";
import { rowAsJson } from "~/platform/db/json-rows.server";

/** A table whose rows of one user are read. */
interface BackedUp extends Backup {
  table: SQLiteTable;
  owner: SQLiteColumn;
}

/** In the order of inserts: tables that others refer to come first. */
export const BACKED_UP: readonly BackedUp[] = TABLES.flatMap(({ table, owner, backup }) =>
  typeof backup === "string" || typeof owner === "string" ? [] : [{ ...backup, table, owner }],
);

/**
 * Bytes of rows as JSON that one query reads: two or three thousand cases with usual notes. They are in memory several
 * times over, and D1 answers a thousand queries a job.
 */
const BYTES_A_QUERY = 500_000;
/** Bytes of a column's name and value as JSON, without the text or hex in it. */
const BYTES_A_COLUMN = 25;

/** When the user's rows last changed, according to the mark; null when they have not changed since the last backup. */
export async function lastChange(db: Database, userRef: string): Promise<number | null> {
  const [mark] = await db
    .select({ changed_at: backupsDue.changed_at })
    .from(backupsDue)
    .where(eq(backupsDue.user_ref, userRef));
  return mark?.changed_at ?? null;
}

/** The rows of a user that exist at one moment. */
export interface Snapshot {
  rows: number;
  /** For each table of `BACKED_UP` the keys of its rows: a JSON array for each query. */
  keys: readonly (readonly string[])[];
}

/** Reads the keys of all rows of a user that are backed up, at one moment; the rows themselves are read by `rowsOf`. */
export async function takeSnapshot(db: Database, userRef: string): Promise<Snapshot> {
  const [first, ...others] = BACKED_UP.map((each) => keyLists(db, userRef, each));
  const found = first ? await db.batch([first, ...others]) : [];
  const rows = found.flat().reduce((sum, list) => sum + list.rows, 0);
  return { rows, keys: found.map((lists) => lists.map(({ keys }) => keys)) };
}

/**
 * Yields the rows of a snapshot, table by table in the order of inserts, with some hundreds in memory at once. A row
 * that is deleted meanwhile is left out.
 * @returns each row with the name of its table, as JSON by column
 */
export async function* rowsOf(
  db: Database,
  userRef: string,
  snapshot: Snapshot,
): AsyncGenerator<{ table: string; row: string }> {
  for (const [at, each] of BACKED_UP.entries()) {
    for (const keys of snapshot.keys[at] ?? []) {
      const rows = await rowsAt(db, userRef, each, keys);
      for (const { row } of rows) yield { table: getTableName(each.table), row };
    }
  }
}

/**
 * Statement: the keys of a user's rows as JSON arrays, divided by the bytes of their rows; as separate rows the keys
 * would take ten times the memory. `BYTES_A_QUERY` is not a bound parameter: D1 would bind, and divide by, a fraction.
 */
function keyLists(db: Database, userRef: string, { table, owner, key }: BackedUp) {
  const own = sql`(SELECT ${key} AS key, count(*) AS n, sum(${bytesOf(table)}) AS bytes
    FROM ${table} WHERE ${isOwn(owner, userRef)} GROUP BY ${key})`;
  const lot = sql`sum(bytes) OVER (ORDER BY key) / ${sql.raw(String(BYTES_A_QUERY))}`;
  return db
    .select({
      keys: sql<string>`json_group_array(key)`.as("keys"),
      rows: sql<number>`sum(n)`.as("n_rows"),
      bytes: sql<number>`sum(bytes)`.as("n_bytes"),
    })
    .from(sql`(SELECT key, n, bytes, ${lot} AS lot FROM ${own})`)
    .groupBy(sql`lot`)
    .orderBy(sql`lot`);
}

/** Expression: approximate bytes of a row as JSON. */
function bytesOf(table: SQLiteTable): SQL {
  const columns = Object.values(getTableColumns(table));
  const texts = columns.flatMap((column) => {
    const length = sql`coalesce(octet_length(${column}), 0)`;
    const type = column.getSQLType();
    if (type === "blob") return [sql`2 * ${length}`];
    return type === "text" ? [length] : [];
  });
  return sql.join([sql.raw(String(columns.length * BYTES_A_COLUMN)), ...texts], sql` + `);
}

/** Statement: the rows with these keys, as JSON by column. */
function rowsAt(db: Database, userRef: string, { table, owner, key }: BackedUp, keys: string) {
  const columns = Object.values(getTableColumns(table));
  return db
    .select({ row: sql<string>`${sql.raw(rowAsJson(getTableName(table), columns))}`.as("row") })
    .from(table)
    .where(and(isOwnAt(owner, userRef), inArray(key, sql`(SELECT value FROM json_each(${keys}))`)));
}

/**
 * Condition on the owner. For a table whose key does not begin with the owner, the plus keeps SQLite from using the
 * index by owner, which would read all rows of the user for each query.
 */
function isOwnAt(owner: SQLiteColumn, userRef: string): SQL {
  return owner.dataType === "number" ? isOwn(owner, userRef) : sql`+${owner} = ${userRef}`;
}
