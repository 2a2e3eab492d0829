import { MOST_ROWS, tooManyRows } from "./decode";
import { headerIndex, headerKey, isTotal, isValue, type RawRecord, recordsOf } from "./records";
import type { CsvDelimiter, CsvRecord } from "./table";

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
    if (filled.length > MOST_ROWS + HEAD_ROWS) throw tooManyRows();
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

/** Room for what stands above the data. */
const HEAD_ROWS = 50;

/** A cell without what nobody sees at its ends, and without the mark that spreadsheets are kept from calculating by. */
function cleaned(cell: string): string {
  const text = (cell.includes("\0") ? cell.replaceAll("\0", "") : cell).trim();
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text;
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
  const different: CsvRecord[] = [];
  for (const record of records) {
    const key = keyOf(record);
    if (!known.has(key)) different.push(record);
    known.add(key);
  }
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
  return { ...above, cells };
}

function keyOf({ cells }: CsvRecord): string {
  const filled = cells.at(-1) === "" ? cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1) : cells;
  return filled.join("\u001f");
}
