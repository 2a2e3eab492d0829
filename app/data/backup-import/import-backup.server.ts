import { and, eq, exists, inArray, lte, sql } from "drizzle-orm";
import { auditLineBy } from "~/account/audit.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { keepLockedDays, lockedIn } from "~/changes/keep-locked-days.server";
import { deleteChanges, skipChangeNumber } from "~/changes/unrecorded-writes.server";
import { type ColumnValue, type KindName, keyOf } from "~/data/export/fields.server";
import { kindOf, RECORD_KINDS } from "~/data/export/kinds.server";
import { chosenCount } from "~/data/export/records.server";
import { dropUnnamedPayers } from "~/diary/fees/payer-names.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hex, insertRows } from "~/platform/db/json-rows.server";
import { logError } from "~/platform/http/log";
import { excludeLocked, refuseIfLockedDaysHold } from "./exclude-locked.server";
import { namedPayer } from "./named-payers.server";
import { BackupFileError, type ReadRecord, readFile } from "./read-file.server";
import { importStaging, stagedImports } from "./table.server";
import { excludeExisting, insertPayers, insertStatements, refuseInconsistent } from "./validate.server";

const RECORDS_AT_ONCE = 1_500;
const LETTERS_AT_ONCE = 250_000;
/** Characters that a record counts for besides its texts, such as a case with its notes. */
const LETTERS_A_RECORD = 100;

/**
 * Groups records into lists that are stored in one batch each: of at most `RECORDS_AT_ONCE` records, and ended by the
 * record that brings a list to `LETTERS_AT_ONCE` characters.
 */
async function* inChunks(records: AsyncIterable<ReadRecord>): AsyncGenerator<ReadRecord[]> {
  let handful: ReadRecord[] = [];
  let letters = 0;
  for await (const record of records) {
    handful.push(record);
    letters += LETTERS_A_RECORD + Object.values(record.texts).reduce((sum, text) => sum + text.length, 0);
    if (handful.length < RECORDS_AT_ONCE && letters < LETTERS_AT_ONCE) continue;
    yield handful;
    handful = [];
    letters = 0;
  }
  if (handful.length > 0) yield handful;
}

/**
 * Returns a function that stores records in `import_staging`, as the rows that their tables will hold, until the whole
 * file is read. Texts are encrypted. A payer that a record names is staged as a row too, once.
 * @throws BackupFileError from that function when the file has a record twice
 */
function stager({ db, cipher, user, now }: Pick<RequestContext, "db" | "cipher" | "user" | "now">, stagingRef: string) {
  const userId = user.id;
  const named = new Set<string>();

  return async (records: readonly ReadRecord[]): Promise<void> => {
    const rows = (await Promise.all(records.map(stored))).flat();
    try {
      const [first, ...others] = insertRows(db, importStaging, rows);
      if (first) await db.batch([first, ...others]);
    } catch (error) {
      if (isTaken(error, "import_staging.staging_ref")) throw new BackupFileError("This file has a record twice");
      throw error;
    }
  };

  async function stored({ kind, line, row: read, texts }: ReadRecord) {
    const { text_encrypted } = kindOf(kind);
    const payer = namedPayer(read, userId, now);
    const row: Record<string, ColumnValue> = { ...read, user_id: userId, ...(payer && { payer_key: payer.ref }) };
    if (text_encrypted) {
      const text = textToEncrypt(texts, text_encrypted.as);
      const blob = await cipher.encrypt(text_encrypted.place(row), text);
      row.text_encrypted = blob && hex(blob);
    }
    const ref = keyOf(kindOf(kind))
      .map((column) => row[column])
      .join("/");
    const where = { staging_ref: stagingRef, user_id: userId, line };
    const waiting = [{ ...where, kind, ref, row: JSON.stringify(row) }];
    if (!payer || named.has(payer.ref)) return waiting;
    named.add(payer.ref);
    return [...waiting, { ...where, ...payer }];
  }
}

function textToEncrypt(texts: Record<string, string>, as: "text" | "json"): string | null {
  const all = Object.values(texts);
  if (all.every((text) => text === "")) return null;
  return as === "json" ? JSON.stringify(texts) : (all[0] ?? null);
}

/** `add` keeps all existing records; `replace` deletes them first. */
type ImportMode = "add" | "replace";

type Counts = Record<KindName, number>;

const LOCKS_AT = RECORD_KINDS.findIndex(({ table }) => table === lockedPeriods);

/** Records of each kind that were imported (`came`), and that were there before and were deleted (`went`). */
interface ImportResult {
  came: Counts;
  went: Counts;
  /** How many stayed out, since they lie in a locked period. */
  locked: number;
}

/** How the activity log describes each way. */
const MODE_LABELS: Record<ImportMode, string> = { add: "what was missing added", replace: "everything replaced" };
const NO_RECORDS = "This file has no records. Your diary is as it was. Choose another file";
const INCONSISTENT =
  "A record in this file has details that do not match each other, or your diary. Export the file again, then choose the new one";
const LOCKED =
  "You locked some days of your diary, so it cannot be replaced. Unlock them in Reports first, or add what is missing";
