import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { isRefused } from "./columns.server";
import type { Database } from "./database.server";
import { UNDO_HOLDS_MS, undoSteps } from "./undo-steps.server";

/** An act that makes rows, of which some may be there already when its batch runs. */
export interface Making {
  ref: string;
  table: SQLiteTable & { user_id: SQLiteColumn; unique_ref: SQLiteColumn };
  /** The rows that it inserts, but for those that a condition keeps out. */
  refs: readonly string[];
  /** The act in words, without any text of the user's; gets how many rows it made. */
  says(made: SQL): SQL;
}

/**
 * The statement that lets a making be taken back: last in its batch, so that it holds what was really made. Where
 * nothing was, the whole batch fails, and `madeNothing` knows the error.
 */
export function keepMade(db: Database, userId: number, { ref, table, refs, says }: Making, now: number) {
  const name = sql.raw(`'${getTableName(table)}'`);
  const made = sql`(SELECT count(*) AS n, json_group_array(value) AS refs FROM json_each(${JSON.stringify(refs)})
    WHERE EXISTS (SELECT 1 FROM ${table} WHERE ${table.user_id} = ${userId} AND ${table.unique_ref} = value))`;
  const holds = sql`CASE WHEN n > 0 THEN json_object(${name}, json(refs)) END`;
  return db
    .insert(undoSteps)
    .select(
      sql`SELECT ${ref}, ${userId}, ${says(sql`n`)}, '{}', ${holds}, ${now}, ${now + UNDO_HOLDS_MS} FROM ${made}`,
    );
}

/** True when a batch failed because all that it would have made was there. */
export function madeNothing(error: unknown): boolean {
  return isRefused(error, "undo_steps.made");
}

/** `1 session`, `3 sessions`, of a number in a statement. */
export function countedSessions(n: SQL): SQL {
  return sql`CASE ${n} WHEN 1 THEN '1 session' ELSE ${n} || ' sessions' END`;
}

/** How many rows of a table a step has made that nobody has taken back; 0 when there is no such step. */
export async function madeByStep(db: Database, userId: number, ref: string, table: SQLiteTable): Promise<number> {
  const made = sql`json_array_length(${undoSteps.made}, ${sql.raw(`'$.${getTableName(table)}'`)})`;
  const [step] = await db
    .select({ made: sql<number>`coalesce(${made}, 0)`.mapWith(Number) })
    .from(undoSteps)
    .where(and(eq(undoSteps.user_id, userId), eq(undoSteps.unique_ref, ref)));
  return step?.made ?? 0;
}
