import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { putRowsBack } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { otherSharesHalf } from "~/leave/halves.server";
import { LIEU_TYPES } from "~/leave/rules";
import { leave, lieuLedger } from "~/leave/table.server";

/** What `isRefused` is asked when leave cannot come back because other leave is on its days now. */
export const LEAVE_DAYS_TAKEN = "leave.user_id";

/** As `LEAVE_DAYS_TAKEN`, for a line that has nothing to be spent on any more. */
export const SPENT_ON_NOTHING = "lieu_ledger.user_id";

/** Puts leave and lines of the lieu ledger back that a step deleted. @param step finds the step. */
export function putLeaveBack(db: Database, step: SQL | undefined) {
  return [
    putRowsBack(db, leave, step, { inPlaceOf: { user_id: userIfFree() } }),
    putRowsBack(db, lieuLedger, step, { inPlaceOf: { user_id: userIfSpent() } }),
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
  const spending = sql`EXISTS (SELECT 1 FROM ${leave} AS off WHERE off.user_id = ${kept("user_id")}
    AND off.unique_ref = ${kept("leave_ref")} AND off.type IN (${types}))`;
  const withIt = sql`coalesce(json_array_length(${undoSteps.deleted}, '$.leave'), 0) > 0`;
  return sql`CASE WHEN ${kept("leave_ref")} IS NULL OR ${withIt} OR ${spending} THEN ${kept("user_id")} END`;
}

/** The user of leave that comes back; NULL, which the column refuses, where other leave has taken one of its halves. */
function userIfFree(): SQL {
  const other = sql`SELECT 1 FROM ${leave} AS other
    WHERE other.user_id = ${kept("user_id")} AND other.status <> 'cancelled' AND ${kept("status")} <> 'cancelled'
      AND ${otherSharesHalf(kept)}`;
  return sql`CASE WHEN NOT EXISTS (${other}) THEN ${kept("user_id")} END`;
}
