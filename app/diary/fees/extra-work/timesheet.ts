import { neutral } from "~/platform/http/csv";
import { moneyText, poundsText } from "~/platform/money";
import { ukDate } from "~/platform/time/dates";
import { hoursText, timeText } from "./csv";
import type { Fee } from "./fee";
import { whatOf } from "./lines";

/** A line of a timesheet. */
export interface SheetLine {
  /** Of the fee, as its tick box says it: `<reference>/<version>`. */
  shown: string;
  date: string;
  start: string;
  end: string;
  hours: string;
  work: string;
  amount: string;
}

export interface Timesheet {
  lines: SheetLine[];
  hours: string;
  amount: string;
  /** All of it with tabs between the columns, as spreadsheets and tables of letters take it. */
  plain: string;
}

/** Fees as a timesheet: the first work first. */
export function timesheetOf(fees: readonly Fee[]): Timesheet {
  const inOrder = fees.toReversed();
  const minutes = inOrder.reduce((sum, fee) => sum + (fee.minutes ?? 0), 0);
  const pence = inOrder.reduce((sum, fee) => sum + fee.amount_pence, 0);
  const lines = inOrder.map((fee) => ({
    shown: `${fee.unique_ref}/${fee.version}`,
    date: ukDate(fee.work),
    start: timeText(fee.from_minute),
    end: timeText(fee.until_minute),
    hours: hoursText(fee.minutes),
    // The description of a case is the logbook's own, and no payer's: it stays out of what is handed on.
    work: whatOf(fee, ""),
    amount: moneyText(fee.amount_pence),
  }));
  const rows = [
    ["Date", "Start", "End", "Hours", "Work", "Amount"],
    ...inOrder.map((fee, at) => {
      const { date, start, end, hours, work } = lines[at] as SheetLine;
      return [date, start, end, hours, work, poundsText(fee.amount_pence)];
    }),
    ["Total", "", "", hoursText(minutes), "", poundsText(pence)],
  ];
  return {
    lines,
    hours: hoursText(minutes),
    amount: moneyText(pence),
    plain: rows.map((cells) => cells.map(inOneCell).join("\t")).join("\n"),
  };
}

/** What is the user's own text stays in its cell, and calculates nothing. */
function inOneCell(cell: string): string {
  return neutral(cell.replace(/[\s\0]+/g, " "));
}
