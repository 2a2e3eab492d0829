import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { objectKey } from "~/account/table.server";
import { idOf } from "~/data/table-entry.server";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { BYTES_A_QUERY, listKeys, rowsAt } from "../read-rows.server";
import { fetchBackup, rowsToInsert, type StoredBackup, storedBackups } from "../stored.server";
import { assertRun, type MoveContext, type Place, type Run } from "./runs.server";
import { copiedValue, MOVED, type MovedTable, sameColumns } from "./tables.server";

/** A move that cannot be done, with the reason in words: nothing has been changed. */
export class MoveError extends Error {
  override name = "MoveError";
}

/** Copies all rows of a user. Texts are decrypted before they are copied: one that cannot be read ends the move. */
export async function copyRows(context: MoveContext, run: Run): Promise<void> {
  const { from, to } = context;
  const { userRef } = run;
  for (const lots of (await lotsOf(from.db, userRef)).bundles) {
    const rows = await readLots(from.db, userRef, lots);
    await decryptAll(context.vault, userRef, lots, rows);
    const copies = lots.map(({ each }, at) => insertCopied(to.db, userRef, each, rows[at] ?? []));
    await to.db.batch([assertRun(to.db, run, "arriving"), ...copies]);
  }
}

/**
 * Compares the copy with what was copied: the same rows in each table, the same in each column, and each text decrypted
 * on both sides.
 * @throws MoveError for any difference
 */
export async function compareRows({ from, to, vault }: MoveContext, { userRef }: Run): Promise<void> {
  const [here, there] = [await lotsOf(from.db, userRef), await lotsOf(to.db, userRef)];
  if (here.rows !== there.rows) throw new MoveError(`The copy has ${there.rows} rows in place of ${here.rows}`);
  for (const lots of here.bundles) {
    const both = await Promise.all([from, to].map(({ db }) => readLots(db, userRef, lots)));
    const texts = await Promise.all(both.map((rows) => decryptAll(vault, userRef, lots, rows)));
    for (const [at, { each }] of lots.entries()) {
      const isSame = [both, texts].every(([first, second]) => first?.[at]?.join("\n") === second?.[at]?.join("\n"));
      if (!isSame)
        throw new MoveError(`The copy of the table ${getTableName(each.table)} differs from what was copied`);
    }
  }
}

/** Rows that one query reads. */
interface Lot {
  each: MovedTable;
  keys: string;
}

const LOTS_A_BUNDLE = 50;

/** The rows of a user in the order of inserts, in bundles that are read in one trip. */
async function lotsOf(db: Database, userRef: string): Promise<{ rows: number; bundles: Lot[][] }> {
  const bundles: Lot[][] = [];
  let [rows, bytes] = [0, 0];
  for (const [at, lists] of (await listKeys(db, userRef, MOVED)).entries()) {
    for (const list of lists) {
      rows += list.rows;
      bytes += list.bytes;
      const [lot, last] = [{ each: MOVED[at] as MovedTable, keys: list.keys }, bundles.at(-1)];
      if (last && last.length < LOTS_A_BUNDLE && bytes <= BYTES_A_QUERY) {
        last.push(lot);
      } else {
        bundles.push([lot]);
        bytes = list.bytes;
      }
    }
  }
  return { rows, bundles };
}

/** The rows of each lot as JSON, in an order that follows from them alone. */
async function readLots(db: Database, userRef: string, lots: readonly Lot[]): Promise<string[][]> {
  const [first, ...others] = lots.map(({ each, keys }) => rowsAt(db, userRef, each, keys, sameColumns(each)));
  const read = first ? await db.batch([first, ...others]) : [];
  return read.map((rows) => rows.map(({ row }) => row).sort());
}

function insertCopied(db: Database, userRef: string, { table }: MovedTable, rows: readonly string[]) {
  const values = Object.values(getTableColumns(table)).map((column) => copiedValue(column, idOf(userRef)));
  return (
    db
      .insert(table)
      .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${`[${rows.join()}]`}) WHERE true`)
      // What an administrator did is still on record where the user was before; the comparison sees anything else.
      .onConflictDoNothing()
  );
}

/** @throws MoveError for a text that no key decrypts under its user and place */
function decryptAll(vault: Vault, userRef: string, lots: readonly Lot[], rows: string[][]): Promise<string[][]> {
  const ofLots = lots.map(({ each }, at) => {
    return Promise.all((rows[at] ?? []).map((row) => decryptRow(vault, userRef, each, row)));
  });
  return Promise.all(ofLots);
}

async function decryptRow(vault: Vault, userRef: string, { table, encrypted }: MovedTable, json: string) {
  if (!encrypted) return "";
  const { column, ref, place } = encrypted;
  const row = JSON.parse(json) as Record<string, string | null>;
  const blob = row[column.name];
  if (!blob) return "";
  try {
    return await vault.decrypt(userRef, place(String(row[ref.name])), Uint8Array.from(Buffer.from(blob, "hex")));
  } catch {
    const which = [getTableName(table), row.unique_ref].filter(Boolean).join(" ");
    throw new MoveError(
      `An encrypted text cannot be read: ${which}. Restore it from a backup, or clear it, then move the user again`,
    );
  }
}

/** Copies the backups of a user. */
export async function copyObjects(context: MoveContext, run: Run): Promise<void> {
  const { from, to, now } = context;
  const { userRef } = run;
  const there = await storedBackups(from.objects, userRef);
  for (const backup of there) await copyObject(context, backup);
  const copied = await storedBackups(to.objects, userRef);
  const sizes = new Map(copied.map(({ day, bytes }) => [day, bytes]));
  if (there.some(({ day, bytes }) => sizes.get(day) !== bytes)) throw new MoveError("A backup was not copied whole");
  await to.db.batch([assertRun(to.db, run, "arriving"), ...rowsToInsert(to.db, copied, now)]);
}

/** Copies those backups of a user that the other store does not have any more. */
export async function copyMissing(context: MoveContext, userRef: string): Promise<void> {
  for (const backup of await missingBackups(context, userRef)) await copyObject(context, backup);
}

interface Stores {
  from: Pick<Place, "objects">;
  to: Pick<Place, "objects">;
}

/** The backups of a user that the other store does not have. */
export async function missingBackups({ from, to }: Stores, userRef: string): Promise<StoredBackup[]> {
  const days = new Set((await storedBackups(to.objects, userRef)).map(({ day }) => day));
  return (await storedBackups(from.objects, userRef)).filter(({ day }) => !days.has(day));
}

/** Copies one backup. The store compares what arrives with the hash of what was read. */
async function copyObject({ from, to }: MoveContext, backup: StoredBackup): Promise<void> {
  const bytes = await fetchBackup(from, backup);
  if (!bytes) return;
  const customMetadata = { made_at: String(backup.made_at), ...numberOf(backup.records) };
  const sha256 = createHash("sha256").update(bytes).digest();
  const key = objectKey(backup.userRef, backup.day);
  try {
    await to.objects.put(key, bytes, { customMetadata, sha256 });
  } catch (error) {
    // What lies there since they lived there before, and is locked, may stay if it is the same.
    if (!(await hasBytes(to.objects, key, bytes))) throw error;
  }
}

function numberOf(records: number | null): { records?: string } {
  return records === null ? {} : { records: String(records) };
}

async function hasBytes(objects: R2Bucket, key: string, bytes: Uint8Array): Promise<boolean> {
  const there = await objects.get(key);
  return there !== null && Buffer.from(await there.arrayBuffer()).equals(bytes);
}
