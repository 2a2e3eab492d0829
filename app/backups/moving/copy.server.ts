import { createHash } from "node:crypto";
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { objectKey } from "~/account/table.server";
import { idOf } from "~/data/table-entry.server";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { rowsAt, takeSnapshot } from "../read-rows.server";
import { fetchBackup, rowsToInsert, storedBackups } from "../stored.server";
import { assertRun, type MoveContext, type Run } from "./runs.server";
import { copiedValue, MOVED, type MovedTable, sameColumns } from "./tables.server";

/** A move that cannot be done, with the reason in words: nothing has been changed. */
export class MoveError extends Error {
  override name = "MoveError";
}

/** Copies all rows of a user. Texts are decrypted before they are copied: one that cannot be read ends the move. */
export async function copyRows(context: MoveContext, run: Run): Promise<void> {
  const { from, to } = context;
  for (const { each, rows } of await lotsOf(from.db, run.userRef)) {
    const found = await rows();
    await decryptAll(context, run.userRef, each, found);
    await to.db.batch([assertRun(to.db, run, "arriving"), insertCopied(to.db, run.userRef, each, found)]);
  }
}

/**
 * Compares the copy with what was copied: the same rows in each table, the same in each column, and each text decrypted
 * on both sides.
 * @throws MoveError for any difference
 */
export async function compareRows(context: MoveContext, { userRef }: Run): Promise<void> {
  const { from, to } = context;
  for (const { each, rows, keys } of await lotsOf(from.db, userRef)) {
    const [here, there] = [await rows(), await readRows(to.db, userRef, each, keys)];
    const name = getTableName(each.table);
    if (here.length !== there.length || here.some((row, at) => row !== there[at])) throw new MoveError(differs(name));
    const [said, copied] = [
      await decryptAll(context, userRef, each, here),
      await decryptAll(context, userRef, each, there),
    ];
    if (said.some((text, at) => text !== copied[at])) throw new MoveError(differs(name));
  }
  const [before, after] = [await takeSnapshot(from.db, userRef, MOVED), await takeSnapshot(to.db, userRef, MOVED)];
  if (before.rows !== after.rows) throw new MoveError(`The copy has ${after.rows} rows in place of ${before.rows}`);
}

function differs(table: string): string {
  return `The copy of the table ${table} differs from what was copied`;
}

/** The rows of a user, some hundreds at a time, table by table in the order of inserts. */
async function lotsOf(db: Database, userRef: string) {
  const snapshot = await takeSnapshot(db, userRef, MOVED);
  return MOVED.flatMap((each, at) =>
    (snapshot.keys[at] ?? []).map((keys) => ({ each, keys, rows: () => readRows(db, userRef, each, keys) })),
  );
}

/** Rows as JSON, in an order that follows from them alone. */
async function readRows(db: Database, userRef: string, each: MovedTable, keys: string): Promise<string[]> {
  const rows = await rowsAt(db, userRef, each, keys, sameColumns(each));
  return rows.map(({ row }) => row).sort();
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
async function decryptAll(
  { vault }: { vault: Vault },
  userRef: string,
  { table, encrypted }: MovedTable,
  rows: readonly string[],
): Promise<string[]> {
  if (!encrypted) return [];
  const { column, ref, place } = encrypted;
  const texts = rows.map(async (row) => {
    const read = JSON.parse(row) as Record<string, string | null>;
    const blob = read[column.name];
    if (!blob) return "";
    // A table with one row a user is of the user's reference, which is in each of its rows.
    const text = vault.decrypt(userRef, place(String(read[ref.name])), Uint8Array.from(Buffer.from(blob, "hex")));
    return text.catch(() => {
      const which = [getTableName(table), read.unique_ref].filter(Boolean).join(" ");
      throw new MoveError(
        `An encrypted text cannot be read: ${which}. Restore it from a backup, or clear it, then move the user again`,
      );
    });
  });
  return Promise.all(texts);
}

/** Copies the backups of a user. The store compares what arrives with the hash of what was read. */
export async function copyObjects({ from, to, now }: MoveContext, run: Run): Promise<void> {
  const { userRef } = run;
  const there = new Map((await storedBackups(from.objects, userRef)).map((each) => [each.day, each]));
  for (const backup of there.values()) {
    const bytes = await fetchBackup(from, backup);
    if (!bytes) continue;
    const customMetadata = { made_at: String(backup.made_at), ...numberOf(backup.records) };
    const sha256 = createHash("sha256").update(bytes).digest();
    await to.objects.put(objectKey(userRef, backup.day), bytes, { customMetadata, sha256 });
  }
  const copied = await storedBackups(to.objects, userRef);
  const whole = copied.filter(({ day, bytes }) => there.get(day)?.bytes === bytes);
  if (whole.length < there.size) throw new MoveError("A backup was not copied whole");
  await to.db.batch([assertRun(to.db, run, "arriving"), ...rowsToInsert(to.db, copied, now)]);
}

function numberOf(records: number | null): { records?: string } {
  return records === null ? {} : { records: String(records) };
}

/** Deletes the backups of a user. */
export async function removeObjects(objects: R2Bucket, userRef: string): Promise<void> {
  const keys = (await storedBackups(objects, userRef)).map(({ day }) => objectKey(userRef, day));
  if (keys.length > 0) await objects.delete(keys);
}
