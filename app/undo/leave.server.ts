import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { putRowsBack } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { leave, lieuLedger } from "~/leave/table.server";

/** What `isRefused` is asked when leave cannot come back because other leave is on its days now. */
export const LEAVE_DAYS_TAKEN = "leave.user_ref";

/** Puts leave and lines of the lieu ledger back that a step deleted. @param step finds the step. */
export function putLeaveBack(db: Database, step: SQL | undefined) {
  return [
    putRowsBack(db, leave, step, { inPlaceOf: { user_ref: userIfFree() } }),
    putRowsBack(db, lieuLedger, step),
  ] as const;
}

/** The user of leave that comes back; NULL, which the column refuses, where other leave has taken one of its halves. */
function userIfFree(): SQL {
  const kept = (name: string) => sql`(kept.value ->> ${sql.raw(`'$.${name}'`)})`;
  const of = (column: string) => sql.raw(`other.${column}`);
  const other = sql`SELECT 1 FROM ${leave} AS other
    WHERE other.user_ref = ${kept("user_ref")} AND other.status <> 'cancelled' AND ${kept("status")} <> 'cancelled'
      AND ${firstHalf(of)} <= ${lastHalf(kept)} AND ${firstHalf(kept)} <= ${lastHalf(of)}`;
  return sql`CASE WHEN NOT EXISTS (${other}) THEN ${kept("user_ref")} END`;
}

/** Half days as text that sorts: the date, then 1 for its morning and 2 for its afternoon. */
function firstHalf(of: (column: string) => SQL): SQL {
  return sql`(${of("date_start")} || CASE ${of("start_part")} WHEN 'pm' THEN '2' ELSE '1' END)`;
}

function lastHalf(of: (column: string) => SQL): SQL {
  const morning = sql`${of("end_part")} = 'am' OR (${of("date_start")} = ${of("date_end")} AND ${of("start_part")} = 'am')`;
  return sql`(${of("date_end")} || CASE WHEN ${morning} THEN '1' ELSE '2' END)`;
}

/**
 * Takes away the leave and the lines of the lieu ledger that a step made and nobody has changed since: a line that a
 * leave spends only with it, and no leave that another line is spent on.
 */
export function takeLeaveAway(db: Database, userRef: string, step: SQL | undefined) {
  const touched = sql`(SELECT touched.unique_ref FROM ${leave} AS touched
    WHERE touched.unique_ref IN ${made(step, "leave")} AND touched.version <> 1)`;
  const lines = db
    .delete(lieuLedger)
    .where(
      and(
        eq(lieuLedger.user_ref, userRef),
        sql`${lieuLedger.unique_ref} IN ${made(step, "lieu_ledger")}`,
        eq(lieuLedger.version, 1),
        sql`coalesce(${lieuLedger.leave_ref}, '') NOT IN ${touched}`,
      ),
    )
    .returning({ unique_ref: lieuLedger.unique_ref });
  const rows = db
    .delete(leave)
    .where(
      and(
        eq(leave.user_ref, userRef),
        sql`${leave.unique_ref} IN ${made(step, "leave")}`,
        eq(leave.version, 1),
        sql`NOT EXISTS (SELECT 1 FROM ${lieuLedger} AS line WHERE line.leave_ref = ${leave.unique_ref})`,
      ),
    )
    .returning({ unique_ref: leave.unique_ref });
  return [lines, rows] as const;
}

/** How many of the leaves and lines that a step made are still there. */
export function madeLeaveThere(db: Database, step: SQL | undefined) {
  const there = (table: typeof leave | typeof lieuLedger, name: "leave" | "lieu_ledger") =>
    sql`(SELECT count(*) FROM ${table} AS there WHERE there.unique_ref IN ${made(step, name)})`;
  return db
    .select({ leave: sql<number>`${there(leave, "leave")} + ${there(lieuLedger, "lieu_ledger")}`.as("leave_there") })
    .from(undoSteps)
    .where(step);
}

function made(step: SQL | undefined, table: "leave" | "lieu_ledger"): SQL {
  return sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, ${sql.raw(`'$.${table}'`)}) AS made_row WHERE ${step})`;
}
