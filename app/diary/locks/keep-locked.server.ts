import { type SQL, sql } from "drizzle-orm";
import { openChangeNumber, type Writer } from "~/diary/write-rows.server";
import { lockedName } from "~/planning/locked-days.server";
import { failIfFound } from "~/platform/db/assertions.server";

/** Condition: an instant is in the locked period `held`. */
function isHeld(at: string): string {
  return `(held.start_at <= ${at} AND held.end_at > ${at})`;
}

/** Condition for a row `did` of `changed_rows`: as it was before the change, or as it is now, it is in `held`. */
const TOUCHES_HELD = `CASE did.table_name ${["sessions", "cancellations"]
  .map(
    (table) => `WHEN '${table}' THEN ${isHeld("did.before ->> 'start_at'")} OR EXISTS (SELECT 1 FROM ${table} AS row
      WHERE row.user_id = did.user_id AND row.unique_ref = did.unique_ref AND ${isHeld("row.start_at")})`,
  )
  .join(" ")}
  WHEN 'cases' THEN EXISTS (SELECT 1 FROM sessions AS own WHERE own.user_id = did.user_id AND ${isHeld("own.start_at")}
    AND own.unique_ref IN (did.before ->> 'session_ref', (SELECT row.session_ref FROM cases AS row
      WHERE row.user_id = did.user_id AND row.unique_ref = did.unique_ref)))
  WHEN 'leave' THEN (did.before ->> 'date_start' <= held.date_end AND did.before ->> 'date_end' >= held.date_start)
    OR EXISTS (SELECT 1 FROM leave AS row WHERE row.user_id = did.user_id AND row.unique_ref = did.unique_ref
      AND row.date_start <= held.date_end AND row.date_end >= held.date_start)
  END`;

/**
 * Statement for the end of a change, while it is open: the batch fails (`lockedIn`) if an entry of locked days was added,
 * changed or deleted, or moved in or out. A row of which only the version was raised is not changed.
 */
export function keepLockedEntries({ db, userId }: Writer) {
  // Where nothing is locked, no changed row is read. Those of a session's cases that went with it are held by the session.
  return failIfFound(
    db,
    sql`SELECT ${lockedName("entry")} FROM (SELECT 1 FROM locked_periods WHERE user_id = ${userId} LIMIT 1)
      CROSS JOIN changed_rows AS did CROSS JOIN locked_periods AS held
      WHERE did.user_id = ${userId} AND did.number = ${openChangeNumber(userId)} AND NOT did.only_moved
        AND held.user_id = ${userId} AND ${sql.raw(TOUCHES_HELD)} LIMIT 1`,
  );
}

/** Statement for the batch that deletes all cases for good, which is no change: before them. */
export function keepLockedCases({ db, userId }: Pick<Writer, "db" | "userId">) {
  return failIfFound(db, lockedWithCase("entry", userId, sql`TRUE`));
}

/**
 * Statement for the batch that gives an option another name, before that: a case shows its options by their names, so one
 * that a case of locked days has keeps its own.
 */
export function keepLockedName({ db, userId }: Writer, optionRef: string, label: string) {
  const isRenamed = sql`EXISTS (SELECT 1 FROM options AS own WHERE own.user_id = ${userId}
    AND own.unique_ref = ${optionRef} AND own.label IS NOT ${label})`;
  return failIfFound(
    db,
    lockedWithCase("name", userId, sql`instr(one.options, ${`"${optionRef}"`}) > 0 AND ${isRenamed}`),
  );
}

function lockedWithCase(held: "entry" | "name", userId: number, which: SQL): SQL {
  return sql`SELECT ${lockedName(held)} FROM locked_periods AS held CROSS JOIN sessions AS own
      ON own.user_id = held.user_id AND own.start_at >= held.start_at AND own.start_at < held.end_at
    CROSS JOIN cases AS one ON one.user_id = own.user_id AND one.session_ref = own.unique_ref
    WHERE held.user_id = ${userId} AND ${which} LIMIT 1`;
}
