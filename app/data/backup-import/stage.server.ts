import { eq, exists, getTableColumns, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { users } from "~/account/table.server";
import { isVersionOfPart, skippedChangeNumber } from "~/changes/open-change.server";
import { encryptedRow, type ReadRow } from "~/data/records/codec.server";
import type { RowKind } from "~/data/records/kinds.server";
import { BackupFileError } from "~/data/records/lines.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { assertThat } from "~/platform/db/assertions.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { logError } from "~/platform/http/log";
import { importStaging, stagedImports } from "./table.server";

/**
 * The rows of a file wait in `import_staging`, in the form of their tables, until its last line is read: one batch then
 * writes all of them, or none.
 */

/** A row of a file, and where it was read. */
export interface StagedRow extends ReadRow {
  kind: RowKind;
  /** Line of the file, from 1. */
  line: number;
}

interface Stage {
  db: Database;
  cipher: Cipher;
  /** Null for a restore, whose staged rows must not be deleted with the user's rows. */
  userId: number | null;
  now: number;
}

const RECORDS_AT_ONCE = 1_500;
const LETTERS_AT_ONCE = 250_000;
/** Characters that a record counts for besides its texts, such as a case with its notes. */
const LETTERS_A_RECORD = 100;

/**
 * Stages all rows, and lets the caller write them, by the reference of the stage and their number.
 * @throws BackupFileError when the file has a row twice
 */
export async function withStaged<Result>(
  stage: Stage,
  rows: AsyncIterable<StagedRow>,
  write: (stagingRef: string, count: number) => Promise<Result>,
): Promise<Result> {
  const { db, userId, now } = stage;
  const stagingRef = newRef();
  await db.insert(stagedImports).values({ unique_ref: stagingRef, user_id: userId, created_at: now, updated_at: now });
  try {
    let count = 0;
    for await (const some of inChunks(rows)) {
      await store(stage, stagingRef, some);
      count += some.length;
    }
    return await write(stagingRef, count);
  } finally {
    await db
      .batch([
        db.delete(importStaging).where(eq(importStaging.staging_ref, stagingRef)),
        db.delete(stagedImports).where(eq(stagedImports.unique_ref, stagingRef)),
      ])
      .catch(logError);
  }
}

function lettersOf(values: Readonly<Record<string, unknown>>): number {
  return Object.values(values).reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

/**
 * Groups rows into lists that are stored in one batch each: of at most `RECORDS_AT_ONCE` rows, and ended by the row that
 * brings a list to `LETTERS_AT_ONCE` characters.
 */
async function* inChunks(rows: AsyncIterable<StagedRow>): AsyncGenerator<StagedRow[]> {
  let handful: StagedRow[] = [];
  let letters = 0;
  for await (const row of rows) {
    handful.push(row);
    letters += LETTERS_A_RECORD + lettersOf(row.texts) + lettersOf(row.row);
    if (handful.length < RECORDS_AT_ONCE && letters < LETTERS_AT_ONCE) continue;
    yield handful;
    handful = [];
    letters = 0;
  }
  if (handful.length > 0) yield handful;
}

async function store({ db, cipher, userId }: Stage, stagingRef: string, some: readonly StagedRow[]): Promise<void> {
  const rows = await Promise.all(
    some.map(async ({ kind, line, ...read }) => {
      const row = await encryptedRow(cipher, kind, read);
      // Where the key is the owner there is one row a user.
      const ref = String(row[kind.key.name] ?? kind.name);
      return { staging_ref: stagingRef, user_id: userId, kind: kind.name, ref, line, row: JSON.stringify(row) };
    }),
  );
  try {
    const [first, ...others] = insertRows(db, importStaging, rows);
    if (first) await db.batch([first, ...others]);
  } catch (error) {
    if (isTaken(error, "import_staging.staging_ref")) throw new BackupFileError("This file has a record twice");
    throw error;
  }
}

/** Error of `requireStaged`, by the name of its assertion. */
export const STAGED = "staged import";

/**
 * Statement that fails its batch if the cron has deleted the staged rows meanwhile: otherwise a diary would be deleted and
 * nothing written in its place.
 */
export function requireStaged(db: Database, stagingRef: string) {
  const there = db.select({ one: sql`1` }).from(stagedImports).where(eq(stagedImports.unique_ref, stagingRef));
  return assertThat(db, [STAGED, exists(there)]);
}

/** Condition: the staged rows of one kind. */
export function staged(stagingRef: string, kind: string): SQL {
  return sql`${importStaging.staging_ref} = ${stagingRef} AND ${importStaging.kind} = ${kind}`;
}

/** Expression: a column of a staged row, from its JSON. */
export function stagedColumn(column: string): SQL {
  return sql`${importStaging.row} ->> ${sql.raw(`'$.${column}'`)}`;
}

/** Whose the staged rows become, by the column that says so: `users.id` or the reference. */
export interface StagedOwner {
  userId: number | SQL;
  userRef: string;
}

/** Statement that inserts the staged rows of a kind into their table. @param again what follows it */
export function insertStaged(db: Database, stagingRef: string, kind: RowKind, owner: StagedOwner, again = sql``) {
  const values = Object.values(getTableColumns(kind.table)).map((column) => columnValue(column, kind, owner));
  const rows = sql`SELECT ${sql.join(values, sql`, `)} FROM ${importStaging} WHERE ${staged(stagingRef, kind.name)}`;
  return db.insert(kind.table).select(sql`${rows}${again}`);
}

/** Expression for a column of a staged row. `users.id` is valid in one database only: a restored user gets a new one. */
function columnValue(column: SQLiteColumn, { owner }: RowKind, { userId, userRef }: StagedOwner): SQL {
  if (column === users.id) return sql`NULL`;
  if (column === owner) return column.dataType === "number" ? sql`${userId}` : sql`${userRef}`;
  if (isVersionOfPart(column)) return skippedChangeNumber(userId);
  const value = stagedColumn(column.name);
  return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}

/** Age at which staged rows are abandoned: no request, and no command that restores backups, runs that long. */
export const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** For the cron: deletes staged imports whose request ended before the whole file was staged. */
export async function dropOldStagedImports(db: Database, now: number): Promise<void> {
  const old = db
    .select({ ref: stagedImports.unique_ref })
    .from(stagedImports)
    .where(lte(stagedImports.created_at, now - ABANDONED_MS));
  await db.batch([
    db.delete(importStaging).where(inArray(importStaging.staging_ref, old)),
    db.delete(stagedImports).where(lte(stagedImports.created_at, now - ABANDONED_MS)),
  ]);
}
