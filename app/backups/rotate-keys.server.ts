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

/** All encrypted text that outlives a day: what a new key must encrypt anew before an old one can go. */
export const ENCRYPTED_TABLES: readonly EncryptedTable[] = TABLES.flatMap(({ table, owner, encrypted }) =>
  encrypted && typeof owner !== "string" ? [{ ...encrypted, table, owner }] : [],
);

/** Columns that hold rows of other tables as JSON. */
const JSON_OF_ROWS = TABLES.flatMap(({ table, rowsAsJson: json }) => (json ? [{ table, json }] : []));

interface Rotated {
  table: string;
  /** Rows that were written. */
  rows: number;
  /** Rows that no key opens. They stay as they are. */
  unopened: number;
}

/**
 * Encrypts anew, under the current key, all text that an older key encrypted: some rows at a time, and each only if it still
 * is what was read, so that work goes on beside it. Stopped half way, it goes on where it stood when it is run again.
 */
export async function* rotateKeys(db: Database, vault: Vault): AsyncGenerator<Rotated> {
  for (const each of ENCRYPTED_TABLES) {
    const done = { table: getTableName(each.table), rows: 0, unopened: 0 };
    for (let after: Place = { owner: each.owner.dataType === "number" ? 0 : "", ref: "" }; ; ) {
      const old = await oldRows(db, vault, each, after);
      const last = old.at(-1);
      if (!last) break;
      const lines = (await Promise.all(old.map((row) => encryptAnew(vault, each, row)))).filter(
        (line) => line !== null,
      );
      for (const chunk of chunksOf(lines)) done.rows += (await write(db, each, chunk)).meta.changes;
      done.unopened += old.length - lines.length;
      after = last;
    }
    yield done;
  }
}

/** Of a row: what its owner's column holds, and its reference. */
interface Place {
  owner: number | string;
  ref: string;
}

interface OldRow extends Place {
  user_ref: string;
  /** In hex: so it comes alike over every kind of connection. */
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

/** Of a column that holds something. */
function isOld({ currentPrefix }: Vault, column: SQLiteColumn): SQL {
  return sql`(${column} IS NOT NULL AND substr(${column}, 1, ${currentPrefix.length}) <> unhex(${hex(currentPrefix)}))`;
}

/** Rows of a table that need a key that is not the current one. */
interface LeftUnder {
  table: string;
  rows: number;
}

/**
 * What an older key still has to open: text that came back or was saved while others were encrypted again, what no key
 * opens, and rows that wait, as JSON with their bytes as hex, to be put back or taken over. Nothing: none needs it.
 */
export async function leftUnderOldKeys(db: Database, vault: Vault): Promise<LeftUnder[]> {
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
  const left: LeftUnder[] = [];
  for (const { table, count } of counts) {
    const [found] = await db.all<{ n: number }>(count);
    if (found && found.n > 0) left.push({ table, rows: found.n });
  }
  return left;
}

/** Of a value `held` of JSON: every column of encrypted text has such a name, as the test of the catalogue sees to. */
function isOldHex({ currentPrefix }: Vault): SQL {
  const letters = 2 * currentPrefix.length;
  return sql`held.key GLOB '*_encrypted' AND held.type = 'text' AND lower(substr(held.value, 1, ${letters})) <> ${hex(currentPrefix)}`;
}

/** @returns the row, what it held and what it is to hold, as JSON; null where no key opens it */
async function encryptAnew(
  vault: Vault,
  { place }: EncryptedTable,
  { owner, user_ref, ref, blob }: OldRow,
): Promise<string | null> {
  const held = Uint8Array.from(Buffer.from(blob, "hex"));
  const bytes = await vault.decryptBytes(user_ref, place(ref), held).catch(() => null);
  return bytes && JSON.stringify([owner, ref, blob, hex(await vault.encryptBytes(user_ref, place(ref), bytes))]);
}

function write(db: Database, { table, column, owner, ref }: EncryptedTable, lines: readonly string[]) {
  const json = `[${lines.join()}]`;
  return db.run(sql`UPDATE ${table} SET ${sql.identifier(column.name)} = unhex(fresh.value ->> '$[3]')
    FROM json_each(${json}) AS fresh
    WHERE ${owner} = fresh.value ->> '$[0]' AND ${ref} = fresh.value ->> '$[1]' AND ${column} = unhex(fresh.value ->> '$[2]')`);
}
