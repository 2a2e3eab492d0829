import { and, eq, getTableColumns, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { backupsDue } from "~/account/table.server";
import { TABLES } from "~/data/catalogue.server";
import { type Backup, isOwn } from "~/data/table-entry.server";
import type { Database } from "~/platform/db/database.server";
import { rowAsJson } from "~/platform/db/json-rows.server";

interface BackedUp extends Backup {
  table: SQLiteTable;
  owner: SQLiteColumn;
}

/** In the order in which rows go in: what others point at first. */
export const BACKED_UP: readonly BackedUp[] = TABLES.flatMap(({ table, owner, backup }) =>
  typeof backup === "string" || typeof owner === "string" ? [] : [{ ...backup, table, owner }],
);

/**
 * Of rows as JSON that one query reads: a case with usual notes has two or three thousand. They are in memory several
 * times over, and D1 answers a thousand queries a job.
 */
const BYTES_A_QUERY = 500_000;
/** Name and value of a column as JSON, beside the text or the hex in it. */
const BYTES_A_COLUMN = 25;

/** When the user's rows changed last, as far as it is marked; null: not since the last backup. */
export async function lastChange(db: Database, userRef: string): Promise<number | null> {
  const [mark] = await db
    .select({ changed_at: backupsDue.changed_at })
    .from(backupsDue)
    .where(eq(backupsDue.user_ref, userRef));
  return mark?.changed_at ?? null;
}

/** What is there of a user at one moment. */
export interface Snapshot {
  rows: number;
  /** For each table of `BACKED_UP` the keys of its rows, a query's worth in each text. */
  keys: readonly (readonly string[])[];
}

export async function takeSnapshot(db: Database, userRef: string): Promise<Snapshot> {
  const [first, ...others] = BACKED_UP.map((each) => keyLists(db, userRef, each));
  if (!first) return { rows: 0, keys: [] };
  const found = await db.batch([first, ...others]);
  const rows = found.flat().reduce((sum, list) => sum + list.rows, 0);
  return { rows, keys: found.map((lists) => lists.map(({ keys }) => keys)) };
}

/**
 * The rows of a stock, table by table in the order in which they go in again, some hundreds in memory at once. A row
 * that goes meanwhile is left out.
 * @returns each with the name of its table, as JSON by column
 */
export async function* rowsOf(
  db: Database,
  userRef: string,
  stock: Snapshot,
): AsyncGenerator<{ table: string; row: string }> {
  for (const [at, each] of BACKED_UP.entries()) {
    for (const keys of stock.keys[at] ?? []) {
      const rows = await rowsAt(db, userRef, each, keys);
      for (const { row } of rows) yield { table: getTableName(each.table), row };
    }
  }
}

/**
 * The keys of a user's rows as JSON, by the weight of their rows: as rows of their own they would take ten times the
 * memory. The weights are not bound: D1 would bind, and divide by, a fraction.
 */
function keyLists(db: Database, userRef: string, { table, owner, key }: BackedUp) {
  const own = sql`(SELECT ${key} AS key, count(*) AS n, sum(${bytesOf(table)}) AS bytes
    FROM ${table} WHERE ${isOwn(owner, userRef)} GROUP BY ${key})`;
  const lot = sql`sum(bytes) OVER (ORDER BY key) / ${sql.raw(String(BYTES_A_QUERY))}`;
  return db
    .select({
      keys: sql<string>`json_group_array(key)`.as("keys"),
      rows: sql<number>`sum(n)`.as("n_rows"),
    })
    .from(sql`(SELECT key, n, ${lot} AS lot FROM ${own})`)
    .groupBy(sql`lot`)
    .orderBy(sql`lot`);
}

/** What a row takes as JSON, about. */
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

function rowsAt(db: Database, userRef: string, { table, owner, key }: BackedUp, keys: string) {
  return db
    .select({
      row: sql<string>`${sql.raw(rowAsJson(getTableName(table), Object.values(getTableColumns(table))))}`.as("row"),
    })
    .from(table)
    .where(and(isOwnAt(owner, userRef), inArray(key, sql`(SELECT value FROM json_each(${keys}))`)));
}

/**
 * Where the key of a table does not begin with its owner, the plus takes the index by owner out of play: it would lead
 * to all rows of the user each time.
 */
function isOwnAt(owner: SQLiteColumn, userRef: string): SQL {
  return owner.dataType === "number" ? isOwn(owner, userRef) : sql`+${owner} = ${userRef}`;
}