const LOCKED_MEANWHILE = "Some days of your diary were locked meanwhile. Choose the file again";
/** Age at which staged rows are abandoned: no request, and no command that restores backups, runs that long. */
export const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Imports a file that Daybook exported: all of it in one batch, once its last record is read and checked, or nothing.
 * @throws BackupFileError, with words for the user, when the file cannot be imported: the diary is then unchanged
 * @throws Response to /login/ when the login that asks was ended meanwhile
 */
export async function importBackup(
  context: RequestContext,
  request: Request,
  file: AsyncIterable<Uint8Array>,
  way: ImportMode,
): Promise<ImportResult> {
  const { db, user, now } = context;
  const userId = user.id;
  const stagingRef = newRef();
  const where = { db, userId, stagingRef };
  await db.insert(stagedImports).values({ unique_ref: stagingRef, user_id: userId, created_at: now, updated_at: now });
  try {
    const stage = stager(context, stagingRef);
    let read = 0;
    for await (const records of inChunks(readFile(file))) {
      await stage(records);
      read += records.length;
    }
    if (read === 0) throw new BackupFileError(NO_RECORDS);
    if (way === "add") await excludeExisting(where);
    const kept = way === "add" ? await keepLockedDays(where) : [refuseIfLockedDaysHold(where)];
    const locked = way === "add" ? await excludeLocked(where) : 0;
    await refuseInconsistent(where, way === "replace");
    const going = way === "replace" ? [...kept, ...deleteRecords(db, userId)] : [];
    // What is asserted is of the periods that were there: the file brings its own after the rows that they hold.
    const inserts = insertStatements(where, way === "add");
    const taking = [...inserts.slice(0, LOCKS_AT), ...kept, ...inserts.slice(LOCKS_AT)];
    const results = await db
      .batch([
        requireStagedImport(where),
        ...going,
        ...auditLineBy(context, "data-imported", { detail: MODE_LABELS[way] }),
        skipChangeNumber(db, userId),
        ...(way === "replace" ? [deleteChanges(db, userId)] : []),
        // The first call drops the unlisted payers that only deleted records named, so that imported records name their
        // own; the second drops those that no imported record names.
        dropUnnamedPayers(db, sql`= ${userId}`),
        insertPayers(where),
        ...taking,
        dropUnnamedPayers(db, sql`= ${userId}`),
      ])
      .catch(rejectEndedLogin(request));
    const counts = results.map(recordsOf);
    const went = counts.slice(1 + kept.length, 1 + going.length).toReversed();
    const came = counts.slice(-1 - taking.length, -1).toSpliced(LOCKS_AT, kept.length);
    return { came: byKind(came), went: byKind(went), locked };
  } catch (error) {
    if (lockedIn(error)) throw new BackupFileError(way === "replace" ? LOCKED : LOCKED_MEANWHILE);
    throw failedAssertion(error) === STAGED || isRefusedByTable(error) ? new BackupFileError(INCONSISTENT) : error;
  } finally {
    await db.batch(dropStagedImport(db, stagingRef)).catch(logError);
  }
}

/**
 * Statements that delete every record that an exported file can hold, in the order that foreign keys require. Items of
 * a column are deleted with its rows: their statement counts them.
 */
function deleteRecords(db: Database, userId: number) {
  return RECORD_KINDS.toReversed().map(({ table, itemsOf, only }) => {
    if (itemsOf) return chosenCount(db, userId);
    // Those stay, and refuse the rest where they hold any of it: they are unlocked first, by hand.
    const locks = table === lockedPeriods ? sql`FALSE` : undefined;
    return db.delete(table).where(and(eq(table.user_id, userId), only, locks));
  });
}

/** Number of records that a statement inserted, deleted or counted. */
function recordsOf(result: D1Result | readonly { records: number }[]): number {
  return "meta" in result ? result.meta.changes : (result[0]?.records ?? 0);
}

/** @param counts in the order of `RECORD_KINDS`; empty when the import deletes nothing */
function byKind(counts: readonly number[]): Counts {
  return Object.fromEntries(RECORD_KINDS.map(({ name }, at) => [name, counts[at] ?? 0])) as Counts;
}

const STAGED = "staged import";

/**
 * Statement that fails its batch if the cron has deleted the staged rows meanwhile: otherwise a diary would be deleted and
 * nothing imported in its place.
 */
export function requireStagedImport({ db, stagingRef }: { db: Database; stagingRef: string }) {
  const there = db.select({ one: sql`1` }).from(stagedImports).where(eq(stagedImports.unique_ref, stagingRef));
  return assertThat(db, [STAGED, exists(there)]);
}

function dropStagedImport(db: Database, stagingRef: string) {
  return [
    db.delete(importStaging).where(eq(importStaging.staging_ref, stagingRef)),
    db.delete(stagedImports).where(eq(stagedImports.unique_ref, stagingRef)),
  ] as const;
}

/**
 * Whether a table's constraint refused a value: one that only a file made by hand has, or that conflicts with a row
 * written meanwhile.
 */
function isRefusedByTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /constraint failed|cannot store/i.test(error.message) || isRefusedByTable(error.cause);
}

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
