import { eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { cases } from "~/diary/cases/table.server";
import { type FeeAmounts, feeStatus } from "~/diary/fees/rules";
import { hasNoTimes, inAnyLeave, overlaps } from "~/diary/sessions/conditions.server";
import { sessions } from "~/diary/sessions/table.server";
import { moneyText, poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate, ukDate } from "~/platform/time/dates";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import { type Choices, NO_ELEMENT } from "./choices";
import type { RowAnswers } from "./fields";

const holdsCases = sql`EXISTS (SELECT 1 FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_id = sessions.user_id)`;

function feeWhere(owner: "sessions" | "cases", more = ""): SQL {
  const column = owner === "sessions" ? "session_ref" : "case_ref";
  return sql.raw(`EXISTS (SELECT 1 FROM fees AS fee WHERE fee.${column} = ${owner}.unique_ref
    AND fee.user_id = ${owner}.user_id ${more})`);
}

function feeCondition(owner: "sessions" | "cases", status: string): SQL | null {
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
function inPlace(userId: number, { fromDate, untilDate, element }: Choices): SQL[] {
  return [
    eq(sessions.user_id, userId),
    // What is no date narrows nothing down: shown is nothing, rather than all.
    ...(fromDate === false || untilDate === false ? [sql`0`] : []),
    ...(fromDate ? [gte(sessions.start_at, londonInstant(fromDate))] : []),
    ...(untilDate ? [lt(sessions.start_at, londonInstant(addDays(untilDate, 1)))] : []),
    ...(element === NO_ELEMENT ? [isNull(sessions.element_ref)] : element ? [eq(sessions.element_ref, element)] : []),
  ];
}

const SESSION_FAULTS: Record<string, SQL> = {
  no_element: sql`sessions.element_ref IS NULL`,
  no_times: hasNoTimes,
  overlap: overlaps,
};

/** The sessions that are asked for. As conditions on `sessions`. */
export function sessionsAsked(userId: number, choices: Choices, now: number): SQL[] {
  const statuses: Record<string, SQL> = {
    worked: sql`sessions.end_at <= ${now}`,
    planned: sql`sessions.end_at > ${now}`,
    empty: sql`NOT ${holdsCases}`,
    repeats: sql`sessions.recurring_uuid IS NOT NULL`,
  };
  const status = statuses[choices.status] ?? feeCondition("sessions", choices.status);
  const fault = choices.fault === "in_leave" ? inAnyLeave(userId) : SESSION_FAULTS[choices.fault];
  return [...inPlace(userId, choices), ...(status ? [status] : []), ...(fault ? [fault] : [])];
}

const CASE_FAULTS: Record<string, SQL> = {
  no_times: sql`(cases.start_at IS NULL OR cases.end_at IS NULL)`,
  no_age: sql`cases.age IS NULL`,
  no_asa: sql`cases.asa IS NULL`,
  no_element: sql`sessions.element_ref IS NULL`,
  identifier: sql`cases.identifier_suspected = 1`,
};

const CASE_STATUSES: Record<string, SQL> = {
  supervised: sql`cases.supervision IS NOT NULL`,
  alone: sql`cases.supervision IS NULL`,
};

/** The cases that are asked for. As conditions on `cases` joined to their `sessions`. */
export function casesAsked(userId: number, choices: Choices): SQL[] {
  const status = CASE_STATUSES[choices.status] ?? feeCondition("cases", choices.status);
  const fault = choices.fault === "in_leave" ? inAnyLeave(userId) : CASE_FAULTS[choices.fault];
  return [
    eq(cases.user_id, userId),
    ...inPlace(userId, choices),
    ...(status ? [status] : []),
    ...(fault ? [fault] : []),
  ];
}

/** One row of a table of data. */
export interface DataLine {
  unique_ref: string;
  version: number;
  /** Where it is changed by itself. */
  path: string;
  /** For who hears the page. */
  name: string;
  /** By id of the column. */
  cells: Record<string, string>;
  /** What is doubtful about it. */
  marks: string[];
  /** What its fields hold, where the table is edited. */
  answers?: RowAnswers;
  /** Which of the page's lists of elements it can choose from. */
  offer?: number;
}

/** For whom cells are written: on paper a date has its weekday, and money its pound sign. */
export type Reader = "page" | "file";

export const UNREADABLE = "This text could not be opened";

export function dateCell(instant: number, reader: Reader): string {
  const { date } = londonMoment(instant);
  return reader === "file" ? ukDate(date) : shortDate(date);
}

export function feeCells(fee: FeeAmounts | null, reader: Reader): { fee: string; fee_status: string } {
  if (!fee) return { fee: "", fee_status: "" };
  const write = reader === "file" ? poundsText : moneyText;
  return { fee: write(fee.amount_pence), fee_status: feeStatus(fee).words };
}

/** `09:05 – 10:40`, `from 09:05`, `until 10:40`. */
export function caseTimesCell(startAt: number | null, endAt: number | null): string {
  const [start, end] = [startAt, endAt].map((at) => (at === null ? "" : clockTime(londonMoment(at).minute)));
  return start && end ? `${start} – ${end}` : start ? `from ${start}` : end ? `until ${end}` : "";
}
