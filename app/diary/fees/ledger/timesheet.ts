import { escapeFormula } from "~/platform/http/csv";
import { moneyText, poundsText } from "~/platform/money";
import { ukDate } from "~/platform/time/dates";
import { hoursText, timeText } from "./csv";
import type { Fee } from "./fee";
import { whatOf } from "./lines";

/** A line of a timesheet. */
export interface SheetLine {
  /** The fee, as the value of its tick box: `<reference>/<version>`. */
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
  /** The whole timesheet with tabs between the columns, for pasting into spreadsheets and tables of letters. */
  plain: string;
}

/**
 * Makes a timesheet of fees, earliest work first.
 * @param fees newest work first
 */
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
    // Without the description of a case: it belongs to the logbook, and is not meant for the payer who gets the
    // timesheet.
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

/** Keeps a text of the user in one cell, and prevents that a spreadsheet calculates it as a formula. */
function inOneCell(cell: string): string {
  return escapeFormula(cell.replace(/[\s\0]+/g, " "));
}
