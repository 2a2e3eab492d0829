import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { isVersionOfPart, skippedChangeNumber } from "~/changes/unrecorded-writes.server";
import { type Field, type KindName, keyOf, type RecordKind } from "~/data/export/fields.server";
import { kindOf, RECORD_KINDS } from "~/data/export/kinds.server";
import { stagedOptions } from "~/data/export/records.server";
import { cases } from "~/diary/cases/table.server";
import { payers } from "~/diary/fees/table.server";
import type { Actor } from "~/platform/context";
import { DAY_MS } from "~/platform/time/durations";
import { LISTED_AGAIN, namedAlone, stagedPayer } from "./named-payers.server";
import { BackupFileError } from "./read-file.server";
import { importStaging } from "./table.server";

interface Where extends Pick<Actor, "db" | "userId"> {
  stagingRef: string;
}

/** Condition: the staged rows of one kind of record. */
export function staged(stagingRef: string, kind: KindName): SQL {
  return sql`${importStaging.staging_ref} = ${stagingRef} AND ${importStaging.kind} = ${kind}`;
}

/** Expression: a column of a staged row, from its JSON. */
export function stagedColumn(column: string): SQL {
  return sql`${importStaging.row} ->> ${sql.raw(`'$.${column}'`)}`;
}

/**
 * For the way `add`: drops staged records that exist already, with their parts. A staged record that was created again
 * under another reference (an option of the same name) is dropped too, with its parts, and staged references to it are
 * changed to the existing record.
 */
export async function excludeExisting(where: Where): Promise<void> {
  await adoptExistingReferences(where);
  const { db, userId, stagingRef } = where;
  const parts = RECORD_KINDS.flatMap(({ name, partOf, fields }) => {
    const whole = partOf === undefined ? undefined : fields[partOf]?.refs?.kinds[0];
    if (partOf === undefined || whole === undefined) return [];
    return [
      db
        .delete(importStaging)
        .where(sql`${staged(stagingRef, name)} AND ${isThere(whole, stagedColumn(partOf), userId)}`),
    ];
  });
  const known = RECORD_KINDS.filter((kind) => keyOf(kind).length === 1).map(({ name }) => {
    return db
      .delete(importStaging)
      .where(sql`${staged(stagingRef, name)} AND ${isThere(name, sql`${importStaging.ref}`, userId)}`);
  });
  await db.batch(nonEmptyBatch([...parts, ...known]));
}

function isThere(kind: KindName, ref: SQL, userId: number): SQL {
  const { table, only = sql`TRUE` } = kindOf(kind);
  return sql`EXISTS (SELECT 1 FROM ${table} AS there WHERE there.unique_ref = ${ref} AND there.user_id = ${userId} AND ${only})`;
}

/** Kinds that other records refer to, and whose records are the same if their `sameBy` columns are equal. */
const MATCHED_BY_NAME = RECORD_KINDS.filter(({ name, sameBy }) => {
  return sameBy !== undefined && pointers([name]).length > 0;
});

function pointers(kinds: readonly KindName[]): { kind: RecordKind; column: string; field: Field }[] {
  return RECORD_KINDS.flatMap((kind) =>
    Object.entries(kind.fields)
      // A field that refers to several kinds is a text that mentions them in passing.
      .filter(([, { refs }]) => refs?.kinds.length === 1 && refs.kinds.some((each) => kinds.includes(each)))
      .map(([column, field]) => ({ kind, column, field })),
  );
}

async function adoptExistingReferences({ db, userId, stagingRef }: Where): Promise<void> {
  for (const kind of MATCHED_BY_NAME) {
    const same = (kind.sameBy ?? []).map((column) => {
      return sql`there.${sql.raw(column)} = ${stagedColumn(column)} COLLATE NOCASE`;
    });
    const pairs = await db
      .select({ from: importStaging.ref, to: sql<string>`there.unique_ref`.as("there_ref") })
      .from(importStaging)
      .innerJoin(
        sql`${kind.table} AS there`,
        sql`there.user_id = ${userId} AND ${sql.join(same, sql` AND `)} AND there.unique_ref <> ${importStaging.ref}`,
      )
      .where(staged(stagingRef, kind.name));
    if (pairs.length === 0) continue;
    const theirs = JSON.stringify(Object.fromEntries(pairs.map(({ from, to }) => [from, to])));
    const isOne = (value: SQL) => sql`${value} IN (SELECT key FROM json_each(${theirs}))`;
    const others = pointers([kind.name]).map(({ kind: pointing, column }) => {
      const all = sql`${staged(stagingRef, pointing.name)} AND ${isOne(stagedColumn(column))}`;
      // Parts of the staged record are not added to those of the existing one.
      if (pointing.partOf === column) return db.delete(importStaging).where(all);
      const to = sql`(SELECT value FROM json_each(${theirs}) WHERE key = ${stagedColumn(column)})`;
      const row = sql`json_set(${importStaging.row}, ${sql.raw(`'$.${column}'`)}, ${to})`;
      return db.update(importStaging).set({ row }).where(all);
    });
    const gone = db
      .delete(importStaging)
      .where(sql`${staged(stagingRef, kind.name)} AND ${isOne(sql`${importStaging.ref}`)}`);
    await db.batch(nonEmptyBatch([...others, gone]));
  }
}

/**
 * Refuses staged records that do not fit together.
 * @param alone whether the file replaces the diary: its records may then refer to each other only
 * @throws BackupFileError for a record that refers to a missing one, for a case whose times are too far from its session, and for
 *   a case with more options than its row could hold
 */
