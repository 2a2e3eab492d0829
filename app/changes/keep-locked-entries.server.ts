import { type SQL, sql } from "drizzle-orm";
import { sameWork } from "~/planning/job-plans/table.server";
import { failIfFound } from "~/platform/db/assertions.server";
import { COUNTED_BY } from "~/profile/table.server";
import { HAS_SESSION, lockedName, WEEKS_OF_LOCK } from "./keep-locked-days.server";
import { openChangeNumber } from "./table.server";
import type { Writer } from "./write-rows.server";

/** Condition: an instant is in the locked period `lock`. */
function isInLock(at: string): string {
  return `(lock.start_at <= ${at} AND lock.end_at > ${at})`;
}

/** Condition: an instant is in a week of which days are in the locked period `lock`. */
function isInWeekOfLock(at: string): string {
  return `(${WEEKS_OF_LOCK.from} <= ${at} AND ${WEEKS_OF_LOCK.until} > ${at})`;
}

/**
 * Condition for a row `changed` of a table: it begins or ends to stand in the place of what counts as planned in a week
 * of which days are in `lock`.
 */
function standsInWeekOfLock(table: string): string {
  const before = `changed.before ->> 'element_ref' IN ${sameWork("e", "plan")} AND ${isInWeekOfLock("changed.before ->> 'start_at'")}`;
  const own = `SELECT 1 FROM ${table} AS row WHERE row.user_id = changed.user_id AND row.unique_ref = changed.unique_ref`;
  return `EXISTS (SELECT 1 FROM job_plan_elements AS e JOIN job_plans AS plan
      ON plan.user_id = e.user_id AND plan.unique_ref = e.plan_ref WHERE e.user_id = changed.user_id
    AND e.unique_ref IN (changed.before ->> 'element_ref', (${own.replace("1", "row.element_ref")}))
    AND e.counting = 'as_planned' AND e.pattern <> 'fixed_times' AND coalesce(${before}, 0) <>
      EXISTS (${own} AND row.element_ref IN ${sameWork("e", "plan")} AND ${isInWeekOfLock("row.start_at")}))`;
}

/** Condition for a row `changed` of `changed_rows`: as it was before the change, or as it is now, it is in `lock`. */
const TOUCHES_LOCK = `CASE changed.table_name ${["sessions", "cancellations"]
  .map(
    (
      table,
    ) => `WHEN '${table}' THEN ${isInLock("changed.before ->> 'start_at'")} OR EXISTS (SELECT 1 FROM ${table} AS row
      WHERE row.user_id = changed.user_id AND row.unique_ref = changed.unique_ref AND ${isInLock("row.start_at")})
      OR ${standsInWeekOfLock(table)}`,
  )
  .join(" ")}
  WHEN 'cases' THEN EXISTS (SELECT 1 FROM sessions AS own WHERE own.user_id = changed.user_id AND ${isInLock("own.start_at")}
    AND own.unique_ref IN (changed.before ->> 'session_ref', (SELECT row.session_ref FROM cases AS row
      WHERE row.user_id = changed.user_id AND row.unique_ref = changed.unique_ref)))
  WHEN 'leave' THEN (changed.before ->> 'date_start' <= lock.date_end AND changed.before ->> 'date_end' >= lock.date_start)
    OR EXISTS (SELECT 1 FROM leave AS row WHERE row.user_id = changed.user_id AND row.unique_ref = changed.unique_ref
      AND row.date_start <= lock.date_end AND row.date_end >= lock.date_start)
  WHEN 'options' THEN EXISTS (SELECT 1 FROM options AS row WHERE row.user_id = changed.user_id
      AND row.unique_ref = changed.unique_ref AND row.label IS NOT changed.before ->> 'label')
    AND EXISTS (SELECT 1 FROM sessions AS own CROSS JOIN cases AS one
      ON one.user_id = own.user_id AND one.session_ref = own.unique_ref
      WHERE own.user_id = lock.user_id AND own.start_at >= lock.start_at AND own.start_at < lock.end_at
        AND instr(one.options, '"' || changed.unique_ref || '"') > 0)
  WHEN 'profiles' THEN ${HAS_SESSION} AND EXISTS (SELECT 1 FROM (SELECT 1) LEFT JOIN profiles AS row
    ON row.user_id = changed.user_id AND row.unique_ref = changed.unique_ref WHERE ${COUNTED_BY.map(isOther).join(" OR ")})
  END`;

/** Condition: a profile that counts otherwise than before; without one the usual answer applies. */
function isOther({ name, usual }: (typeof COUNTED_BY)[number]): string {
  const text = typeof usual === "number" ? usual : `'${usual}'`;
  return `coalesce(changed.before ->> '${name}', ${text}) IS NOT coalesce(row.${name}, ${text})`;
}

/**
 * Statement for the end of a change, while it is open: the batch fails (`lockedIn`) if an entry of locked days was added,
 * changed or deleted, or moved in or out, or if an option got another name that a case of these days has, which shows its
 * options by their names, or if the profile says otherwise what every report goes by. A row of which only the version was raised is not changed.
 * @param rows SELECT of other rows that the batch writes, in the columns of `changed_rows`
 */
export function keepLockedEntries({ db, userId }: Omit<Writer, "now">, rows: SQL = rowsOfOpenChange(userId)) {
  // Where nothing is locked, no changed row is read. Cases that were deleted with their session are found by its row.
  return failIfFound(
    db,
    sql`SELECT CASE changed.table_name WHEN 'options' THEN ${lockedName("name")} WHEN 'profiles' THEN ${lockedName("profile")}
        ELSE ${lockedName("entry")} END
      FROM (SELECT 1 FROM locked_periods WHERE user_id = ${userId} LIMIT 1)
      CROSS JOIN (${rows}) AS changed CROSS JOIN locked_periods AS lock
      WHERE lock.user_id = ${userId} AND ${sql.raw(TOUCHES_LOCK)} LIMIT 1`,
  );
}

function rowsOfOpenChange(userId: number): SQL {
  return sql`SELECT user_id, table_name, unique_ref, before FROM changed_rows
    WHERE user_id = ${userId} AND number = ${openChangeNumber(userId)} AND NOT only_moved`;
}

/** Statement for the batch that deletes all cases for good, which is no change: before them. */
export function keepLockedCases({ db, userId }: Omit<Writer, "now">) {
  return failIfFound(
    db,
    sql`SELECT ${lockedName("entry")} FROM locked_periods AS lock CROSS JOIN sessions AS own
      ON own.user_id = lock.user_id AND own.start_at >= lock.start_at AND own.start_at < lock.end_at
    CROSS JOIN cases AS one ON one.user_id = own.user_id AND one.session_ref = own.unique_ref
    WHERE lock.user_id = ${userId} LIMIT 1`,
  );
}
