import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Field } from "~/data/records/fields.server";
import { kindOf, RECORD_KINDS, type RecordKind } from "~/data/records/kinds.server";
import { BackupFileError } from "~/data/records/lines.server";
import { CHOSEN, chosenIn, optionsOf } from "~/diary/cases/table.server";
import type { Database } from "~/platform/db/database.server";
import { DAY_MS } from "~/platform/time/durations";
import { insertStaged, type StagedOwner, staged, stagedColumn } from "./stage.server";
import { importStaging } from "./table.server";

type KindName = RecordKind["name"];

export interface Where extends StagedOwner {
  db: Database;
  userId: number;
  stagingRef: string;
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
    const whole = partOf === undefined ? undefined : fields[partOf]?.refs?.kind;
    if (partOf === undefined || whole === undefined) return [];
    return [
      db
        .delete(importStaging)
        .where(sql`${staged(stagingRef, name)} AND ${isThere(whole, stagedColumn(partOf), userId)}`),
    ];
  });
  const known = RECORD_KINDS.filter((kind) => kind !== PAYERS).map(({ name }) => {
    return db
      .delete(importStaging)
      .where(sql`${staged(stagingRef, name)} AND ${isThere(name, sql`${importStaging.ref}`, userId)}`);
  });
  await db.batch(nonEmptyBatch([...parts, ...known]));
}

function isThere(kind: KindName, ref: SQL, userId: number): SQL {
  const { table } = kindOf(kind);
  return sql`EXISTS (SELECT 1 FROM ${table} AS there WHERE there.unique_ref = ${ref} AND there.user_id = ${userId})`;
}

/** Those that are there stay staged: one that the file has on the list comes on the list where it was only typed. */
const PAYERS = kindOf("payers");
const LISTED_AGAIN = sql` ON CONFLICT DO UPDATE SET kind = excluded.kind, active = excluded.active,
  updated_at = excluded.updated_at, version = excluded.version WHERE payers.kind IS NULL AND excluded.kind IS NOT NULL`;

interface Pointer {
  kind: RecordKind;
  column: string;
  refs: NonNullable<Field["refs"]>;
}

const POINTERS: readonly Pointer[] = RECORD_KINDS.flatMap((kind) =>
  Object.entries(kind.fields).flatMap(([column, { refs }]) => (refs ? [{ kind, column, refs }] : [])),
);

function pointersTo(name: KindName): Pointer[] {
  return POINTERS.filter(({ refs }) => refs.kind === name);
}

/** Kinds that other records refer to, and whose records are the same if their `sameBy` columns are equal. */
const MATCHED_BY_NAME = RECORD_KINDS.filter(({ name, sameBy }) => {
  return sameBy !== undefined && pointersTo(name).length > 0;
});

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
    const there = (value: SQL) => sql`(SELECT value FROM json_each(${theirs}) WHERE key = ${value})`;
    const others = pointersTo(kind.name).map(({ kind: pointing, column, refs }) => {
      const value = stagedColumn(column);
      const names = refs.isList
        ? sql`EXISTS (SELECT 1 FROM ${chosenIn(value)} WHERE ${isOne(CHOSEN.id)})`
        : isOne(value);
      const all = sql`${staged(stagingRef, pointing.name)} AND ${names}`;
      // Parts of the staged record are not added to those of the existing one.
      if (pointing.partOf === column) return db.delete(importStaging).where(all);
      const list = sql`SELECT coalesce(${there(CHOSEN.id)}, ${CHOSEN.id}) AS id, ${CHOSEN.flags} AS flags FROM ${chosenIn(value)}`;
      const renamed = refs.isList ? optionsOf(list) : there(value);
      const row = sql`json_set(${importStaging.row}, ${sql.raw(`'$.${column}'`)}, ${renamed})`;
      return db.update(importStaging).set({ row }).where(all);
    });
    const gone = db
      .delete(importStaging)
      .where(sql`${staged(stagingRef, kind.name)} AND ${isOne(sql`${importStaging.ref}`)}`);
    await db.batch(nonEmptyBatch(kind === PAYERS ? others : [...others, gone]));
  }
}

/** Drops staged payers that are on no list, and that no staged record names. */
export async function excludeUnnamedPayers({ db, stagingRef }: Where): Promise<void> {
  const ofPayers = ["fees", "rates"].map((kind) => {
    return sql`SELECT ${stagedColumn("payer_ref")} FROM ${importStaging} WHERE ${staged(stagingRef, kind)}
      AND ${stagedColumn("payer_ref")} IS NOT NULL`;
  });
  const isNamed = sql`${importStaging.ref} IN (${sql.join(ofPayers, sql` UNION `)})`;
  await db
    .delete(importStaging)
    .where(sql`${staged(stagingRef, "payers")} AND ${stagedColumn("kind")} IS NULL AND NOT ${isNamed}`);
}

/**
 * Refuses staged records that do not fit together.
 * @param alone whether the file replaces the diary: its records may then refer to each other only
 * @throws BackupFileError for a record that refers to a missing one, and for a case whose times are too far from its
 *   session
 */
export async function refuseInconsistent(where: Where, alone: boolean): Promise<void> {
  const { db } = where;
  const [[far], ...dangling] = await db.batch([findMisdatedCase(where), ...danglingRecords(where, alone)]);
  for (const [missing] of dangling) {
    if (missing)
      throw new BackupFileError(
        `Line ${missing.line}, of ${missing.kind}: its ${missing.column} names no record of this file`,
      );
  }
  if (far) throw new BackupFileError(`Line ${far.line}, of cases: its times are more than ten years from its session`);
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

function danglingRecords({ db, userId, stagingRef }: Where, alone: boolean) {
  return POINTERS.filter(({ refs }) => refs.must).map(({ kind, column, refs }) => {
    const ref = stagedColumn(column);
    const among = sql`EXISTS (SELECT 1 FROM import_staging AS other
      WHERE other.staging_ref = ${stagingRef} AND other.kind = ${refs.kind} AND other.ref = ${ref})`;
    const there = alone ? sql`FALSE` : isThere(refs.kind, ref, userId);
    return db
      .select({
        line: importStaging.line,
        kind: importStaging.kind,
        column: sql<string>`${column}`.as("column_name"),
      })
      .from(importStaging)
      .where(sql`${staged(stagingRef, kind.name)} AND ${ref} IS NOT NULL AND NOT ${among} AND NOT ${there}`)
      .limit(1);
  });
}

/**
 * Statements that insert the staged rows into their tables.
 * @param lenient whether a staged row that conflicts with an existing one is skipped, and does not fail the batch
 */
export function insertStatements({ db, stagingRef, ...owner }: Where, lenient: boolean) {
  return RECORD_KINDS.map((kind) => {
    // Those of the diary stay when the rest is replaced: the file may have the same.
    if (!lenient && kind.name !== "locked_periods") return insertStaged(db, stagingRef, kind, owner);
    return insertStaged(db, stagingRef, kind, owner, kind === PAYERS ? LISTED_AGAIN : sql` ON CONFLICT DO NOTHING`);
  });
}

export function nonEmptyBatch<Statement extends BatchItem<"sqlite">>(statements: readonly Statement[]) {
  const [first, ...others] = statements;
  if (!first) throw new Error("A batch has at least one statement");
  return [first, ...others] as const;
}
