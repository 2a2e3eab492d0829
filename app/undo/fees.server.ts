import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import type { Database } from "~/db/database.server";
import { keptValue } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { sessions } from "~/sessions/table.server";
import { isPutBack } from "./put-back-changes.server";

/**
 * Whether a step changed the fees that it holds: it names them as made too, and made or changed no session. Where
 * sessions were changed their fees come back with them.
 */
export const changesFees = sql`(coalesce(json_array_length(${undoSteps.deleted}, '$.claims'), 0) > 0
  AND coalesce(json_array_length(${undoSteps.made}, '$.claims'), 0) > 0
  AND coalesce(json_array_length(${undoSteps.made}, '$.sessions'), 0) = 0)`;

/** The fees that a step changed and nobody has changed since. @param step finds the step. */
export function feesAsLeft(step: SQL | undefined): SQL {
  return sql`(SELECT left_row.unique_ref FROM ${undoSteps}, json_each(${undoSteps.deleted}, '$.claims') AS was
    JOIN ${claims} AS left_row ON left_row.unique_ref = was.value ->> '$.unique_ref'
    WHERE ${step} AND ${changesFees} AND left_row.user_id = ${undoSteps.user_id}
      AND (left_row.version = (was.value ->> '$.version') + 1 OR ${isPutBack(sql.raw("left_row"))}))`;
}

/** How many of the fees that a step changed are there. */
export function changedFeesThere(db: Database, userId: number, step: SQL | undefined) {
  return db
    .select({ fees: sql<number>`count(*)`.mapWith(Number).as("fees") })
    .from(undoSteps)
    .innerJoin(sql`json_each(${undoSteps.deleted}, '$.claims') AS was`, sql`TRUE`)
    .innerJoin(claims, sql`${claims.user_id} = ${userId} AND ${claims.unique_ref} = was.value ->> '$.unique_ref'`)
    .where(and(step, changesFees, eq(claims.user_id, userId)));
}

/**
 * Moves on the version of each session and case whose fee goes back while it stays itself: its form holds the fee
 * too, and one that was opened meanwhile is told. Before the fees change.
 */
export function moveOwnersOn(db: Database, userId: number, step: SQL | undefined, now: number) {
  const moved = (table: typeof sessions | typeof cases, column: SQL, path: SQL) => {
    const owner = sql`was.value ->> ${column}`;
    const held = sql`(SELECT held.value ->> '$.unique_ref' FROM ${undoSteps}, json_each(${undoSteps.deleted}, ${path}) AS held WHERE ${step})`;
    const owners = sql`(SELECT ${owner} FROM ${undoSteps}, json_each(${undoSteps.deleted}, '$.claims') AS was
      WHERE ${step} AND ${owner} NOT IN ${held}
        AND (NOT ${changesFees} OR was.value ->> '$.unique_ref' IN ${feesAsLeft(step)}))`;
    return db
      .update(table)
      .set({ version: sql`${table.version} + 1`, updated_at: now })
      .where(sql`${table.user_id} = ${userId} AND ${table.unique_ref} IN ${owners}`);
  };
  return [
    moved(sessions, sql`'$.session_ref'`, sql`'$.sessions'`),
    moved(cases, sql`'$.case_ref'`, sql`'$.cases'`),
  ] as const;
}

/** Gives changed fees back what they held, but for the version, which goes on. */
export function putFeesBack(db: Database, userId: number, step: SQL | undefined, now: number) {
  const own = { version: sql`${claims.version} + 1`, updated_at: sql`${now}` };
  const columns = Object.entries(getTableColumns(claims)).filter(([name]) => name !== "unique_ref");
  return db
    .update(claims)
    .set(Object.fromEntries(columns.map(([name, column]) => [name, keptValue(column, own)])))
    .from(sql`${undoSteps}, json_each(${undoSteps.deleted}, '$.claims') AS kept`)
    .where(
      and(
        step,
        eq(claims.user_id, userId),
        sql`${claims.unique_ref} = kept.value ->> '$.unique_ref'`,
        sql`${claims.unique_ref} IN ${feesAsLeft(step)}`,
      ),
    );
}

/** Takes away the fees that stand alone and that a step made, where nobody has changed them since. */
export function takeFeesAway(db: Database, userId: number, step: SQL | undefined) {
  return db
    .delete(claims)
    .where(
      and(
        eq(claims.user_id, userId),
        sql`${claims.work_date} IS NOT NULL`,
        sql`${claims.unique_ref} IN ${madeAlone(step)}`,
        sql`(${claims.version} = 1 OR EXISTS (SELECT 1 FROM ${undoSteps} WHERE ${step} AND ${isPutBack(sql`${claims}`)}))`,
      ),
    )
    .returning({ unique_ref: claims.unique_ref });
}

/** How many fees that a step made, and that stand alone, are still there. */
export function madeFeesThere(db: Database, userId: number, step: SQL | undefined) {
  return db
    .select({ fees: sql<number>`count(*)`.mapWith(Number).as("fees") })
    .from(claims)
    .where(and(eq(claims.user_id, userId), sql`${claims.unique_ref} IN ${madeAlone(step)}`));
}

function madeAlone(step: SQL | undefined): SQL {
  return sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, '$.claims') AS made_row
    WHERE ${step} AND NOT ${changesFees} AND coalesce(json_array_length(${undoSteps.made}, '$.sessions'), 0) = 0)`;
}
