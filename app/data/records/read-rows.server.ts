import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { isOwn } from "~/data/table-entry.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { ROWS_PER_PAGE, rowPages, textBytes, withBlobsAsHex } from "~/platform/db/row-pages.server";
import { type FileRecord, recordOf } from "./codec.server";
import type { RowKind } from "./kinds.server";

/** Whose rows are read, and what is needed for it. */
export interface Reader {
  db: Database;
  userRef: string;
  cipher: Cipher;
  /** See `recordOf`. */
  forUser?: boolean;
}

/** The rows of one kind that exist at one moment: their keys, as a JSON array for each page that is read at once. */
interface KindRows {
  kind: RowKind;
  pages: readonly string[];
}

export type Snapshot = readonly KindRows[];

/**
 * Takes the keys of all rows of a user, so that rows created or deleted while a file is written do not make it
 * inconsistent. Sorted, so that a restored diary is written as before.
 */
export async function takeSnapshot({ db, userRef }: Reader, kinds: readonly RowKind[]): Promise<Snapshot> {
  const [first, ...others] = kinds.map((kind) => keyPages(db, userRef, kind));
  const found = first ? await db.batch([first, ...others]) : [];
  return kinds.map((kind, at) => ({ kind, pages: (found[at] ?? []).map(({ refs }) => refs) }));
}

function keyPages(db: Database, userRef: string, { table, owner, key, encrypted }: RowKind) {
  const size = encrypted ? textBytes(encrypted.column) : sql`0`;
  // A full account has a million rows, and D1 answers a thousand statements a request.
  const most = encrypted ? ROWS_PER_PAGE : 5 * ROWS_PER_PAGE;
  const from = sql`${table} WHERE ${isOwn(owner, userRef)}`;
  return rowPages(db, { from, ref: key, size, order: sql`${key}`, most });
}

/**
 * The rows that were created after a snapshot: a case that was moved meanwhile may refer to a session that was created
 * meanwhile, and a file without that session could not be imported.
 */
export async function snapshotSince(by: Reader, before: Snapshot): Promise<Snapshot> {
  const now = await takeSnapshot(
    by,
    before.map(({ kind }) => kind),
  );
  return now.map(({ kind, pages }, at) => {
    const known = before[at]?.pages ?? [];
    // Nearly always nothing was created, and comparing pages shows that without holding all keys in memory.
    if (pages.length === known.length && pages.every((page, number) => page === known[number])) {
      return { kind, pages: [] };
    }
    const old = new Set(known.flatMap(keysIn));
    return { kind, pages: [JSON.stringify(pages.flatMap(keysIn).filter((key) => !old.has(key)))] };
  });
}

export function countRows(snapshot: Snapshot): number {
  return snapshot.flatMap(({ pages }) => pages).reduce((sum, page) => sum + keysIn(page).length, 0);
}

function keysIn(page: string): string[] {
  return JSON.parse(page) as string[];
}

/** The records of a snapshot, kind by kind and page by page. A row that was deleted meanwhile is left out. */
export async function* readRecords(by: Reader, snapshot: Snapshot): AsyncGenerator<[RowKind, FileRecord[]]> {
  for (const { kind, pages } of snapshot) {
    for (const keys of pages) {
      const rows: Record<string, unknown>[] = await rowsAt(by, kind, keys);
      yield [kind, await Promise.all(rows.map((row) => recordOf(by.cipher, kind, row, by.forUser)))];
    }
  }
}

function rowsAt({ db, userRef }: Reader, { table, owner, key, columns, encrypted }: RowKind, keys: string) {
  const read = [...columns, ...(encrypted ? [encrypted.column, encrypted.ref] : [])];
  return db
    .select(withBlobsAsHex(Object.fromEntries(read.map((column) => [column.name, column]))))
    .from(table)
    .where(sql`${isOwnAt(owner, userRef)} AND ${key} IN (SELECT value FROM json_each(${keys}))`)
    .orderBy(key);
}

/**
 * Condition on the owner. For a table whose key does not begin with the owner, the plus keeps SQLite from using the
 * index by owner, which would read all rows of the user for each page.
 */
function isOwnAt(owner: SQLiteColumn, userRef: string): SQL {
  return owner.dataType === "number" ? isOwn(owner, userRef) : sql`+${owner} = ${userRef}`;
}
