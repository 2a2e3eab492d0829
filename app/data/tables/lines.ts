import { type FeeAmounts, feeStatus } from "~/diary/fees/rules";
import { moneyText, poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate, ukDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { RowAnswers } from "./edit/fields";

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
