import { CsvRefusal } from "./decode";
import { readMoment, readTime } from "./moment";
import { type RawRecord, recordsOf } from "./records";
import type { CsvDelimiter, CsvRecord } from "./table";

const MOST_ROWS = 100_000;

/** What one file has below its header row. */
export interface DataRows {
  headings: string[];
  rows: RawRecord[];
  /** Empty rows, repeated headers, totals, and what stands above the header row. */
  skipped: number;
  /** Records in the file, the skipped ones too. */
  lines: number;
}

/** @param before lines of the files before this one, on which its own count on. */
export function dataRows(text: string, delimiter: CsvDelimiter, from: number, before: number): DataRows {
  const filled: RawRecord[] = [];
  let lines = 0;
  for (const records of recordsOf(text, delimiter, from)) {
    for (const record of records) {
      lines += 1;
      const cells = record.cells.map(cleaned);
      if (cells.some((cell) => cell !== "")) filled.push({ ...record, line: before + record.line, cells });
    }
    refuseIfTooMany(filled.length - HEAD_ROWS);
  }
  const header = headerIndex(filled.map(({ cells }) => cells));
  const headings = header === null ? [] : (filled[header]?.cells ?? []);
  const isHeader = headerTest(headings);
  const below = header === null ? filled : filled.slice(header + 1);
  const rows = below.filter(({ cells }) => !isTotal(cells) && !isHeader(cells));
  return { headings, rows, skipped: lines - rows.length - (header === null ? 0 : 1), lines };
}

/** Tells rows that repeat the header row: most differ in the first cell already. */
function headerTest(headings: readonly string[]): (cells: readonly string[]) => boolean {
  const [first, key] = [headings[0]?.toLowerCase(), headerKey(headings)];
  return (cells) => headings.length > 0 && cells[0]?.toLowerCase() === first && headerKey(cells) === key;
}

export function refuseIfTooMany(rows: number): void {
  if (rows <= MOST_ROWS) return;
  throw new CsvRefusal(
    "There are more than 100,000 rows. Split the file into smaller ones and import them one after the other.",
  );
}

/** A cell without what nobody sees at its ends, and without the mark that spreadsheets are kept from calculating by. */
function cleaned(cell: string): string {
  const text = (cell.includes("\0") ? cell.replaceAll("\0", "") : cell).trim();
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text;
}

/** Rows from the top among which the header row is looked for, and room for what stands above the data. */
const HEAD_ROWS = 50;
/** Cells with words that make a row a header row. */
const FEWEST_WORDS = 3;
/** Part of the columns that a row of data fills; a title with the date of the report fills fewer. */
const DATA_FILL = 0.75;

/**
 * Which of the first rows is the header: the first with three cells or more that hold something, none of them a
 * date or a number. A row of dates and numbers across most columns ends the search: the file has no header.
 */
function headerIndex(rows: readonly (readonly string[])[]): number | null {
  const top = rows.slice(0, HEAD_ROWS);
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
function isValue(cell: string): boolean {
  if (/^[+-]?\d{1,30}(?:[.,]\d{1,30})?$/.test(cell)) return true;
  return cell.length < 60 && (Boolean(readMoment(cell)) || Boolean(readTime(cell)));
}

const TOTALS = /^(?:grand |sub-? ?)?totals?(?: (?:cases|rows|records|number|count)){0,2} ?[:=]? ?[\d.,]{0,20}$/i;
const PAGES = /^page \d{1,6}(?: of(?: \d{1,6})?)?$/i;

/** "Total", "Grand total: 23", "Page 1 of 4"; never an operation, as "Total hip replacement". */
function isTotal(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== "")?.slice(0, 80) ?? "";
  return TOTALS.test(first) || PAGES.test(first);
}

/** For comparing rows of headings: letter case and blank cells at the end make no difference. */
export function headerKey(cells: readonly string[]): string {
  return withoutBlankEnd(cells)
    .map((cell) => cell.toLowerCase().replace(/\s+/g, " "))
    .join("\u001f");
}

function withoutBlankEnd(cells: readonly string[]): readonly string[] {
  return cells.at(-1) === "" ? cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1) : cells;
}

/** No case has so many continuation rows: without an end, each would make the work for the next longer. */
const MOST_FOLLOWERS = 100;

/**
 * One record for each case: continuation rows go into the row above them, and of rows that are equal in all cells
 * the first stays.
 */
export function merged(rows: readonly CsvRecord[]): { records: CsvRecord[]; merged: number } {
  const records: CsvRecord[] = [];
  let followers = 0;
  for (const row of rows) {
    const above = records.at(-1);
    followers = above && followers < MOST_FOLLOWERS && continues(row, above) ? followers + 1 : 0;
    if (above && followers > 0) records[records.length - 1] = joined(above, row);
    else records.push(row);
  }
  const known = new Set<string>();
  const different = records.filter((record) => {
    const { size } = known;
    return known.add(keyOf(record)).size > size;
  });
  return { records: different, merged: rows.length - different.length };
}

/**
 * A row whose first cell is blank while the one above has it. A row that says much by itself, or another date,
 * time or number than the one above, is a case of its own whose first column is blank by chance.
 */
function continues(row: CsvRecord, above: CsvRecord): boolean {
  if (row.cells[0] !== "" || (above.cells[0] ?? "") === "" || row.ragged || above.ragged) return false;
  const filled = row.cells.filter((cell) => cell !== "").length;
  const filledAbove = above.cells.filter((cell) => cell !== "").length;
  if (filled > Math.max(2, filledAbove / 2)) return false;
  return row.cells.every((cell, index) => {
    const known = above.cells[index] ?? "";
    return cell === "" || known === "" || cell === known || !(isValue(cell) && isValue(known));
  });
}

function joined(above: CsvRecord, row: CsvRecord): CsvRecord {
  const cells = [...above.cells];
  for (const [index, cell] of row.cells.entries()) {
    const known = cells[index] ?? "";
    if (cell === "" || known.split(" + ").includes(cell)) continue;
    cells[index] = known === "" ? cell : `${known} + ${cell}`;
  }
  return { ...above, cells, parts: [...(above.parts ?? [above.cells]), row.cells] };
}

function keyOf({ cells }: CsvRecord): string {
  return withoutBlankEnd(cells).join("\u001f");
}
