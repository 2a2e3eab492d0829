import { readMoment } from "./values/moment";
import { readTime } from "./values/time";

/** Rows from the top among which the header row is looked for. */
const LOOKED_AT = 50;
/** Cells with words that make a row a header row. */
const FEWEST_WORDS = 3;
/** Part of the columns that a row of data fills; a title with the date of the report fills fewer. */
const DATA_FILL = 0.75;

/**
 * Which of the first rows is the header: the first with three cells or more that hold something, none of them a
 * date or a number. A row of dates and numbers across most columns ends the search: the file has no header.
 */
export function headerIndex(rows: readonly (readonly string[])[]): number | null {
  const top = rows.slice(0, LOOKED_AT);
  const width = Math.max(0, ...top.map((cells) => cells.length));
  for (const [index, cells] of top.entries()) {
    const filled = cells.filter((cell) => cell !== "");
    const hasValue = filled.some(isValue);
    if (!hasValue && filled.length >= Math.min(FEWEST_WORDS, width)) return index;
    if (hasValue && filled.length >= width * DATA_FILL) return null;
  }
  return null;
}

/** A number, a date or a time: what never heads a column. */
export function isValue(cell: string): boolean {
  return isNumber(cell) || (cell.length < 60 && (Boolean(readMoment(cell)) || Boolean(readTime(cell))));
}

function isNumber(cell: string): boolean {
  return /^[+-]?\d{1,30}(?:[.,]\d{1,30})?$/.test(cell);
}

const TOTALS = /^(?:grand |sub-? ?)?totals?(?: (?:cases|rows|records|number|count)){0,2} ?[:=]? ?[\d.,]{0,20}$/i;
const PAGES = /^page \d{1,6}(?: of(?: \d{1,6})?)?$/i;

/** "Total", "Grand total: 23", "Page 1 of 4"; never an operation, as "Total hip replacement". */
export function isTotal(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== "")?.slice(0, 80) ?? "";
  return TOTALS.test(first) || PAGES.test(first);
}

/** For comparing rows of headings: letter case and blank cells at the end make no difference. */
export function headerKey(cells: readonly string[]): string {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
  return filled.map((cell) => cell.toLowerCase().replace(/\s+/g, " ")).join("\u001f");
}
