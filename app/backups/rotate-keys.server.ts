import { Buffer } from "node:buffer";
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { TABLES } from "~/data/catalogue.server";
import type { Encrypted } from "~/data/table-entry.server";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { chunksOf, hex } from "~/platform/db/json-rows.server";

const ROWS_AT_ONCE = 200;

interface EncryptedTable extends Encrypted {
  table: SQLiteTable;
  owner: SQLiteColumn;
}

/**
 * All encrypted text that is kept longer than a day: a new key must encrypt it again before an old key can be removed.
 */
export const ENCRYPTED_TABLES: readonly EncryptedTable[] = TABLES.flatMap(({ table, owner, encrypted }) =>
  encrypted && typeof owner !== "string" ? [{ ...encrypted, table, owner }] : [],
);

/** Columns that hold rows of other tables as JSON. */
const JSON_OF_ROWS = TABLES.flatMap(({ table, rowsAsJson: json }) => (json ? [{ table, json }] : []));

interface Rotated {
  table: string;
  /** Rows that were written. */
  rows: number;
  /** Rows that no key decrypts. They stay as they are. */
  unopened: number;
}

/**
 * Encrypts again, under the current key, all text that an older key encrypted: some rows at a time, and each only if it
 * is still what was read, so that requests can be served meanwhile. A run that was stopped is continued by the next
 * one.
 */
export async function* rotateKeys(db: Database, vault: Vault): AsyncGenerator<Rotated> {
  for (const each of ENCRYPTED_TABLES) {
    const done = { table: getTableName(each.table), rows: 0, unopened: 0 };
    for (let after: Place = { owner: each.owner.dataType === "number" ? 0 : "", ref: "" }; ; ) {
      const old = await oldRows(db, vault, each, after);
      const last = old.at(-1);
      if (!last) break;
      const lines = (await Promise.all(old.map((row) => reencrypt(vault, each, row)))).filter((line) => line !== null);
      for (const chunk of chunksOf(lines)) done.rows += (await write(db, each, chunk)).meta.changes;
      done.unopened += old.length - lines.length;
      after = last;
    }
    yield done;
  }
}

/** Position of a row: the value of its owner's column, and its reference. */
interface Place {
  owner: number | string;
  ref: string;
}

interface OldRow extends Place {
  user_ref: string;
  /** In hex, which every kind of connection returns alike. */
  blob: string;
}

function oldRows(
  db: Database,
  vault: Vault,
  { table, column, owner, ref }: EncryptedTable,
  after: Place,
): Promise<OldRow[]> {
  const userRef = owner.dataType === "number" ? sql`(SELECT unique_ref FROM users WHERE id = ${owner})` : owner;
  return db.all<OldRow>(sql`SELECT ${owner} AS owner, ${ref} AS ref, ${userRef} AS user_ref, hex(${column}) AS blob
    FROM ${table} WHERE (${owner}, ${ref}) > (${after.owner}, ${after.ref}) AND ${isOld(vault, column)}
    ORDER BY ${owner}, ${ref} LIMIT ${ROWS_AT_ONCE}`);
}

/** Condition: the column is not null, and was encrypted under another key. */
function isOld({ currentPrefix }: Vault, column: SQLiteColumn): SQL {
  return sql`(${column} IS NOT NULL AND substr(${column}, 1, ${currentPrefix.length}) <> unhex(${hex(currentPrefix)}))`;
}

/** Number of rows of a table that need a key other than the current one. */
interface RowsUnderOldKey {
  table: string;
  rows: number;
}

/**
 * Counts rows that still need an older key: text that was restored or saved during the rotation, text that no key
 * decrypts, and rows that wait, as JSON with their blobs as hex, for an undo or an import. Empty when no row needs one.
 */
export async function rowsUnderOldKeys(db: Database, vault: Vault): Promise<RowsUnderOldKey[]> {
  const counts = [
    ...ENCRYPTED_TABLES.map(({ table, column }) => ({
      table: getTableName(table),
      count: sql`SELECT count(*) AS n FROM ${table} WHERE ${isOld(vault, column)}`,
    })),
    ...JSON_OF_ROWS.map(({ table, json }) => ({
      table: getTableName(table),
      count: sql`SELECT count(*) AS n FROM ${table} WHERE ${json} LIKE '%_encrypted"%' AND EXISTS (
        SELECT 1 FROM json_tree(${json}) AS held WHERE ${isOldHex(vault)})`,
    })),
  ];
  const left: RowsUnderOldKey[] = [];
  for (const { table, count } of counts) {
    const [found] = await db.all<{ n: number }>(count);
    if (found && found.n > 0) left.push({ table, rows: found.n });
  }
  return left;
}

/**
 * Condition on a JSON value `held`: encrypted under another key. Every column of encrypted text has such a name, which
 * the test of the catalogue ensures.
 */
function isOldHex({ currentPrefix }: Vault): SQL {
  const letters = 2 * currentPrefix.length;
  return sql`held.key GLOB '*_encrypted' AND held.type = 'text' AND lower(substr(held.value, 1, ${letters})) <> ${hex(currentPrefix)}`;
}

/** Encrypts a row again. @returns owner, reference, old and new value as a JSON array; null if no key decrypts it */
async function reencrypt(
  vault: Vault,
  { place }: EncryptedTable,
  { owner, user_ref, ref, blob }: OldRow,
): Promise<string | null> {
  const encrypted = Uint8Array.from(Buffer.from(blob, "hex"));
  const bytes = await vault.decryptBytes(user_ref, place(ref), encrypted).catch(() => null);
  return bytes && JSON.stringify([owner, ref, blob, hex(await vault.encryptBytes(user_ref, place(ref), bytes))]);
}

function write(db: Database, { table, column, owner, ref }: EncryptedTable, lines: readonly string[]) {
  const json = `[${lines.join()}]`;
  return db.run(sql`UPDATE ${table} SET ${sql.identifier(column.name)} = unhex(fresh.value ->> '$[3]')
    FROM json_each(${json}) AS fresh
    WHERE ${owner} = fresh.value ->> '$[0]' AND ${ref} = fresh.value ->> '$[1]' AND ${column} = unhex(fresh.value ->> '$[2]')`);
}
