import { and, eq, getTableColumns, getTableName, gt, ne, type SQL, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import type { Database } from "~/db/database.server";
import { keptValue } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { sessions } from "~/sessions/table.server";

/** The sessions that a step both holds as they were and names as made: it changed them. @param step finds the step. */
export function changedBy(step: SQL | undefined): SQL {
  return sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, '$.sessions') AS made_row
    WHERE ${step} AND json_array_length(${undoSteps.deleted}, '$.sessions') > 0)`;
}

/**
 * Of those, the ones that stand as the act left them: nobody has saved them since, and no case was logged or changed
 * in them. Their fees are guarded by their versions.
 */
export function asTheActLeft(step: SQL | undefined): SQL {
  return sql`(SELECT left_row.unique_ref FROM ${undoSteps}, json_each(${undoSteps.deleted}, '$.sessions') AS was
    JOIN ${sessions} AS left_row ON left_row.unique_ref = was.value ->> '$.unique_ref'
    WHERE ${step} AND json_array_length(${undoSteps.made}, '$.sessions') > 0
      AND left_row.user_id = ${undoSteps.user_id}
      AND ((left_row.version = (was.value ->> '$.version') + 1 AND left_row.updated_at = ${undoSteps.created_at})
        OR ${isPutBack(sql.raw("left_row"))})
      AND NOT EXISTS (SELECT 1 FROM ${cases} WHERE ${cases.user_id} = left_row.user_id AND ${cases.session_ref} = left_row.unique_ref
        AND ${cases.updated_at} > ${undoSteps.created_at}))`;
}

/**
 * Whether a row stands as a later act left it that was taken back itself, so that it is again what the step made
 * or changed: see `rememberPutBack`. @param row the table of the row, beside `undo_steps`
 */
export function isPutBack(row: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${undoSteps.made}, '$.put_back') AS back
    WHERE back.value = ${row}.unique_ref || '/' || ${row}.version)`;
}

/**
 * Tells the other acts which versions of their rows are as they left them, now that a change after them is taken
 * back: a series can be taken away then as if it had never been changed. In the batch, before the rows change.
 * @param left the references of those rows that go back
 */
export function rememberPutBack(
  db: Database,
  { userId, stepRef, now }: { userId: number; stepRef: string; now: number },
  table: typeof sessions | typeof cases | typeof claims,
  left: SQL,
) {
  const path = sql.raw(`'$.${getTableName(table)}'`);
  const ref = sql`was.value ->> '$.unique_ref'`;
  // As the other act left it: one version on from what that holds, or the first; or as it was put back before.
  const version = sql`coalesce(held.versions ->> (${ref}), 0) + 1`;
  const held = sql`(SELECT json_group_object(row.value ->> '$.unique_ref', row.value ->> '$.version') AS versions
    FROM json_each(${undoSteps.deleted}, ${path}) AS row)`;
  const before = sql`${ref} || '/' || (was.value ->> '$.version')`;
  const own = sql`json_each(${undoSteps.made}, '$.put_back')`;
  const added = sql`SELECT stands.unique_ref || '/' || (stands.version + 1)
    FROM undo_steps AS change, json_each(change.deleted, ${path}) AS was, ${held} AS held
    JOIN ${table} AS stands ON stands.user_id = change.user_id AND stands.unique_ref = ${ref}
    WHERE change.user_id = ${userId} AND change.unique_ref = ${stepRef} AND ${ref} IN ${left}
      AND ${ref} IN (SELECT made_row.value FROM json_each(${undoSteps.made}, ${path}) AS made_row)
      AND (was.value ->> '$.version' = ${version} OR ${before} IN (SELECT own.value FROM ${own} AS own))`;
  const all = sql`(SELECT json_group_array(each.value) FROM (SELECT own.value AS value FROM ${own} AS own UNION ${added}) AS each)`;
  const others = and(eq(undoSteps.user_id, userId), ne(undoSteps.unique_ref, stepRef), gt(undoSteps.expires_at, now));
  return db
    .update(undoSteps)
    .set({ made: sql`json_set(${undoSteps.made}, '$.put_back', json(${all}))` })
    .where(and(others, sql`json_array_length(${undoSteps.made}, ${path}) > 0`, sql`EXISTS (${added})`));
}

/** The fees that an act gave the sessions that it changed go before those come back that they had. */
export function dropChangedFees(db: Database, userId: number, step: SQL | undefined) {
  const made = sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, '$.claims') AS made_row WHERE ${step})`;
  return db
    .delete(claims)
    .where(
      and(
        eq(claims.user_id, userId),
        sql`${claims.unique_ref} IN ${made}`,
        sql`${claims.session_ref} IN ${asTheActLeft(step)}`,
      ),
    );
}

/**
 * Gives changed sessions back what they held, but for the version: that goes on, so that a form which was opened
 * meanwhile is told. The last of what an act changed: the others ask how its sessions stand.
 */
export function putChangesBack(
  db: Database,
  userId: number,
  step: SQL | undefined,
  now: number,
  inPlaceOf: Readonly<Record<string, SQL>>,
) {
  const own = { ...inPlaceOf, version: sql`${sessions.version} + 1`, updated_at: sql`${now}` };
  const columns = Object.entries(getTableColumns(sessions)).filter(([name]) => name !== "unique_ref");
  const values = columns.map(([name, column]) => [name, keptValue(column, own)]);
  return db
    .update(sessions)
    .set(Object.fromEntries(values))
    .from(sql`${undoSteps}, json_each(${undoSteps.deleted}, '$.sessions') AS kept`)
    .where(
      and(
        step,
        eq(sessions.user_id, userId),
        sql`${sessions.unique_ref} = kept.value ->> '$.unique_ref'`,
        sql`${sessions.unique_ref} IN ${asTheActLeft(step)}`,
      ),
    );
}
