import { Buffer } from "node:buffer";
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/database.server";
import { chunksOf, hex } from "~/db/insert-rows.server";
import { DIARY_PARTS, type DiaryTable, type PartName } from "./aggregate";
import { type cases, diaries, type sessions } from "./tables.server";

type Row<Table extends DiaryTable> = Omit<Table["$inferInsert"], "user_id" | "version" | "created_at" | "updated_at">;

interface RowsByPart {
  sessions?: readonly Row<typeof sessions>[];
  cases?: readonly Row<typeof cases>[];
}

/** What is to become of rows. */
export interface RowChanges {
  now: number;
  inserts?: RowsByPart;
  /** Whole new contents of rows that were seen. */
  updates?: RowsByPart;
  /** The same new values for many rows that were seen. */
  sets?: readonly {
    part: PartName;
    refs: readonly string[];
    values: Partial<Row<typeof cases> & Row<typeof sessions>>;
  }[];
  /** Rows, with all that hangs on them. */
  deletes?: readonly { part: PartName; refs: readonly string[] }[];
}

/** The number that the rows of the open change get as their version. */
export function openNumber(userId: number): SQL<number> {
  return sql<number>`(SELECT ${diaries.open_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}

/** Owners come first and go last, as the foreign keys ask. */
export function rowStatements(
  db: Database,
  userId: number,
  { inserts, updates, sets = [], deletes = [], now }: RowChanges,
) {
  const statements: BatchItem<"sqlite">[] = [];
  for (const { name, table } of DIARY_PARTS) {
    statements.push(...rowsInto(db, table, userId, inserts?.[name] ?? [], now, false));
    statements.push(...rowsInto(db, table, userId, updates?.[name] ?? [], now, true));
    for (const { refs, values } of sets.filter(({ part }) => part === name)) {
      const changed = { ...values, updated_at: now, version: openNumber(userId) };
      statements.push(
        db
          .update(table)
          .set(changed)
          .where(among(table, userId, refs)),
      );
    }
  }
  for (const { name, table } of DIARY_PARTS.toReversed()) {
    for (const { refs } of deletes.filter(({ part }) => part === name)) {
      statements.push(db.delete(table).where(among(table, userId, refs)));
    }
  }
  return statements;
}

/** One bound text for a thousand rows: D1 binds at most 100 values a statement. */
function rowsInto(
  db: Database,
  table: DiaryTable,
  userId: number,
  rows: readonly object[],
  now: number,
  there: boolean,
) {
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[];
  const own: Record<string, SQL> = {
    user_id: sql`${userId}`,
    version: openNumber(userId),
    created_at: sql`${now}`,
    updated_at: sql`${now}`,
  };
  const typed = columns.filter(({ name }) => !own[name]);
  const values = columns.map(({ name }) => own[name] ?? read(typed, name));
  const changed = columns.filter(({ name }) => !["user_id", "ref", "created_at"].includes(name));
  const lists = rows.map((row) =>
    JSON.stringify(typed.map((column) => driverValue(column, (row as Record<string, unknown>)[column.name]))),
  );
  return chunksOf(lists).map((chunk) => {
    const insert = db
      .insert(table)
      .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${`[${chunk.join()}]`}) WHERE TRUE`);
    if (!there) return insert;
    const set = Object.fromEntries(changed.map(({ name }) => [name, sql.raw(`excluded.${name}`)]));
    return insert.onConflictDoUpdate({ target: [table.user_id, table.ref], set });
  });
}

function read(typed: SQLiteColumn[], name: string): SQL {
  const at = typed.findIndex((column) => column.name === name);
  const value = sql.raw(`value ->> '$[${at}]'`);
  return typed[at]?.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}

function driverValue(column: SQLiteColumn, given: unknown): unknown {
  const value = given ?? column.default ?? null;
  if (value === null) return null;
  const mapped = column.mapToDriverValue(value);
  return mapped instanceof Uint8Array ? hex(mapped) : mapped;
}

/** Rows of one part, whatever their number: the list is one bound text. */
export function among(table: DiaryTable, userId: number, refs: readonly string[]) {
  return and(
    eq(table.user_id, userId),
    sql`${table.ref} IN (SELECT unhex(value) FROM json_each(${JSON.stringify(refs.map(hexOf))}))`,
  );
}

export function hexOf(ref: string): string {
  return Buffer.from(ref, "base64url").toString("hex");
}
