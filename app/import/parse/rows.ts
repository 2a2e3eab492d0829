import type { CsvDelimiter } from "./delimiters";
import { headerIndex, headerKey, isTotal } from "./header";
import { type RawRecord, recordsOf } from "./records";
import { MOST_ROWS, tooManyRows } from "./refusals";

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
