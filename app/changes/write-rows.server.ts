import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "~/platform/context";
import { chunksOf, hex } from "~/platform/db/json-rows.server";
import { keepChanged, keepDeleted, keepMade, markChanged } from "./keep-rows.server";
import { DIARY_PARTS, type DiaryPart, type PartName, type PartTable, type PartTables, partOf } from "./parts.server";
import { openChangeNumber } from "./table.server";

type Own = "user_id" | "version" | "created_at" | "updated_at";

/**
 * A row as its folder gives it, without user, version and instants, which the writer sets. When a list has only one
 * row, its values may be SQL.
 */
export type PartRow<Name extends PartName> = Valued<Omit<PartTables[Name]["$inferInsert"], Own>>;

type Valued<Row> = { [Key in keyof Row]: Row[Key] | SQL };

type RowsByPart = { [Name in PartName]?: readonly PartRow<Name>[] };
type ColumnsByPart = { [Name in PartName]?: readonly (Partial<PartRow<Name>> & { unique_ref: string })[] };

type Sets = {
  [Name in PartName]: { part: Name; refs: readonly string[]; values: Partial<PartRow<Name>> };
}[PartName];

export interface RowsOfPart {
  part: PartName;
  refs: readonly string[];
}

/** Rows to insert, update and delete. */
export interface RowChanges {
  inserts?: RowsByPart;
  /** New values of rows that were seen. All rows of a part set the same columns; other columns keep their values. */
  updates?: ColumnsByPart;
  /** The same new values for many rows that were seen. */
  sets?: readonly Sets[];
  /**
   * Rows whose form shows something that changes here: only their version is raised, so that a form that is open finds
   * out when it is saved.
   */
  touches?: readonly RowsOfPart[];
  /** Rows that were seen; all rows that belong to them are deleted too. */
  deletes?: readonly RowsOfPart[];
}

export type Writer = Pick<Actor, "db" | "userId" | "now">;

type Values = Record<string, unknown>;

/**
 * Statements that write the rows. As the foreign keys require, owners are inserted first and deleted last. Deletions
 * come before all else, to free unique values.
 */
export function rowStatements(by: Writer, { inserts, updates, sets = [], touches = [], deletes = [] }: RowChanges) {
  const { userId } = by;
  const statements: BatchItem<"sqlite">[] = [];
  for (const { name, table } of DIARY_PARTS.toReversed()) {
    for (const { refs } of deletes.filter(({ part }) => part === name)) {
      statements.push(...deleteWhere(by, name, isAmong(table, userId, refs)));
    }
  }
  for (const each of DIARY_PARTS) {
    const { name, table } = each;
    statements.push(...insertsInto(by, each, inserts?.[name] ?? []));
    const changed = updatesOf(by, each, updates?.[name] ?? []);
    for (const { part, refs, values } of sets) {
      if (part === name) changed.push(...changeOf(by, name, values, isAmong(table, userId, refs)));
    }
    if (changed.length > 0) statements.push(...changed, markChanged(by, name));
    for (const { part, refs } of touches) {
      if (part === name) statements.push(...changeOf(by, name, {}, isAmong(table, userId, refs)));
    }
  }
  return statements;
}

/** Statements: delete rows of the diary by a condition, which names their user, and keep them for undo. */
export function deleteWhere(by: Writer, name: PartName, where: SQL) {
  return [...keepDeleted(by, name, where), by.db.delete(partOf(name).table).where(where)];
}

/** Statements: give rows of the diary other values by a condition, which names their user, and keep what they were. */
export function changeWhere(by: Writer, name: PartName, values: Values, where: SQL) {
  return [...changeOf(by, name, values, where), markChanged(by, name)];
}

function changeOf(by: Writer, name: PartName, values: Values, where: SQL): BatchItem<"sqlite">[] {
  const { table } = partOf(name);
  return [keepChanged(by, name, sql`FROM ${table} WHERE ${where}`), setIn(by, table, values).where(where)];
}

export function setIn({ db, userId, now }: Writer, table: PartTable, values: Values) {
  return db.update(table).set({ ...values, updated_at: now, version: openChangeNumber(userId) } as object);
}

function insertsInto(by: Writer, { name, table }: DiaryPart, rows: readonly object[]) {
  const { db, userId, now } = by;
  const own = { user_id: userId, version: openChangeNumber(userId), created_at: now, updated_at: now };
  if (rows.length === 0) return [];
  const refs = (rows as { unique_ref: string }[]).map(({ unique_ref }) => unique_ref);
  const kept = keepMade(by, name, isAmong(table, userId, refs));
  if (rows.length === 1) return [db.insert(table).values({ ...rows[0], ...own } as never), kept];
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[];
  const typed = columns.filter(({ name }) => !(name in own));
  const values = columns.map(({ name }) =>
    name in own ? sql`${own[name as keyof typeof own]}` : readValue(typed, name),
  );
  const made = listsOf(typed, rows).map((json) =>
    db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${json}) AS each WHERE TRUE`),
  );
  return [...made, kept];
}

function updatesOf(by: Writer, { name, table }: DiaryPart, rows: readonly object[]): BatchItem<"sqlite">[] {
  const [first] = rows as Values[];
  if (!first) return [];
  if (rows.length === 1) {
    const { unique_ref, ...values } = first;
    return changeOf(by, name, values, isAmong(table, by.userId, [unique_ref as string]));
  }
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[];
  const typed = columns.filter(({ name }) => name in first);
  const { unique_ref, ...values } = Object.fromEntries(typed.map(({ name }) => [name, readValue(typed, name)]));
  const refs = (rows as { unique_ref: string }[]).map(({ unique_ref }) => unique_ref);
  const kept = keepChanged(by, name, sql`FROM ${table} WHERE ${isAmong(table, by.userId, refs)}`);
  const changed = listsOf(typed, rows).map((json) =>
    setIn(by, table, values)
      .from(sql`json_each(${json}) AS each`)
      .where(and(eq(table.user_id, by.userId), sql`${table.unique_ref} = ${unique_ref}`)),
  );
  return [kept, ...changed];
}

/** JSON arrays of rows, one bound text for a thousand rows: D1 binds at most 100 values a statement. */
function listsOf(typed: readonly SQLiteColumn[], rows: readonly object[]): string[] {
  const lists = rows.map((row) =>
    JSON.stringify(typed.map((column) => driverValue(column, (row as Values)[column.name]))),
  );
  return chunksOf(lists).map((chunk) => `[${chunk.join()}]`);
}

/** Expression: a column's value from a list of `listsOf`, which the statement names `each`. */
function readValue(typed: readonly SQLiteColumn[], name: string): SQL {
  const at = typed.findIndex((column) => column.name === name);
  const value = sql.raw(`each.value ->> '$[${at}]'`);
  return typed[at]?.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}

function driverValue(column: SQLiteColumn, given: unknown): unknown {
  const value = given ?? (column.notNull ? column.default : null) ?? null;
  if (value === null) return null;
  const mapped = column.mapToDriverValue(value);
  return mapped instanceof Uint8Array ? hex(mapped) : mapped;
}

/** Condition: rows of one part by their references, in any number, since the list is one bound text. */
export function isAmong(table: PartTable, userId: number, refs: readonly string[]): SQL {
  const [only, ...more] = refs;
  const named =
    only !== undefined && more.length === 0
      ? sql`= ${only}`
      : sql`IN (SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
  return sql`${table.user_id} = ${userId} AND ${table.unique_ref} ${named}`;
}
