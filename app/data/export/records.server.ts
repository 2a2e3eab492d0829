import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { KindName } from "~/data/export/fields.server";
import type { OwnTable } from "~/data/table-entry.server";
import { CHOSEN, cases, chosenIn, optionsOf } from "~/diary/cases/table.server";
import type { Actor } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { rowPages, textBytes, withBlobsAsHex } from "~/platform/db/row-pages.server";
import type { EncryptedTexts, FileValue, RecordKind } from "./fields.server";
import { kindOf, RECORD_KINDS } from "./kinds.server";
import { payerOfRecord } from "./payer-names.server";

/**
 * The record kind `case_options`: its records are items of the column `options` of cases, so these functions do what
 * other kinds do with their table.
 */

/** Statement: the `case_options` records of some cases, by case and option. @param refs of the cases, as JSON */
function chosenRecords(db: Database, userId: number, refs: string) {
  return db
    .select({
      case_ref: cases.unique_ref,
      kind: CHOSEN.kind.as("chosen_kind"),
      option_id: CHOSEN.id.as("chosen_id"),
      flags: CHOSEN.flags.as("chosen_flags"),
    })
    .from(cases)
    .innerJoin(chosenIn(cases.options), sql`TRUE`)
    .where(sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN (SELECT value FROM json_each(${refs}))`)
    .orderBy(cases.unique_ref, CHOSEN.id);
}

/** Statement: how many `case_options` records a user has. For a batch. */
export function chosenCount(db: Database, userId: number) {
  const records = sql<number>`total(json_array_length(${cases.options}))`.mapWith(Number).as("records");
  return db.select({ records }).from(cases).where(eq(cases.user_id, userId));
}

/**
 * Expression for `options` of a staged case, from its staged `case_options`: their `ref` begins with the reference of
 * their case, so that they are one range of the primary key.
 */
export const stagedOptions = optionsOf(sql`SELECT part.row ->> '$.option_id' AS id, part.row ->> '$.flags' AS flags
  FROM import_staging AS part
  WHERE part.staging_ref = import_staging.staging_ref AND part.kind = 'case_options'
    AND part.ref > import_staging.ref || '/' AND part.ref < import_staging.ref || '0'`);

/** Whose records are read, and what is needed for it. */
export type Reader = Pick<Actor, "db" | "userId" | "cipher">;

/** A record as a file writes it, by field. */
export type WrittenRecord = Record<string, FileValue>;

/**
 * The records that exist at one moment: their references by kind, as a JSON array for each page that is read at once.
 */
export type Snapshot = ReadonlyMap<KindName, readonly string[]>;

/**
 * Takes the references of all records of a user, so that records created or deleted while a file is written do not make
 * it inconsistent. Sorted, so that an imported diary is exported as before.
 */
export async function takeSnapshot(db: Database, userId: number): Promise<Snapshot> {
  const [first, ...others] = RECORD_KINDS.map((kind) => references(db, userId, kind));
  if (!first) return new Map();
  const found = await db.batch([first, ...others]);
  return new Map(RECORD_KINDS.map(({ name }, at) => [name, (found[at] ?? []).map(({ refs }) => refs)]));
}

/**
 * The records that were created after a snapshot: a case that was moved meanwhile may refer to a session that was
 * created meanwhile, and a file without that session could not be imported.
 */
export async function snapshotSince({ db, userId }: Reader, before: Snapshot): Promise<Snapshot> {
  const since = new Map<KindName, string[]>();
  for (const [name, pages] of await takeSnapshot(db, userId)) {
    const known = before.get(name) ?? [];
    // Nearly always nothing was created, and comparing pages shows that without holding all references in memory.
    if (pages.length === known.length && pages.every((page, at) => page === known[at])) continue;
    const old = new Set(known.flatMap(refsIn));
    const made = pages.flatMap(refsIn).filter((ref) => !old.has(ref));
    since.set(name, [JSON.stringify(made)]);
  }
  return since;
}

function refsIn(page: string): string[] {
  return JSON.parse(page) as string[];
}

/** Statement: the references of a kind, in pages. */
function references(db: Database, userId: number, { table, text_encrypted, only = sql`TRUE` }: RecordKind) {
  const own = sql`${table} WHERE user_id = ${userId} AND ${only}`;
  const size = text_encrypted ? textBytes(sql`text_encrypted`) : sql`0`;
  return rowPages(db, { from: own, ref: sql`unique_ref`, size, order: sql`unique_ref` });
}

/** The records of a kind, page by page. */
export async function* readRecords(by: Reader, snapshot: Snapshot, name: KindName): AsyncGenerator<WrittenRecord[]> {
  const kind = kindOf(name);
  for (const refs of snapshot.get(name) ?? []) {
    const rows: Record<string, unknown>[] = await (kind.itemsOf
      ? chosenRecords(by.db, by.userId, refs)
      : rowsOf(by.db, by.userId, kind.table, refs));
    yield await Promise.all(rows.map((row) => written(by, kind, row)));
  }
}

function rowsOf(db: Database, userId: number, table: OwnTable, refs: string) {
  return db
    .select(columnsOf(table))
    .from(table)
    .where(sql`${table.user_id} = ${userId} AND unique_ref IN (SELECT value FROM json_each(${refs}))`)
    .orderBy(sql`unique_ref`);
}

/** Columns of a select of records. */
function columnsOf(table: OwnTable): Record<string, SQLiteColumn | SQL.Aliased> {
  return { ...withBlobsAsHex(getTableColumns(table)), ...payerOfRecord(table) };
}

async function written(by: Reader, { fields, text_encrypted }: RecordKind, row: Record<string, unknown>) {
  const plain = Object.entries(fields).map(([name, field]) => [name, field.write(row[name])]);
  return {
    ...Object.fromEntries(plain),
    ...(text_encrypted && (await opened(by, text_encrypted, row))),
  } as WrittenRecord;
}

async function opened({ cipher }: Reader, { place, texts, as }: EncryptedTexts, row: Record<string, unknown>) {
  const text = await cipher.decrypt(place(row as never), row.text_encrypted as Uint8Array | null);
  const names = Object.keys(texts);
  if (as === "text") return Object.fromEntries(names.map((name) => [name, text]));
  const held = text ? (JSON.parse(text) as Record<string, string>) : {};
  return Object.fromEntries(names.map((name) => [name, held[name] ?? ""]));
}
