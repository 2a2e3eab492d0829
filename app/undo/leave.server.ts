import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { putRowsBack } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { otherSharesHalf } from "~/leave/halves.server";
import { LIEU_TYPES } from "~/leave/rules";
import { leave, lieuLedger } from "~/leave/table.server";

/** What `isRefused` is asked when leave cannot come back because other leave is on its days now. */
export const LEAVE_DAYS_TAKEN = "leave.user_ref";

/** As `LEAVE_DAYS_TAKEN`, for a line that has nothing to be spent on any more. */
export const SPENT_ON_NOTHING = "lieu_ledger.user_ref";

/** Puts leave and lines of the lieu ledger back that a step deleted. @param step finds the step. */
export function putLeaveBack(db: Database, step: SQL | undefined) {
  return [
    putRowsBack(db, leave, step, { inPlaceOf: { user_ref: userIfFree() } }),
    putRowsBack(db, lieuLedger, step, { inPlaceOf: { user_ref: userIfSpent() } }),
  ] as const;
}

function kept(name: string): SQL {
  return sql`(kept.value ->> ${sql.raw(`'$.${name}'`)})`;
}

/**
 * The user of a line that comes back; NULL, which the column refuses, for one that is spent on leave that is gone since
 * or takes no time in lieu any more. Leave that comes back with its line is there by then.
 */
function userIfSpent(): SQL {
  const types = sql.raw(LIEU_TYPES.map((type) => `'${type}'`).join(", "));
  const spending = sql`EXISTS (SELECT 1 FROM ${leave} AS off WHERE off.user_ref = ${kept("user_ref")}
    AND off.unique_ref = ${kept("leave_ref")} AND off.type IN (${types}))`;
  const withIt = sql`coalesce(json_array_length(${undoSteps.deleted}, '$.leave'), 0) > 0`;
  return sql`CASE WHEN ${kept("leave_ref")} IS NULL OR ${withIt} OR ${spending} THEN ${kept("user_ref")} END`;
}

/** The user of leave that comes back; NULL, which the column refuses, where other leave has taken one of its halves. */
function userIfFree(): SQL {
  const other = sql`SELECT 1 FROM ${leave} AS other
    WHERE other.user_ref = ${kept("user_ref")} AND other.status <> 'cancelled' AND ${kept("status")} <> 'cancelled'
      AND ${otherSharesHalf(kept)}`;
  return sql`CASE WHEN NOT EXISTS (${other}) THEN ${kept("user_ref")} END`;
}

/**
 * Takes away the leave and the lines of the lieu ledger that a step made and nobody has changed since: a line that a
 * leave spends only with it, and no leave that another line is spent on.
 */
export function takeLeaveAway(db: Database, userRef: string, step: SQL | undefined) {
  const touched = sql`(SELECT touched.unique_ref FROM ${leave} AS touched
    WHERE touched.user_ref = ${userRef} AND touched.unique_ref IN ${made(step, "leave")} AND touched.version <> 1)`;
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
        sql`NOT EXISTS (SELECT 1 FROM ${lieuLedger} AS line WHERE line.user_ref = ${userRef} AND line.leave_ref = ${leave.unique_ref})`,
      ),
    )
    .returning({ unique_ref: leave.unique_ref });
  return [lines, rows] as const;
}

/** How many of the leaves and lines that a step made are still there. */
export function madeLeaveThere(db: Database, userRef: string, step: SQL | undefined) {
  const there = (table: typeof leave | typeof lieuLedger, name: "leave" | "lieu_ledger") =>
    sql`(SELECT count(*) FROM ${table} AS there WHERE there.user_ref = ${userRef} AND there.unique_ref IN ${made(step, name)})`;
  return db
    .select({ leave: sql<number>`${there(leave, "leave")} + ${there(lieuLedger, "lieu_ledger")}`.as("leave_there") })
    .from(undoSteps)
    .where(step);
}

function made(step: SQL | undefined, table: "leave" | "lieu_ledger"): SQL {
  return sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, ${sql.raw(`'$.${table}'`)}) AS made_row WHERE ${step})`;
}
