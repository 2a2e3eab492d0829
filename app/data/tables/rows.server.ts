import { eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type FeeAmounts, feeStatus } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { inAnyLeave } from "~/diary/sessions/conditions.server";
import { sessions } from "~/diary/sessions/table.server";
import { moneyText, poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate, ukDate } from "~/platform/time/dates";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import { type Choices, NO_ELEMENT } from "./choices";
import type { RowAnswers } from "./fields";

/**
 * What the filters of both tables ask for, as conditions on `sessions`, and on `cases` joined to them: a case lies where
 * its session does.
 * @param own what a status or a fault says that the other table does not have, or says otherwise
 */
export function conditions(
  part: "sessions" | "cases",
  userId: number,
  { fromDate, untilDate, element, status, fault }: Choices,
  own: { statuses: Record<string, SQL>; faults: Record<string, SQL> },
): (SQL | undefined)[] {
  return [
    eq(sessions.user_id, userId),
    // What is no date narrows nothing down: shown is nothing, rather than all.
    fromDate === false || untilDate === false ? sql`0` : undefined,
    fromDate ? gte(sessions.start_at, londonInstant(fromDate)) : undefined,
    untilDate ? lt(sessions.start_at, londonInstant(addDays(untilDate, 1))) : undefined,
    element === NO_ELEMENT ? HAS_NO_ELEMENT : element ? eq(sessions.element_ref, element) : undefined,
    own.statuses[status] ?? feeCondition(part, status),
    { ...own.faults, in_leave: inAnyLeave(userId), no_element: HAS_NO_ELEMENT }[fault],
  ];
}

const HAS_NO_ELEMENT = isNull(sessions.element_ref);

const FEE_STATUSES: Record<string, string> = {
  fee: "",
  not_claimed: "AND fee.timesheet_date IS NULL AND fee.written_off_date IS NULL",
  not_paid: "AND fee.timesheet_date IS NOT NULL AND fee.paid_date IS NULL AND fee.written_off_date IS NULL",
};

function feeCondition(part: "sessions" | "cases", status: string): SQL | undefined {
  const more = FEE_STATUSES[status];
  if (more === undefined) return undefined;
  const column = part === "sessions" ? "session_ref" : "case_ref";
  return sql.raw(`EXISTS (SELECT 1 FROM fees AS fee WHERE fee.${column} = ${part}.unique_ref
    AND fee.user_id = ${part}.user_id ${more})`);
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

/** What a table shows of the fee of a row, of a select that joins fees; null where it has none. */
export const feeJson =
  sql<FeeAmounts | null>`CASE WHEN ${fees.unique_ref} IS NOT NULL THEN json_object('amount_pence', ${fees.amount_pence},
    'timesheet_date', ${fees.timesheet_date}, 'paid_date', ${fees.paid_date}, 'paid_pence', ${fees.paid_pence},
    'written_off_date', ${fees.written_off_date}) END`.mapWith((json): FeeAmounts | null =>
    json === null ? null : JSON.parse(String(json)),
  );

/** What the element of a session is called, to put rows in order by. */
export const elementName = sql`(SELECT named.description FROM job_plan_elements AS named WHERE named.user_id = sessions.user_id AND named.unique_ref = sessions.element_ref) COLLATE NOCASE`;

/** Of what is doubtful about a row, what is so. */
export function marksOf(doubts: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(doubts).filter((mark) => doubts[mark]);
}

/** Rows that were read by their references, in the order of those. */
export function inOrderOf<Row extends { unique_ref: string }>(refs: readonly string[], rows: readonly Row[]): Row[] {
  const byRef = new Map(rows.map((row) => [row.unique_ref, row]));
  return refs.flatMap((ref) => byRef.get(ref) ?? []);
}
