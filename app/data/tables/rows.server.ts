import { and, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { workKind } from "~/diary/fees/kinds";
import { decryptFeeNotes } from "~/diary/fees/queries.server";
import { type FeeAmounts, feeStatus } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { inAnyLeave } from "~/diary/sessions/conditions.server";
import { nameOf } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { type Cipher, openedOr } from "~/platform/crypto/vault.server";
import { asHex } from "~/platform/db/row-pages.server";
import { moneyText, poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate, ukDate } from "~/platform/time/dates";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import { type Choices, NO_ELEMENT } from "./choices";

/**
 * Conditions for the filters of both tables, on `sessions`, and on `cases` joined to them: a case has the date of its
 * session.
 * @param own conditions for the statuses and faults that only this table has, or has with another meaning
 */
export function conditions(
  part: "sessions" | "cases",
  userId: number,
  { fromDate, untilDate, element, status, fault }: Choices,
  own: { statuses: Record<string, SQL>; faults: Record<string, SQL> },
): (SQL | undefined)[] {
  return [
    eq(sessions.user_id, userId),
    // An invalid date selects nothing, rather than everything.
    fromDate === false || untilDate === false ? sql`0` : undefined,
    fromDate ? gte(sessions.start_at, londonInstant(fromDate)) : undefined,
    untilDate ? lt(sessions.start_at, londonInstant(addDays(untilDate, 1))) : undefined,
    ofTag(element),
    own.statuses[status] ?? feeCondition(part, status),
    { ...own.faults, in_leave: inAnyLeave(userId), no_element: HAS_NO_ELEMENT }[fault],
  ];
}

function ofTag(element: string): SQL | undefined {
  if (element === "") return undefined;
  if (element === NO_ELEMENT) return HAS_NO_ELEMENT;
  return workKind(element) ? sql`${sessions.work_kind} = ${element}` : eq(sessions.element_ref, element);
}

const HAS_NO_ELEMENT = and(isNull(sessions.element_ref), isNull(sessions.work_kind)) as SQL;

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
  /** Path of the form of this row alone. */
  path: string;
  /** Name of the row, for screen readers. */
  name: string;
  /** By id of the column. */
  cells: Record<string, string>;
  /** Tags for what is doubtful about the row. */
  marks: string[];
  /** In a locked period: it cannot be ticked. */
  locked: boolean;
}

/** Where cells are shown: on the page a date has its weekday, and money its pound sign. */
export type Reader = "page" | "file";

/** What is read of rows: their texts, and what is doubtful about them, which only a page shows and which is costly. */
export interface Reads {
  texts: boolean;
  doubts: boolean;
}

/** Expression for a doubt about a row. */
export function doubt(is: SQL, { doubts }: Reads): SQL<boolean> {
  return sql<boolean>`${doubts ? is : sql`FALSE`}`.mapWith(Boolean);
}

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

/** Expression for the fee of a row, in a select that joins `fees`; null without a fee. */
export const feeJson =
  sql<FeeAmounts | null>`CASE WHEN ${fees.unique_ref} IS NOT NULL THEN json_object('amount_pence', ${fees.amount_pence},
    'timesheet_date', ${fees.timesheet_date}, 'paid_date', ${fees.paid_date}, 'paid_pence', ${fees.paid_pence},
    'later_payments', json(${fees.later_payments}),
    'written_off_date', ${fees.written_off_date}) END`.mapWith((json): FeeAmounts | null =>
    json === null ? null : JSON.parse(String(json)),
  );

/** Columns of a row's fee, in a select that joins `fees`: its notes, still encrypted, and what they are bound to. */
export const encryptedFeeNotes = {
  fee_ref: sql<string | null>`${fees.unique_ref}`.as("fee_ref"),
  fee_notes_encrypted: asHex(fees.text_encrypted).as("fee_notes_encrypted"),
};

interface WithFeeNotes {
  fee_ref: string | null;
  fee_notes_encrypted: Uint8Array | null;
}

/** Notes that cannot be decrypted do not hide the other rows. */
export function feeNotesOf(cipher: Cipher, row: WithFeeNotes): Promise<string> {
  const { fee_ref: unique_ref, fee_notes_encrypted: text_encrypted } = row;
  return openedOr(decryptFeeNotes(cipher, unique_ref ? { unique_ref, text_encrypted } : undefined), "");
}

/** Expression for the name of a session's element, to sort rows by. */
export const elementName = sql`${nameOf(
  "sessions",
  "(SELECT named.description FROM job_plan_elements AS named WHERE named.user_id = sessions.user_id AND named.unique_ref = sessions.element_ref)",
)} COLLATE NOCASE`;

/** Names of the doubts that apply to a row. */
export function doubtsOf(doubts: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(doubts).filter((mark) => doubts[mark]);
}

/** Sorts rows that were read by their references into the order of the references. */
export function inOrderOf<Row extends { unique_ref: string }>(refs: readonly string[], rows: readonly Row[]): Row[] {
  const byRef = new Map(rows.map((row) => [row.unique_ref, row]));
  return refs.flatMap((ref) => byRef.get(ref) ?? []);
}
