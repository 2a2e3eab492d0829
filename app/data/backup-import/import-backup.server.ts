import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLineBy } from "~/account/audit.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { keepLockedDays } from "~/changes/keep-locked-days.server";
import { keepLockedEntries } from "~/changes/keep-locked-entries.server";
import { deleteChanges, skipChangeNumber } from "~/changes/open-change.server";
import { rowOf } from "~/data/records/codec.server";
import { RECORD_KINDS, type RecordKind } from "~/data/records/kinds.server";
import { BackupFileError, linesOf, type RecordLine, readLines } from "~/data/records/lines.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import { failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { requireStaged, STAGED, type StagedRow, withStaged } from "./stage.server";
import { excludeExisting, excludeUnnamedPayers, insertStatements, refuseInconsistent } from "./validate.server";

/** A record of a user's file, checked by itself: not yet against other records. */
interface CheckedRow extends StagedRow {
  kind: RecordKind;
}

/** Reads the records of a file while its bytes arrive. @throws BackupFileError */
export async function* readFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CheckedRow> {
  for await (const line of readLines(linesOf(bytes))) yield checked(line);
}

const KINDS = new Map<unknown, { kind: RecordKind; schema: z.ZodType }>(
  RECORD_KINDS.map((kind) => {
    const all = Object.entries({ ...kind.fields, ...kind.texts?.fields });
    const schema = z.strictObject(Object.fromEntries(all.map(([name, { check }]) => [name, check])));
    return [kind.name, { kind, schema }];
  }),
);

function checked({ name, line, record }: RecordLine): CheckedRow {
  const known = KINDS.get(name);
  if (!known) throw new BackupFileError(`Line ${line} is not something that Daybook recognises`);
  const { kind, schema } = known;
  const { data, error } = schema.safeParse(record);
  if (error) {
    const field = error.issues[0]?.path[0] ?? "a field that it does not know";
    throw new BackupFileError(`Line ${line}, of ${kind.name}: Daybook cannot read ${String(field).slice(0, 60)}`);
  }
  const read = rowOf(kind, data as typeof record);
  const at = kind.disagrees?.(read.row) ?? null;
  if (at !== null)
    throw new BackupFileError(`Line ${line}, of ${kind.name}: its ${at} do not agree with the rest of it`);
  return { kind, line, ...read };
}

/** `add` keeps all existing records; `replace` deletes them first. */
type ImportMode = "add" | "replace";

type Counts = Record<RecordKind["name"], number>;

const LOCKS_AT = RECORD_KINDS.findIndex(({ table }) => table === lockedPeriods);

/** Records of each kind that were imported (`came`), and that were there before and were deleted (`went`). */
interface ImportResult {
  came: Counts;
  went: Counts;
}

/** How the activity log describes each way. */
const MODE_LABELS: Record<ImportMode, string> = { add: "what was missing added", replace: "everything replaced" };
const NO_RECORDS = "This file has no records. Your diary is as it was. Choose another file";
const INCONSISTENT =
  "A record in this file has details that do not match each other, or your diary. Export the file again, then choose the new one";

/**
 * Imports a file that Daybook exported: all of it in one batch, once its last record is read and checked, or nothing.
 * @throws BackupFileError, with words for the user, when the file cannot be imported: the diary is then unchanged
 * @throws Error (`lockedIn`) when the file would change locked days, or replace a diary that has entries on them
 * @throws Response to /login/ when the login that asks was ended meanwhile
 */
export async function importBackup(
  context: RequestContext,
  request: Request,
  file: AsyncIterable<Uint8Array>,
  way: ImportMode,
): Promise<ImportResult> {
  try {
    return await withStaged(context, readFile(file), async (stagingRef, read) => {
      if (read === 0) throw new BackupFileError(NO_RECORDS);
      return write(context, request, stagingRef, way);
    });
  } catch (error) {
    throw failedAssertion(error) === STAGED || isRefusedByTable(error) ? new BackupFileError(INCONSISTENT) : error;
  }
}

async function write(
  context: RequestContext,
  request: Request,
  stagingRef: string,
  way: ImportMode,
): Promise<ImportResult> {
  const { db, userId, user } = context;
  const where = { db, userId, userRef: user.unique_ref, stagingRef };
  if (way === "add") await excludeExisting(where);
  // What is asserted is of the periods that were there: the file brings its own after the rows that they hold.
  const kept = [keepLockedEntries(where, rowsOfFile(stagingRef)), ...(await keepLockedDays(where))];
  await excludeUnnamedPayers(where);
  await refuseInconsistent(where, way === "replace");
  const going = way === "replace" ? [keepLockedEntries(where, entriesOf(userId)), ...deleteRecords(db, userId)] : [];
  const inserts = insertStatements(where, way === "add");
  const taking = [...inserts.slice(0, LOCKS_AT), ...kept, ...inserts.slice(LOCKS_AT)];
  const results = await db
    .batch([
      requireStaged(db, stagingRef),
      ...going,
      ...auditLineBy(context, "data-imported", { detail: MODE_LABELS[way] }),
      skipChangeNumber(db, userId),
      ...(way === "replace" ? [deleteChanges(db, userId)] : []),
      ...taking,
    ])
    .catch(rejectEndedLogin(request));
  const counts = results.map(({ meta }) => meta.changes);
  const went = counts.slice(2, 1 + going.length).toReversed();
  const came = counts.slice(-taking.length).toSpliced(LOCKS_AT, kept.length);
  return { came: byKind(came), went: byKind(went) };
}

/** As `changed_rows` of a change that makes them: rows of a file that are not in the diary yet. */
function rowsOfFile(stagingRef: string): SQL {
  return sql`SELECT user_id, kind AS table_name, ref AS unique_ref, NULL AS before FROM import_staging
    WHERE staging_ref = ${stagingRef}`;
}

/** The same of a diary's own entries, of which a replacement leaves none. Cases lie in sessions. */
function entriesOf(userId: number): SQL {
  const all = ["sessions", "cancellations", "leave"].map((name) => {
    return sql`SELECT user_id, ${sql.raw(`'${name}'`)} AS table_name, unique_ref, NULL AS before FROM ${sql.raw(name)}
      WHERE user_id = ${userId}`;
  });
  return sql.join(all, sql` UNION ALL `);
}

/** Statements that delete every record that an exported file can hold, in the order that foreign keys require. */
function deleteRecords(db: Database, userId: number) {
  return RECORD_KINDS.toReversed().map(({ table }) => {
    // Those stay, and refuse the rest where they hold any of it: they are unlocked first, by hand.
    const locks = table === lockedPeriods ? sql`FALSE` : undefined;
    return db.delete(table).where(and(eq(table.user_id, userId), locks));
  });
}

/** @param counts in the order of `RECORD_KINDS`; empty when the import deletes nothing */
function byKind(counts: readonly number[]): Counts {
  return Object.fromEntries(RECORD_KINDS.map(({ name }, at) => [name, counts[at] ?? 0])) as Counts;
}

/**
 * Whether a table's constraint refused a value: one that only a file made by hand has, or that conflicts with a row
 * written meanwhile.
 */
function isRefusedByTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /constraint failed|cannot store/i.test(error.message) || isRefusedByTable(error.cause);
}
