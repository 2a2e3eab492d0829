import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import type { Database } from "~/db/database.server";
import { keptValue, putRowsBack } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { isPutBack } from "./put-back-changes.server";

/** The cases that a step both holds as they were and names as made: it changed them. @param step finds the step. */
function changedCases(step: SQL | undefined): SQL {
  return sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, '$.cases') AS made_row
    WHERE ${step} AND json_array_length(${undoSteps.deleted}, '$.cases') > 0)`;
}

/** Of those, the ones that stand as the act left them: nobody has saved them since. */
export function casesAsLeft(step: SQL | undefined): SQL {
  return sql`(SELECT left_row.unique_ref FROM ${undoSteps}, json_each(${undoSteps.deleted}, '$.cases') AS was
    JOIN ${cases} AS left_row ON left_row.unique_ref = was.value ->> '$.unique_ref'
    WHERE ${step} AND json_array_length(${undoSteps.made}, '$.cases') > 0
      AND left_row.user_id = ${undoSteps.user_id}
      AND (left_row.version = (was.value ->> '$.version') + 1 OR ${isPutBack(sql.raw("left_row"))}))`;
}

/** How many of the cases that a step changed are there. */
export function changedCasesThere(db: Database, userId: number, step: SQL | undefined) {
  return db
    .select({ cases: sql<number>`count(*)`.mapWith(Number).as("cases") })
    .from(cases)
    .where(and(eq(cases.user_id, userId), sql`${cases.unique_ref} IN ${changedCases(step)}`));
}

/** Puts the cases back that a step deleted. */
export function putDeletedCasesBack(db: Database, step: SQL | undefined) {
  return putRowsBack(db, cases, step, { only: sql`kept.value ->> '$.unique_ref' NOT IN ${changedCases(step)}` });
}

/**
 * Gives changed cases back what they held, but for the version: that goes on, so that a form which was opened
 * meanwhile is told. When they were saved last is as it was: their sessions count as nobody's work since. The last of
 * what an act changed: the others ask how its cases stand.
 */
export function putCasesBack(db: Database, userId: number, step: SQL | undefined) {
  const columns = Object.entries(getTableColumns(cases)).filter(([name]) => name !== "unique_ref");
  const own = { version: sql`${cases.version} + 1` };
  return db
    .update(cases)
    .set(Object.fromEntries(columns.map(([name, column]) => [name, keptValue(column, own)])))
    .from(sql`${undoSteps}, json_each(${undoSteps.deleted}, '$.cases') AS kept`)
    .where(
      and(
        step,
        eq(cases.user_id, userId),
        sql`${cases.unique_ref} = kept.value ->> '$.unique_ref'`,
        sql`${cases.unique_ref} IN ${casesAsLeft(step)}`,
      ),
    );
}
