import { type SQL, sql } from "drizzle-orm";
import { LEAVE_MOST_DAYS } from "./kinds";

/** The columns of a leave by name: of a row, or of a leave that is held as JSON. */
type LeaveColumns = (column: "date_start" | "date_end" | "start_part" | "end_part") => SQL;

/** `firstHalf` of the rules, in SQL. */
function firstHalfOf(of: LeaveColumns): SQL {
  return sql`(${of("date_start")} || CASE ${of("start_part")} WHEN 'pm' THEN '2' ELSE '1' END)`;
}

/** `lastHalf` of the rules, in SQL. */
function lastHalfOf(of: LeaveColumns): SQL {
  const morning = sql`${of("end_part")} = 'am' OR (${of("date_start")} = ${of("date_end")} AND ${of("start_part")} = 'am')`;
  return sql`(${of("date_end")} || CASE WHEN ${morning} THEN '1' ELSE '2' END)`;
}

/** `sharesHalf` of the rules, in SQL: of the row `other` and a leave; by the index on the start of the row. */
export function otherSharesHalf(leave: LeaveColumns): SQL {
  const other: LeaveColumns = (column) => sql.raw(`other.${column}`);
  return sql`other.date_start BETWEEN date(${leave("date_start")}, ${sql.raw(`'-${LEAVE_MOST_DAYS} days'`)}) AND ${leave("date_end")}
    AND ${firstHalfOf(other)} <= ${lastHalfOf(leave)} AND ${firstHalfOf(leave)} <= ${lastHalfOf(other)}`;
}
