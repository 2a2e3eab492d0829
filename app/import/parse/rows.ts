import { columnsOf, suggestMapping } from "./columns";
import { CsvRefusal } from "./decode";
import { readMoment, readTime } from "./moment";
import { type RawRecord, recordsOf } from "./records";
import type { CsvDelimiter, CsvRecord } from "./table";

const MAX_ROWS = 100_000;

/** The content of one file below its header row. */
export interface DataRows {
  headings: string[];
  rows: RawRecord[];
  /** Empty rows, repeated headers, totals, and rows above the header row. */
  skipped: number;
  /** Records in the file, including the skipped ones. */
  lines: number;
}

/**
 * Reads the rows of one file.
 * @param before number of lines of the files before this one, from which its line numbers continue
 */
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
  const header = lowestHeader(filled.map(({ cells }) => cells));
  const headings = header === null ? [] : (filled[header]?.cells ?? []);
  const isHeader = headerTest(headings);
  const rows = filled.slice(header ?? 0).filter(({ cells }) => !isTotal(cells) && !isHeader(cells));
  return { headings, rows, skipped: lines - rows.length - (header === null ? 0 : 1), lines };
}

/**
 * Returns the test for the header row and rows that repeat it. It compares the first cell first, as most rows differ
 * there.
 */
function headerTest(headings: readonly string[]): (cells: readonly string[]) => boolean {
  const [first, key] = [headings[0]?.toLowerCase(), headerKey(headings)];
  return (cells) => cells[0]?.toLowerCase() === first && headerKey(cells) === key;
}

export function refuseIfTooMany(rows: number): void {
  if (rows <= MAX_ROWS) return;
  throw new CsvRefusal(
    "There are more than 100,000 rows. Split the file into smaller ones and import them one after the other.",
  );
}

/**
 * The text of a cell without white space at its ends, without NUL characters, and without the apostrophe that keeps
 * spreadsheets from calculating it. Some programs write `="0815"` for a text, and `1.0` for the number 1.
 */
function cleaned(cell: string): string {
  const given = (cell.includes("\0") ? cell.replaceAll("\0", "") : cell).trim();
  const text = given.startsWith('="') ? given.replace(/^="([^"]*)"$/, "$1").trim() : given;
  if (/^[1-9]\d{0,7}\.0$/.test(text)) return text.slice(0, -2);
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text;
}

/** Rows from the top among which the header row is searched, and the allowance for rows above the data. */
const HEAD_ROWS = 50;
/** Cells with words that make a row a header row. */
const FEWEST_WORDS = 3;
/** Share of the columns that a row of data fills; a title with the date of the report fills fewer. */
const DATA_FILL = 0.75;

/**
 * Index of the header among the first rows: the first row with three or more cells that hold something, none of them a
 * date or a number. A row of dates and numbers across most columns ends the search: the file has no header, and the
 * result is null.
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

/** Rows that headings may take together. */
const HEADER_ROWS = 4;

/**
 * Index of the header row; of headings in several rows, such as `Patient, Times` above `Age, Start`, of the one in which
 * most fields are recognised.
 */
function lowestHeader(rows: readonly (readonly string[])[]): number | null {
  const first = headerIndex(rows);
  if (first === null) return null;
  const below = rows.slice(first, first + HEADER_ROWS);
  const data = below.findIndex((cells) => cells.some(isValue));
  // Nothing says that a further row is not a case without any date or number.
  if (data < 2) return first;
  const known = below
    .slice(0, data)
    .map((cells) => Object.keys(suggestMapping(columnsOf(cells, cells.length, []))).length);
  return first + known.indexOf(Math.max(...known));
}

/** Whether a cell is a number, a date or a time, which is never a heading. */
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

/** Key for comparing header rows: letter case and blank cells at the end make no difference. */
export function headerKey(cells: readonly string[]): string {
  return withoutBlankEnd(cells)
    .map((cell) => cell.toLowerCase().replace(/\s+/g, " "))
    .join("\u001f");
}

function withoutBlankEnd(cells: readonly string[]): readonly string[] {
  return cells.at(-1) === "" ? cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1) : cells;
}

/** Most continuation rows of a case. Without a limit, each would make the work for the next one longer. */
const MAX_FOLLOWERS = 100;

/**
 * Returns one record for each case: continuation rows are merged into the row above them, and of rows that are equal in
 * all cells the first is kept.
 */
export function merged(rows: readonly CsvRecord[]): { records: CsvRecord[]; merged: number } {
  const records: CsvRecord[] = [];
  let followers = 0;
  for (const row of rows) {
    const above = records.at(-1);
    followers = above && followers < MAX_FOLLOWERS && continues(row, above) ? followers + 1 : 0;
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
 * Whether a row continues the one above: its first cell is blank, and that of the one above is not. A row with many
 * values, or with another date, time or number than the one above, is a separate case whose first column is blank by
 * chance.
 */
function continues(row: CsvRecord, above: CsvRecord): boolean {
  if (row.cells[0] !== "" || (above.cells[0] ?? "") === "" || row.ragged || above.ragged) return false;
  const filled = row.cells.filter((cell) => cell !== "").length;
  const filledAbove = above.cells.filter((cell) => cell !== "").length;
  if (filled > Math.max(2, filledAbove / 2)) return false;
  return row.cells.every((cell, index) => {
    const known = above.cells[index] ?? "";
    return cell === known || !(isValue(cell) && isValue(known));
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
