import { Buffer } from "node:buffer";
import { getTableName, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { chunksOf, hex } from "~/db/insert-rows.server";
import type { Vault } from "~/vault/vault.server";
import { SEALED, type Sealed } from "./tables.server";

const ROWS_AT_ONCE = 200;

export interface Resealed {
  table: string;
  rows: number;
  /** Rows that no key opens. They stay as they are. */
  unopened: number;
}

/**
 * Seals anew, under the current key, all text that an older key sealed: some rows at a time, and each only if it still
 * is what was read, so that work goes on beside it. Stopped half way, it goes on where it stood when it is run again.
 */
export async function* resealAll(db: Database, vault: Vault): AsyncGenerator<Resealed> {
  for (const each of SEALED) {
    const done = { table: getTableName(each.table), rows: 0, unopened: 0 };
    for (let after = 0; ; ) {
      const old = await oldRows(db, vault, each, after);
      const last = old.at(-1);
      if (!last) break;
      const lines = (await Promise.all(old.map((row) => sealAnew(vault, each, row)))).filter((line) => line !== null);
      for (const chunk of chunksOf(lines)) await write(db, each, chunk);
      done.rows += lines.length;
      done.unopened += old.length - lines.length;
      after = last.at;
    }
    yield done;
  }
}

interface OldRow {
  /** Its rowid. */
  at: number;
  owner: string;
  ref: string;
  /** In hex: so it comes alike over every kind of connection. */
  blob: string;
}

function oldRows(db: Database, vault: Vault, { table, column, owner, ref }: Sealed, after: number): Promise<OldRow[]> {
  const prefix = vault.currentPrefix;
  const isOld = sql`substr(${column}, 1, ${prefix.length}) <> unhex(${hex(prefix)})`;
  return db.all<OldRow>(sql`SELECT ${table}.rowid AS at, ${owner} AS owner, ${ref} AS ref, hex(${column}) AS blob
    FROM ${table} WHERE ${table}.rowid > ${after} AND ${column} IS NOT NULL AND ${isOld}
    ORDER BY ${table}.rowid LIMIT ${ROWS_AT_ONCE}`);
}

/** @returns the row, what it held and what it is to hold, as JSON; null where no key opens it */
async function sealAnew(vault: Vault, { place }: Sealed, { at, owner, ref, blob }: OldRow): Promise<string | null> {
  try {
    const bytes = await vault.openBytes(owner, place(ref), Uint8Array.from(Buffer.from(blob, "hex")));
    return JSON.stringify([at, blob, hex(await vault.sealBytes(owner, place(ref), bytes))]);
  } catch {
    return null;
  }
}

function write(db: Database, { table, column }: Sealed, lines: readonly string[]) {
  const json = `[${lines.join()}]`;
  return db.run(sql`UPDATE ${table} SET ${sql.identifier(column.name)} = unhex(fresh.value ->> '$[2]')
    FROM json_each(${json}) AS fresh
    WHERE ${table}.rowid = fresh.value ->> '$[0]' AND ${column} = unhex(fresh.value ->> '$[1]')`);
}
