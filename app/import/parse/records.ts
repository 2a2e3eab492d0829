import Papa from "papaparse";
import { MOST_CHARACTERS_A_ROW, MOST_COLUMNS, openQuote, tooLongRow, tooManyColumns } from "./decode";
import { readMoment, readTime } from "./moment";
import { CSV_DELIMITERS, type CsvDelimiter } from "./table";

export interface RawRecord {
  /** Of the file, from 1: a line break inside quotes begins no new one. */
  line: number;
  cells: string[];
  /** A quotation mark stands where none can: the cells may be cut wrongly. */
  strayQuote: boolean;
}

const CHARACTERS_A_SLICE = 262_144;
const GUESSED_FROM_RECORDS = 50;
const GUESSED_FROM_CHARACTERS = 100_000;

interface Parsed {
  data: string[][];
  errors: { code: string; row?: number }[];
  meta: { cursor: number };
}

/** Some programs say their separator on a first line that spreadsheets hide: `sep=;`. */
const SAID = /^sep=([,;\t|])(?:\r\n?|\n|$)/i;

/**
 * The separator that cuts most of the first records into the same number of cells, and into more of them; and
 * where the records begin.
 */
export function delimiterOf(text: string): { delimiter: CsvDelimiter; from: number } {
  const said = SAID.exec(text.slice(0, 10));
  if (said) return { delimiter: said[1] as CsvDelimiter, from: said[0].length };
  const sample = evened(text.slice(0, GUESSED_FROM_CHARACTERS), ",");
  const whole = text.length <= GUESSED_FROM_CHARACTERS;
  let best: { delimiter: CsvDelimiter; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of Object.keys(CSV_DELIMITERS) as CsvDelimiter[]) {
    const { data } = parse(sample, delimiter, !whole, GUESSED_FROM_RECORDS);
    const widths = new Map<number, number>();
    for (const { length } of data) widths.set(length, (widths.get(length) ?? 0) + 1);
    const score = Math.max(0, ...[...widths].map(([width, records]) => (width - 1) * records));
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, from: 0 };
}

/** The records of a text, a slice of it at a time. Throws a refusal for what cannot be cut into records. */
export function* recordsOf(text: string, delimiter: CsvDelimiter, from = 0): Generator<RawRecord[], void> {
  let [at, rest, line, size] = [from, "", 0, CHARACTERS_A_SLICE];
  while (at < text.length) {
    const end = text[at + size - 1] === "\r" ? at + size + 1 : at + size;
    rest += evened(text.slice(at, end), delimiter);
    at = end;
    const isLast = at >= text.length;
    const { data, errors, meta } = parse(rest, delimiter, !isLast);
    if (errors.some(({ code }) => code === "MissingQuotes")) throw openQuote(line + data.length);
    // After the last line end comes nothing more.
    if (isLast && data.at(-1)?.join("") === "" && data.at(-1)?.length === 1) data.pop();
    const stray = new Set(errors.map(({ row }) => row));
    const records = data.map((cells, index) => ({ line: line + index + 1, cells, strayQuote: stray.has(index) }));
    const wide = records.find(({ cells }) => cells.length > MOST_COLUMNS);
    if (wide) throw tooManyColumns(wide.line);
    const long = records.find(({ cells }) => lengthOf(cells) > MOST_CHARACTERS_A_ROW);
    if (long) throw tooLongRow(long.line);
    line += data.length;
    rest = rest.slice(meta.cursor);
    // A record that does not end within a slice: look further, but not again and again through the same text.
    size = data.length === 0 ? size * 2 : CHARACTERS_A_SLICE;
    if (!isLast && rest.length > MOST_CHARACTERS_A_ROW) throw tooLongRow(line + 1);
    yield records;
  }
}

function parse(text: string, delimiter: CsvDelimiter, ignoreLastRow: boolean, preview = 0): Parsed {
  return new Papa.Parser({ delimiter, newline: "\n", preview }).parse(text, 0, ignoreLastRow);
}

/**
 * Every kind of line end as one. Long stretches of blank characters are cut short, as the parser looks through them
 * at every quotation mark; between tabs they are cells.
 */
function evened(text: string, delimiter: CsvDelimiter): string {
  const blanks = delimiter === "\t" ? /([^\S\n]{1100})[^\S\n]+/g : /([^\S\n]{100})[^\S\n]+/g;
  return text.replace(/\r\n?/g, "\n").replace(blanks, "$1");
}

function lengthOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

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
