import { type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "~/platform/time/durations";
import { summerTimes } from "~/platform/time/london";
import { REACH_MS } from "./queries.server";

const SUMMERS = JSON.stringify(summerTimes(1996, 2099));

/**
 * Expression: London's clock time at an instant, as the instant at which a clock in UTC shows it. From April to
 * September it is always summer time, from November to February never: only the other months are looked up.
 */
function clockTimeAt(instant: SQL): SQL {
  const month = sql`strftime('%m', ${instant} / 1000, 'unixepoch')`;
  return sql`(${instant} + CASE WHEN ${month} BETWEEN '04' AND '09' THEN ${HOUR_MS}
    WHEN ${month} IN ('03', '10') AND EXISTS (SELECT 1 FROM json_each(${SUMMERS}) AS summer
      WHERE ${instant} >= summer.value ->> 0 AND ${instant} < summer.value ->> 1) THEN ${HOUR_MS} ELSE 0 END)`;
}

// Columns are written with their table's name: Drizzle omits it in a statement of one table, and a subquery would then
// read its own columns.
const timesOf = (name: string) => [sql.raw(`${name}.start_at`), sql.raw(`${name}.end_at`)] as const;
const [start, end] = timesOf("sessions");

/** Condition: a session of whole days, from midnight to midnight, which its form shows without times. */
export const hasNoTimes = sql<boolean>`(${start} % ${DAY_MS} IN (0, ${DAY_MS - HOUR_MS}) AND ${end} % ${DAY_MS} IN (0, ${DAY_MS - HOUR_MS})
  AND ${clockTimeAt(start)} % ${DAY_MS} = 0 AND ${clockTimeAt(end)} % ${DAY_MS} = 0)`;

/** Condition: the session shares time with another, and both are held. */
export const overlaps = sql<boolean>`EXISTS (SELECT 1 FROM sessions AS other WHERE other.user_id = sessions.user_id
  AND other.start_at > ${start} - ${REACH_MS} AND other.start_at < ${end} AND other.end_at > ${start}
  AND other.unique_ref <> sessions.unique_ref AND other.outcome = 0 AND sessions.outcome = 0)`;

/**
 * Condition: the session, a row of the named table, falls in the leave `off`, by the rule of `fallsInLeave` in `leave`.
 */
function isInLeave(name: string): SQL {
  const [from, until] = timesOf(name);
  const midnight = (column: string) => sql.raw(`unixepoch(off.${column}) * 1000`);
  // Leave of a single day has one part, in either column; longer leave has one for the first and one for the last day.
  const last = sql.raw(
    "CASE WHEN off.date_start = off.date_end AND off.start_part <> 'full' THEN off.start_part ELSE off.end_part END",
  );
  const first = sql.raw(
    "CASE WHEN off.start_part <> 'full' THEN off.start_part WHEN off.date_start = off.date_end THEN off.end_part ELSE 'full' END",
  );
  return sql`(off.status IN ('approved', 'taken')
    AND ${clockTimeAt(from)} < ${midnight("date_end")} + CASE WHEN (${last}) = 'am' THEN ${12 * HOUR_MS} ELSE ${DAY_MS} END
    AND CASE WHEN (${first}) = 'pm' THEN ${clockTimeAt(until)} > ${midnight("date_start")} + ${14 * HOUR_MS}
      ELSE ${clockTimeAt(from)} >= ${midnight("date_start")}
        OR ${clockTimeAt(until)} > ${midnight("date_start")} + ${12 * HOUR_MS} END)`;
}

/** Condition: the session falls in granted leave. For the few sessions that are shown. */
export const fallsInLeave = sql<boolean>`EXISTS (SELECT 1 FROM leave AS off WHERE off.user_id = sessions.user_id
  AND off.date_start >= date(${start} / 1000, 'unixepoch', '-368 days')
  AND off.date_start <= date(${end} / 1000, 'unixepoch', '+1 day')
  AND unixepoch(off.date_end) * 1000 > ${start} - ${2 * DAY_MS} AND ${isInLeave("sessions")})`;

/** The same condition for all sessions of a user: evaluated once, starting from the leave. */
export function inAnyLeave(userId: number): SQL {
  return sql`sessions.unique_ref IN (SELECT near.unique_ref FROM leave AS off JOIN sessions AS near
    ON near.user_id = off.user_id AND near.start_at > unixepoch(off.date_start) * 1000 - ${REACH_MS}
      AND near.start_at < unixepoch(off.date_end) * 1000 + ${2 * DAY_MS}
      AND near.end_at > unixepoch(off.date_start) * 1000 - ${DAY_MS}
    WHERE off.user_id = ${userId} AND ${isInLeave("near")})`;
}
