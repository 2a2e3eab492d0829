import { eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { REACH_MS } from "~/sessions/queries.server";
import { sessions } from "~/sessions/table.server";
import { addDays, londonInstant, summerTimes } from "~/time/london";
import { type Choices, NO_ELEMENT } from "./choices";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SUMMERS = JSON.stringify(summerTimes(1996, 2099));

// Columns are named in full: a statement of one table shortens them, and a subquery would take its own for them.
const [start, end] = [sql.raw("sessions.start_at"), sql.raw("sessions.end_at")];

/** What London's clocks show at an instant, as if they stood at UTC. */
function onTheClock(instant: SQL): SQL {
  return sql`(${instant} + CASE WHEN EXISTS (SELECT 1 FROM json_each(${SUMMERS}) AS summer
    WHERE ${instant} >= summer.value ->> 0 AND ${instant} < summer.value ->> 1) THEN ${HOUR_MS} ELSE 0 END)`;
}

/** Sessions of whole days, from midnight to midnight: without times, as their form shows them. */
export const hasNoTimes = sql<boolean>`(${start} % ${DAY_MS} IN (0, ${DAY_MS - HOUR_MS}) AND ${end} % ${DAY_MS} IN (0, ${DAY_MS - HOUR_MS})
  AND ${onTheClock(start)} % ${DAY_MS} = 0 AND ${onTheClock(end)} % ${DAY_MS} = 0)`;

/** Sessions that share time with another. */
export const overlaps = sql<boolean>`EXISTS (SELECT 1 FROM sessions AS other WHERE other.user_ref = sessions.user_ref
  AND other.start_at > ${start} - ${REACH_MS} AND other.start_at < ${end} AND other.end_at > ${start}
  AND other.unique_ref <> sessions.unique_ref)`;

/** Sessions that fall in leave which is granted: as `fallsInLeave` has it. */
export const fallsInLeave = sql<boolean>`EXISTS (SELECT 1 FROM leave AS off WHERE off.user_ref = sessions.user_ref
  AND off.date_start >= date(${start} / 1000, 'unixepoch', '-368 days')
  AND off.date_start <= date(${end} / 1000, 'unixepoch', '+1 day')
  AND off.date_end >= date(${start} / 1000, 'unixepoch', '-1 day')
  AND off.status IN ('approved', 'taken')
  AND ${onTheClock(start)} < unixepoch(off.date_end) * 1000 + CASE
    WHEN (CASE WHEN off.date_start = off.date_end AND off.start_part <> 'full' THEN off.start_part ELSE off.end_part END) = 'am'
    THEN ${12 * HOUR_MS} ELSE ${DAY_MS} END
  AND CASE
    WHEN (CASE WHEN off.start_part <> 'full' THEN off.start_part WHEN off.date_start = off.date_end THEN off.end_part ELSE 'full' END) = 'pm'
    THEN ${onTheClock(end)} > unixepoch(off.date_start) * 1000 + ${14 * HOUR_MS}
    ELSE ${onTheClock(start)} >= unixepoch(off.date_start) * 1000
      OR ${onTheClock(end)} > unixepoch(off.date_start) * 1000 + ${12 * HOUR_MS} END)`;

const holdsCases = sql`EXISTS (SELECT 1 FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_ref = sessions.user_ref)`;

function feeWhere(owner: "sessions" | "cases", more = ""): SQL {
  const column = owner === "sessions" ? "session_ref" : "case_ref";
  return sql.raw(`EXISTS (SELECT 1 FROM claims AS fee WHERE fee.${column} = ${owner}.unique_ref
    AND +fee.user_ref = ${owner}.user_ref ${more})`);
}

function feeStatus(owner: "sessions" | "cases", status: string): SQL | null {
  if (status === "fee") return feeWhere(owner);
  if (status === "not_claimed")
    return feeWhere(owner, "AND fee.timesheet_date IS NULL AND fee.written_off_date IS NULL");
  if (status !== "not_paid") return null;
  return feeWhere(
    owner,
    "AND fee.timesheet_date IS NOT NULL AND fee.paid_date IS NULL AND fee.written_off_date IS NULL",
  );
}

/** Of both tables: a case lies where its session does. */
function inPlace(userRef: string, { fromDate, untilDate, element }: Choices): SQL[] {
  return [
    eq(sessions.user_ref, userRef),
    ...(fromDate ? [gte(sessions.start_at, londonInstant(fromDate))] : []),
    ...(untilDate ? [lt(sessions.start_at, londonInstant(addDays(untilDate, 1)))] : []),
    ...(element === NO_ELEMENT ? [isNull(sessions.element_ref)] : element ? [eq(sessions.element_ref, element)] : []),
  ];
}

const SESSION_FAULTS: Record<string, SQL> = {
  no_element: sql`sessions.element_ref IS NULL`,
  no_times: hasNoTimes,
  overlap: overlaps,
  in_leave: fallsInLeave,
};

/** The sessions that are asked for. As conditions on `sessions`. */
export function sessionsAsked(userRef: string, choices: Choices, now: number): SQL[] {
  const statuses: Record<string, SQL> = {
    worked: sql`${end} <= ${now}`,
    planned: sql`${end} > ${now}`,
    empty: sql`NOT ${holdsCases}`,
    repeats: sql`sessions.recurring_uuid IS NOT NULL`,
  };
  const status = statuses[choices.status] ?? feeStatus("sessions", choices.status);
  const fault = SESSION_FAULTS[choices.fault];
  return [...inPlace(userRef, choices), ...(status ? [status] : []), ...(fault ? [fault] : [])];
}

const CASE_FAULTS: Record<string, SQL> = {
  no_times: sql`(cases.start_at IS NULL OR cases.end_at IS NULL)`,
  no_age: sql`cases.age IS NULL`,
  no_asa: sql`cases.asa IS NULL`,
  no_element: sql`sessions.element_ref IS NULL`,
  in_leave: fallsInLeave,
  identifier: sql`cases.identifier_suspected = 1`,
};

const CASE_STATUSES: Record<string, SQL> = {
  supervised: sql`cases.supervision IS NOT NULL`,
  alone: sql`cases.supervision IS NULL`,
};

/** The cases that are asked for. As conditions on `cases` joined to their `sessions`. */
export function casesAsked(userRef: string, choices: Choices): SQL[] {
  const status = CASE_STATUSES[choices.status] ?? feeStatus("cases", choices.status);
  const fault = CASE_FAULTS[choices.fault];
  return [
    eq(cases.user_ref, userRef),
    ...inPlace(userRef, choices),
    ...(status ? [status] : []),
    ...(fault ? [fault] : []),
  ];
}
