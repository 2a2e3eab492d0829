import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import type { CsvMapping } from "../fields";
import { readMoment } from "./moment";
import type { CsvTable } from "./table";

/** Dates of a file that are days in either order, or only with the month first: the user says which it is. */
export interface DateOrder {
  /** What one of the dates is with the day first, and with the month first; empty if it is none. */
  readings: [dayFirst: string, monthFirst: string];
  /** What else in the file may show the order, as sentences without a full stop. */
  evidence: string[];
}

/** First and second number of a date that is written in numbers only; text after the year does not matter. */
const IN_NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/;

interface Orders {
  /** One date of each kind, as the file writes it. */
  dayFirst?: string;
  monthFirst?: string;
  either?: string;
}

function ordersIn(cells: Iterable<string>): Orders {
  const orders: Orders = {};
  for (const cell of cells) {
    const found = IN_NUMBERS.exec(cell.slice(0, 12).trim());
    if (!found) continue;
    const [first, second] = [Number(found[1]), Number(found[2])];
    if (first > 12) orders.dayFirst ??= found[0];
    else if (second > 12) orders.monthFirst ??= found[0];
    else if (first !== second && first > 0 && second > 0) orders.either ??= found[0];
  }
  return orders;
}

/** The order of a file's dates, if it has to be asked for: none of them shows that the day is first. */
export function dateOrderOf(
  { records, columns }: Pick<CsvTable, "records" | "columns">,
  mapping: CsvMapping,
  today: LondonDate | null,
): DateOrder | null {
  const valuesOf = (column = -1) => new Set(records.map(({ cells }) => cells[column] ?? ""));
  // The first column with dates in numbers; dates of birth may be the only ones.
  const dated = [mapping.case_date, mapping.start_time, mapping.end_time, mapping.age].find((column) => {
    return Object.keys(ordersIn(valuesOf(column))).length > 0;
  });
  const dates = valuesOf(dated);
  const { dayFirst, monthFirst, either } = ordersIn(dates);
  const sample = either ?? monthFirst;
  if (dayFirst !== undefined || sample === undefined) return null;
  const times = [dated, mapping.start_time, mapping.end_time].flatMap((column) => [...valuesOf(column)]);
  const others = columns.flatMap(({ index, label }) => {
    const found = index === dated ? {} : ordersIn(valuesOf(index));
    // A column with both orders shows nothing.
    if ((found.dayFirst === undefined) === (found.monthFirst === undefined)) return [];
    const order = found.dayFirst === undefined ? "month" : "day";
    return [`“${found.dayFirst ?? found.monthFirst}” in the column “${label}” has the ${order} first`];
  });
  return {
    readings: [readingOf(sample, false), readingOf(sample, true)],
    evidence: [
      ...(monthFirst === undefined ? [] : [`“${monthFirst}” is a date only if the month is first`]),
      ...timesSay(times),
      ...others,
      ...futureSays(dates, false, today),
      ...futureSays(dates, true, today),
    ],
  };
}

/** `03/04/2026 is Fri 3 Apr 2026`. */
function readingOf(sample: string, monthFirst: boolean): string {
  const moment = readMoment(sample, monthFirst);
  return moment ? `${sample} is ${shortDate(moment.date)}` : "";
}

function timesSay(times: readonly string[]): string[] {
  if (times.some((time) => /\d ?[ap]\.?m\.?$/i.test(time)))
    return ["Times have AM and PM, which is usual with the month first"];
  return times.some((time) => /(?:^|[ t])(?:1[3-9]|2[0-3])[:.]?[0-5]\d/i.test(time))
    ? ["Times are in 24 hours, which is usual with the day first"]
    : [];
}

function futureSays(dates: Iterable<string>, monthFirst: boolean, today: LondonDate | null): string[] {
  if (today === null) return [];
  const late = [...dates].map((cell) => readMoment(cell, monthFirst)).filter((moment) => moment && moment.date > today);
  if (late.length === 0) return [];
  const order = monthFirst ? "month" : "day";
  return [`${formatCounted(late.length, "date is", "dates are")} in the future if the ${order} is first`];
}