export async function refuseInconsistent(where: Where, alone: boolean): Promise<void> {
  const { db } = where;
  const [[far], [many], ...dangling] = await db.batch([
    findMisdatedCase(where),
    findOverfullCase(where),
    ...danglingRecords(where, alone),
  ]);
  for (const [missing] of dangling) {
    if (missing)
      throw new BackupFileError(
        `Line ${missing.line}, of ${missing.kind}: its ${missing.column} names no record of this file`,
      );
  }
  if (far) throw new BackupFileError(`Line ${far.line}, of cases: its times are more than ten years from its session`);
  if (many)
    throw new BackupFileError(`Line ${many.line}, of case_options: its case has more of them than a case can have`);
}

/**
 * Ten years: a session that was entered under a wrong year, and then moved, leaves the times of its cases as they were.
 */
const MAX_APART_MS = 3653 * DAY_MS;

function findMisdatedCase({ db, userId, stagingRef }: Where) {
  const start = sql`coalesce((SELECT session.row ->> '$.start_at' FROM import_staging AS session
      WHERE session.staging_ref = ${stagingRef} AND session.kind = 'sessions' AND session.ref = ${stagedColumn("session_ref")}),
    (SELECT there.start_at FROM sessions AS there WHERE there.unique_ref = ${stagedColumn("session_ref")} AND there.user_id = ${userId}))`;
  const isFar = (column: string) => sql`abs(${stagedColumn(column)} - ${start}) > ${MAX_APART_MS}`;
  return db
    .select({ line: importStaging.line })
    .from(importStaging)
    .where(sql`${staged(stagingRef, "cases")} AND (${isFar("start_at")} OR ${isFar("end_at")})`)
    .limit(1);
}

/** Most options of a case. Both Standard lists, and the most options that a user can add, are some 600. */
export const MAX_OPTIONS = 1000;

function findOverfullCase({ db, stagingRef }: Where) {
  return db
    .select({ line: sql<number>`max(${importStaging.line})`.mapWith(Number).as("last_line") })
    .from(importStaging)
    .where(staged(stagingRef, "case_options"))
    .groupBy(stagedColumn("case_ref"))
    .having(sql`count(*) > ${MAX_OPTIONS}`)
    .limit(1);
}

function danglingRecords({ db, userId, stagingRef }: Where, alone: boolean) {
  const musts = pointers(RECORD_KINDS.map(({ name }) => name)).filter(({ field }) => field.refs?.must);
  return musts.map(({ kind, column, field }) => {
    const [to] = field.refs?.kinds ?? [];
    if (!to) throw new Error(`${kind.name}.${column} points nowhere`);
    const among = sql`EXISTS (SELECT 1 FROM import_staging AS other
      WHERE other.staging_ref = ${stagingRef} AND other.kind = ${to} AND other.ref = ${stagedColumn(column)})`;
    const there = alone ? sql`FALSE` : isThere(to, stagedColumn(column), userId);
    return (
      db
        .select({
          line: importStaging.line,
          kind: importStaging.kind,
          column: sql<string>`${column}`.as("column_name"),
        })
        .from(importStaging)
        // A reference has 22 characters. Options of the Standard lists are numbers, and always exist.
        .where(
          sql`${staged(stagingRef, kind.name)} AND length(${stagedColumn(column)}) = 22 AND NOT ${among} AND NOT ${there}`,
        )
        .limit(1)
    );
  });
}

/**
 * Statements that insert the staged rows into their tables.
 * @param lenient whether a staged row that conflicts with an existing one is skipped, and does not fail the batch
 */
export function insertStatements({ db, userId, stagingRef }: Where, lenient: boolean) {
  return RECORD_KINDS.map(({ name, table, itemsOf }) => {
    // Items of a column are inserted with its rows: here they are only counted.
    if (itemsOf) {
      const records = sql<number>`count(*)`.mapWith(Number).as("records");
      return db.select({ records }).from(importStaging).where(staged(stagingRef, name));
    }
    const again = name === "payers" ? LISTED_AGAIN : sql` ON CONFLICT DO NOTHING`;
    // Those of the diary stay when the rest is replaced: the file may have the same.
    const isLenient = lenient || name === "locked_periods";
    return db
      .insert(table)
      .select(sql`${stagedRows(table, userId, staged(stagingRef, name))}${isLenient ? again : sql``}`);
  });
}

/** Statement that inserts the payers that staged records name. It must precede the statements of those records. */
export function insertPayers({ db, userId, stagingRef }: Where) {
  const rows = stagedRows(payers, userId, namedAlone(stagingRef));
  return db.insert(payers).select(sql`${rows} ON CONFLICT DO NOTHING`);
}

function stagedRows(table: RecordKind["table"], userId: number, which: SQL): SQL {
  return sql`SELECT ${sql.join(valuesOf(table, userId), sql`, `)} FROM ${importStaging} WHERE ${which}`;
}

function valuesOf(table: RecordKind["table"], userId: number): SQL[] {
  return Object.values(getTableColumns(table)).map((column) => {
    if (column === cases.options) return stagedOptions;
    if (column.name === "payer_ref") return stagedPayer(userId);
    if (isVersionOfPart(column)) return skippedChangeNumber(userId);
    const value = stagedColumn(column.name);
    return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
  });
}

export function nonEmptyBatch<Statement extends BatchItem<"sqlite">>(statements: readonly Statement[]) {
  const [first, ...others] = statements;
  if (!first) throw new Error("A batch has at least one statement");
  return [first, ...others] as const;
}
