import { eq, getTableName, inArray, sql } from "drizzle-orm";
import { backupsDue } from "~/accounts/backups/table.server";
import type { Database } from "~/db/database.server";
import { rowAsJson } from "~/db/row-json.server";
import { BACKED_UP, type BackedUp } from "./tables.server";

/** Long notes of so many cases are still a few megabytes. Not bound: D1 would bind, and divide by, a fraction. */
const KEYS_A_QUERY = 500;

/** When the user's rows changed last, as far as it is marked; null: not since the last backup. */
export async function lastChange(db: Database, userRef: string): Promise<number | null> {
  const [mark] = await db
    .select({ changed_at: backupsDue.changed_at })
    .from(backupsDue)
    .where(eq(backupsDue.user_ref, userRef));
  return mark?.changed_at ?? null;
}

/** One row: the table's name, and the row as JSON by column. */
export interface KeptRow {
  table: string;
  row: string;
}

/**
 * All rows of a user, table by table in the order in which they go in again, some hundreds in memory at once. What is
 * there at all is read at one moment; a row that goes meanwhile is left out.
 */
export async function* rowsOf(db: Database, userRef: string): AsyncGenerator<KeptRow> {
  const [first, ...others] = BACKED_UP.map((each) => keyLists(db, userRef, each));
  if (!first) return;
  const found = await db.batch([first, ...others]);
  for (const [at, each] of BACKED_UP.entries()) {
    for (const { keys } of found[at] ?? []) {
      const rows = await rowsAt(db, userRef, each, keys);
      for (const { row } of rows) yield { table: getTableName(each.table), row };
    }
  }
}

/** The keys of a user's rows as JSON, a query's worth in each: as rows of their own they would take ten times the memory. */
function keyLists(db: Database, userRef: string, { table, owner, key }: BackedUp) {
  const own = db
    .selectDistinct({ key: sql<string>`${key}`.as("key") })
    .from(table)
    .where(eq(owner, userRef))
    .as("own");
  const counted = db
    .select({
      key: own.key,
      at: sql<number>`(row_number() OVER (ORDER BY ${own.key}) - 1) / ${sql.raw(String(KEYS_A_QUERY))}`.as("at"),
    })
    .from(own)
    .as("counted");
  return db
    .select({ keys: sql<string>`json_group_array(${counted.key})`.as("keys") })
    .from(counted)
    .groupBy(sql`${counted.at}`);
}

/** The plus takes the index by owner out of play: it would lead to all rows of the user each time. */
function rowsAt(db: Database, userRef: string, { table, owner, key }: BackedUp, keys: string) {
  return db
    .select({ row: sql<string>`${rowAsJson(table)}`.as("row") })
    .from(table)
    .where(sql`+${owner} = ${userRef} AND ${inArray(key, sql`(SELECT value FROM json_each(${keys}))`)}`);
}
