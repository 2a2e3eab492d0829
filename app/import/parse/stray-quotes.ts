import type { CsvDelimiter } from "./table";

interface LenientRecords {
  data: string[][];
  /** Indexes of the records with a quotation mark out of place. */
  stray: ReadonlySet<number>;
  /** Where the first record begins that is not complete. */
  cursor: number;
}

/**
 * Cuts a text into records, as the strict parser does, but with quotation marks out of place as letters of their cell:
 * `12" nail`, `"L" knee`. One that opens a cell and is closed nowhere opens none.
 * @param isLast the text does not go on: its last record is complete, and no quotation mark is closed further on
 * @param mayClose a quotation mark may be closed where the text goes on
 */
export function lenientRecords(
  text: string,
  delimiter: CsvDelimiter,
  isLast: boolean,
  mayClose = !isLast,
): LenientRecords {
  const data: string[][] = [];
  const stray = new Set<number>();
  let [at, cursor, lineEnd] = [0, 0, -1];
  let cells: string[] = [];
  while (at <= text.length) {
    if (lineEnd < at) lineEnd = endOf(text, "\n", at);
    const closing = text[at] === '"' ? closingQuote(text, delimiter, at, lineEnd) : OUT_OF_PLACE;
    if (closing === NOT_FOUND && mayClose) break;
    let end: number;
    if (closing >= 0) {
      const content = text.slice(at + 1, closing);
      end = afterBlanks(text, closing + 1);
      if (isProper(content)) cells.push(content.replaceAll('""', '"'));
      else {
        cells.push(content);
        stray.add(data.length);
      }
    } else {
      // Within its line: a search in the whole text would take longer with each line.
      const line = text.slice(at, lineEnd);
      const content = line.slice(0, endOf(line, delimiter));
      end = at + content.length;
      cells.push(content);
      if (content.includes('"') && !TEXT_OF_FORMULA.test(content)) stray.add(data.length);
    }
    at = end + 1;
    if (text[end] === delimiter) continue;
    if (end >= text.length && !isLast) break;
    data.push(cells);
    cells = [];
    cursor = Math.min(at, text.length);
  }
  stray.delete(data.length);
  return { data, stray, cursor };
}

/** Some programs write `="0815"` for a text. */
const TEXT_OF_FORMULA = /^="[^"]*"$/;

const NOT_FOUND = -1;
const OUT_OF_PLACE = -2;

/**
 * Index of the mark that closes a cell; negative if there is none. A first single mark that no separator follows is out
 * of place: the cell is then closed on its line, before another one opens, or not at all.
 */
function closingQuote(text: string, delimiter: CsvDelimiter, open: number, lineEnd: number): number {
  let at = nextSingle(text, open + 1);
  if (at === NOT_FOUND) return NOT_FOUND;
  if (isClosing(text, delimiter, at)) return at;
  const opened = text.slice(at, lineEnd).indexOf(`${delimiter}"`);
  const limit = opened === -1 ? lineEnd : at + opened;
  while (at !== -1 && at < limit) {
    if (isClosing(text, delimiter, at)) return at;
    at = text.indexOf('"', at + 1);
  }
  return OUT_OF_PLACE;
}

function nextSingle(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function isClosing(text: string, delimiter: CsvDelimiter, at: number): boolean {
  const next = text[afterBlanks(text, at + 1)];
  return next === undefined || next === delimiter || next === "\n";
}

/** Marks within a cell are doubled. */
function isProper(content: string): boolean {
  return !content.replaceAll('""', "").includes('"');
}

const MAX_BLANKS = 100;

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " && at - from < MAX_BLANKS) at += 1;
  return at;
}

function endOf(text: string, sought: string, from = 0): number {
  const at = text.indexOf(sought, from);
  return at === -1 ? text.length : at;
}
