import Papa from "papaparse";
import { CsvRefusal } from "./decode";
import { lenientRecords } from "./stray-quotes";
import { CSV_DELIMITERS, type CsvDelimiter } from "./table";

export interface RawRecord {
  /** Number in the file, from 1: a line break inside quotes does not begin a new record. */
  line: number;
  cells: string[];
  /** There is a quotation mark out of place: the cells may be cut wrongly. */
  strayQuote: boolean;
}

const MAX_COLUMNS = 1_000;
/** Far more than any cell that a person reads, and few enough that one row never blocks a page. */
const MAX_CHARACTERS_PER_ROW = 1_000_000;
const CHARACTERS_A_SLICE = 262_144;
const GUESSED_FROM_RECORDS = 50;
const GUESSED_FROM_CHARACTERS = 100_000;

interface Parsed {
  data: string[][];
  errors: { code: string; row?: number }[];
  meta: { cursor: number };
}

/** Some programs name their separator on a first line that spreadsheets hide: `sep=;`. */
const SEPARATOR_LINE = /^sep=([,;\t|])(?:\r\n?|\n|$)/i;

/**
 * Guesses the separator: the one that cuts most of the first records into the same number of cells, and into more of
 * them.
 * @returns `from`: where the records begin
 */
export function delimiterOf(text: string): { delimiter: CsvDelimiter; from: number } {
  const said = SEPARATOR_LINE.exec(text.slice(0, 10));
  if (said) return { delimiter: said[1] as CsvDelimiter, from: said[0].length };
  const sample = withUniformLines(text.slice(0, GUESSED_FROM_CHARACTERS), ",");
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

/**
 * Yields the records of a text, one slice at a time.
 * @throws CsvRefusal when the text cannot be cut into records
 */
export function* recordsOf(text: string, delimiter: CsvDelimiter, from = 0): Generator<RawRecord[], void> {
  let [at, rest, line] = [from, "", 0];
  while (at < text.length) {
    const begun = at;
    at += CHARACTERS_A_SLICE;
    // A line end of two characters is not cut in two.
    if (text[at - 1] === "\r") at += 1;
    rest += withUniformLines(text.slice(begun, at), delimiter);
    const isLast = at >= text.length;
    const { data, stray, cursor } = cut(rest, delimiter, isLast);
    // After the last line end there is no further record.
    if (isLast && data.at(-1)?.join("") === "" && data.at(-1)?.length === 1) data.pop();
    const records = data.map((cells, index) => ({ line: line + index + 1, cells, strayQuote: stray.has(index) }));
    const wide = records.find(({ cells }) => cells.length > MAX_COLUMNS);
    if (wide) {
      throw new CsvRefusal(
        `Row ${wide.line} has more than 1,000 columns. Delete the columns that are not needed, or choose another separator.`,
      );
    }
    const long = records.find(
      ({ cells }) => cells.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS_PER_ROW,
    );
    if (long) throw tooLongRow(long.line);
    line += data.length;
    rest = rest.slice(cursor);
    if (!isLast && rest.length > MAX_CHARACTERS_PER_ROW) throw tooLongRow(line + 1);
    yield records;
  }
}

/** Cuts a text strictly; where one of its cells has a quotation mark, leniently: it may be out of place. */
function cut(text: string, delimiter: CsvDelimiter, isLast: boolean) {
  const { data, errors, meta } = parse(text, delimiter, !isLast);
  const isOdd = errors.length > 0 || data.some((cells) => cells.some((cell) => cell.includes('"')));
  const tooLong = text.length - meta.cursor > MAX_CHARACTERS_PER_ROW;
  if (isOdd || tooLong) return lenientRecords(text, delimiter, isLast, !isLast && !tooLong);
  return { data, stray: new Set<number>(), cursor: meta.cursor };
}

function parse(text: string, delimiter: CsvDelimiter, ignoreLastRow: boolean, preview = 0): Parsed {
  return new Papa.Parser({ delimiter, newline: "\n", preview }).parse(text, 0, ignoreLastRow);
}

/**
 * Replaces all kinds of line ends by `\n`. Shortens long runs of blank characters, as the parser scans them at every
 * quotation mark; between tabs they are cells.
 */
function withUniformLines(text: string, delimiter: CsvDelimiter): string {
  const blanks = delimiter === "\t" ? /([^\S\n]{1100})[^\S\n]+/g : /([^\S\n]{100})[^\S\n]+/g;
  return text.replace(/\r\n?/g, "\n").replace(blanks, "$1");
}

function tooLongRow(line: number): CsvRefusal {
  return new CsvRefusal(
    `Row ${line} has more than 1,000,000 characters. Shorten it, and look for a quotation mark (") in it that is opened and not closed.`,
  );
}
