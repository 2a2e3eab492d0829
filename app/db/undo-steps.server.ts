import { and, desc, eq, getTableColumns, getTableName, gt, lte, not, type SQL, sql } from "drizzle-orm";
import { integer, type SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ownKey } from "./columns.server";
import type { Database } from "./database.server";
import { rowAsJson } from "./row-json.server";

/** How long an act can be taken back. */
export const UNDO_HOLDS_MS = 60 * 60 * 1000;

/** Acts that can be taken back: what each deleted, as it was, and what each made. */
export const undoSteps = sqliteTable(
  "undo_steps",
  {
    unique_ref: text().notNull(),
    user_id: integer().notNull(),
    says: text().notNull(),
    deleted: text({ mode: "json" }).$type<Record<string, Record<string, unknown>[]>>().notNull().default({}),
    made: text({ mode: "json" }).$type<Record<string, string[]>>().notNull().default({}),
    created_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  ownKey,
);

/** Rows of one table that an act deletes. */
export interface Going {
  table: SQLiteTable;
  where: SQL;
}

export interface UndoStep {
  ref: string;
  /** The act in words, without any text of the user's. */
  says: string;
  /** In the order in which the rows must come back: what others point at first. */
  deletes?: readonly Going[];
  /** The unique_refs of the rows that it made, by table. */
  makes?: Readonly<Record<string, readonly string[]>>;
}

/** A row of D1 holds 2 MB: an act that deletes more cannot be taken back. */
export const UNDO_MOST_BYTES = 1_900_000;

/**
 * The statement that lets an act be taken back: in its batch, before what it deletes, so that it holds exactly
 * what goes. Rows are JSON by table and column, blobs as hex. It writes nothing, and `meta.changes` is 0, for
 * more than a row can hold: see `undoBytes`.
 */
export function keepForUndo(db: Database, userId: number, step: UndoStep, now: number) {
  const { ref, says, deletes = [], makes = {} } = step;
  const lists = deletes.map((going) => sql`${sql.raw(`'${getTableName(going.table)}'`)}, ${rowsAsJson(going)}`);
  const deleted = sql`json_object(${sql.join(lists, sql`, `)})`;
  const values = sql`${ref}, ${userId}, ${says}, ${deleted}, ${JSON.stringify(makes)}, ${now}, ${now + UNDO_HOLDS_MS}`;
  // What finds nothing to hold is no step.
  const least = Object.values(makes).some((refs) => refs.length > 0) ? 0 : 1;
  return db
    .insert(undoSteps)
    .select(sql`SELECT ${values} WHERE ${undoBytes(deletes)} BETWEEN ${least} AND ${UNDO_MOST_BYTES}`);
}

/** An act that deleted a row and can still be taken back. */
export interface DeletedBy {
  ref: string;
  /** The row as it was, by column. */
  row: Record<string, unknown>;
  /** How many rows went with it, itself included, by table. */
  counts: Record<string, number>;
}

/** For a deletion that is sent again: the act of the user that took a row away; null when none did within the hour. */
export async function stepThatDeleted(
  db: Database,
  userId: number,
  table: SQLiteTable,
  uniqueRef: string,
  now: number,
): Promise<DeletedBy | null> {
  const path = sql.raw(`'$.${getTableName(table)}'`);
  const rows = sql`json_each(${undoSteps.deleted}, ${path})`;
  // What an act holds and made as well is a row that it changed.
  const changed = sql`EXISTS (SELECT 1 FROM json_each(${undoSteps.made}, ${path}) AS made_row WHERE made_row.value = ${uniqueRef})`;
  const counts = sql<string>`(SELECT json_group_object(list.key, json_array_length(list.value)) FROM json_each(${undoSteps.deleted}) AS list)`;
  const [step] = await db
    .select({
      ref: undoSteps.unique_ref,
      row: sql<string>`kept.value`.as("kept_row"),
      counts: counts.as("counts"),
    })
    .from(undoSteps)
    .innerJoin(sql`${rows} AS kept`, sql`kept.value ->> '$.unique_ref' = ${uniqueRef}`)
    .where(and(eq(undoSteps.user_id, userId), gt(undoSteps.expires_at, now), not(changed)))
    .orderBy(desc(undoSteps.created_at))
    .limit(1);
  return step ? { ref: step.ref, row: JSON.parse(step.row), counts: JSON.parse(step.counts) } : null;
}

/** The most bytes that the rows take in an undo step, as an expression: escaped text and hex at most double. */
export function undoBytes(deletes: readonly Going[]): SQL<number> {
  const sizes = deletes.map(({ table, where }) => {
    const columns = Object.values(getTableColumns(table));
    const fixed = columns.reduce((sum, { name }) => sum + name.length + 6, 2);
    const values = columns.map((column) => sql`2 * coalesce(octet_length(${column}), 2)`);
    return sql`(SELECT total(${fixed} + ${sql.join(values, sql` + `)}) FROM ${table} WHERE ${where})`;
  });
  return sql<number>`(${sql.join([sql`0`, ...sizes], sql` + `)})`.mapWith(Number);
}

function rowsAsJson({ table, where }: Going): SQL {
  return sql`(SELECT json_group_array(${rowAsJson(table)}) FROM ${table} WHERE ${where})`;
}

/** For the end of an account. */
export function deleteAllUndoSteps(db: Database, userId: number) {
  return [db.delete(undoSteps).where(eq(undoSteps.user_id, userId))] as const;
}

/** For the cron: what can no longer be taken back is gone for good. */
export async function dropOldUndoSteps(db: Database, now: number): Promise<void> {
  await db.delete(undoSteps).where(lte(undoSteps.expires_at, now));
}
