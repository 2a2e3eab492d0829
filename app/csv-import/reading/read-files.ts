import { base64url } from "~/db/base64url";
import { hashOf } from "~/db/hash";
import { columnsOf, sortedByDate } from "./columns";
import { type CsvEncoding, type Decoded, decode } from "./decode";
import type { CsvDelimiter } from "./delimiters";
import { headerKey } from "./header";
import { merged } from "./merge";
import { delimiterOf } from "./records";
import { CsvRefusal, MOST_ROWS, noRows, otherColumns, refuseIfTooLong, tooManyRows } from "./refusals";
import { type DataRows, dataRows } from "./rows";
import { atOnce, inSlices, ROWS_A_SLICE, type Slices } from "./slices";
import { suggestMapping } from "./suggest";
import type { CsvFile, CsvRecord, CsvTable } from "./table";
import { widthOf, withRagged } from "./width";

export interface SourceFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a person chose in place of the guess. */
export interface ReadOptions {
  encoding?: CsvEncoding;
  delimiter?: CsvDelimiter;
}

/** A table, or words that say why there is none and how to mend that. */
export type CsvReading = { ok: true; table: CsvTable } | { ok: false; message: string };

/** Reads files of one layout into one table, a slice at a time: the page goes on answering. */
export function readFiles(files: readonly SourceFile[], options: ReadOptions = {}): Promise<CsvReading> {
  return answered(files, () => inSlices(reading(files.map(fromBytes), options)));
}

/** The same in one go, for the Worker. */
export function readFilesAtOnce(files: readonly SourceFile[], options: ReadOptions = {}): Promise<CsvReading> {
  return answered(files, async () => atOnce(reading(files.map(fromBytes), options)));
}

/**
 * Reads text that a page without script carries on, decoded before. @param encoding in which it was read. The hash of
 * the table is that of the text in UTF-8: the page carries the hash of the file too.
 */
export function readText(
  name: string,
  text: string,
  encoding: CsvEncoding,
  options: ReadOptions = {},
): Promise<CsvReading> {
  const bytes = new TextEncoder().encode(text);
  const source = { name, length: bytes.length, decode: () => ({ text, encoding }) };
  return answered([{ name, bytes }], async () => atOnce(reading([source], options)));
}

interface Source {
  name: string;
  length: number;
  decode: (chosen?: CsvEncoding) => Decoded;
}

function fromBytes({ name, bytes }: SourceFile): Source {
  return { name, length: bytes.length, decode: (chosen) => decode(bytes, chosen) };
}

type Unhashed = Omit<CsvTable, "fileHash" | "layout">;

async function answered(files: readonly SourceFile[], read: () => Promise<Unhashed>): Promise<CsvReading> {
  try {
    const table = await read();
    const hashes = await Promise.all(files.map(({ bytes }) => crypto.subtle.digest("SHA-256", bytes)));
    const each = hashes.map((hash) => base64url(new Uint8Array(hash))).sort();
    const fileHash = each.length === 1 ? (each[0] as string) : await hashOf(each.join(" "));
    const headings = headerKey(table.columns.map(({ heading }) => heading));
    const layout = await hashOf(headings === "" ? `${table.columns.length} columns` : headings);
    return { ok: true, table: { ...table, fileHash, layout } };
  } catch (error) {
    if (error instanceof CsvRefusal) return { ok: false, message: error.message };
    throw error;
  }
}

function* reading(sources: readonly Source[], options: ReadOptions): Slices<Unhashed> {
  const files: CsvFile[] = [];
  const parts: DataRows[] = [];
  let [lines, length] = [0, 0];
  for (const source of sources) {
    length += source.length;
    refuseIfTooLong(source.name, length);
    const { text, encoding } = source.decode(options.encoding);
    yield;
    const { delimiter, from } = options.delimiter ? { delimiter: options.delimiter, from: 0 } : delimiterOf(text);
    const part = yield* dataRows(text, delimiter, from, lines);
    if (part.rows.length === 0) throw noRows(source.name);
    if (headerKey(part.headings) !== headerKey(parts[0]?.headings ?? part.headings)) {
      throw otherColumns(source.name, files[0]?.name ?? "");
    }
    files.push({ name: source.name, encoding, delimiter, before: lines });
    parts.push(part);
    lines += part.lines;
  }
  return yield* tableOf(files, parts);
}

function* tableOf(files: CsvFile[], parts: readonly DataRows[]): Slices<Unhashed> {
  const all = parts.flatMap(({ rows }) => rows);
  if (all.length > MOST_ROWS) throw tooManyRows();
  const headings = parts[0]?.headings ?? [];
  const limit = widthOf(headings, all);
  yield;
  const { records, merged: count } = yield* merged(all.map((row) => withRagged(row, limit)));
  const sorted = yield* sortedByDate(records);
  yield;
  const columns = columnsOf(headings, usedWidth(headings, sorted), sorted);
  const skipped = parts.reduce((sum, part) => sum + part.skipped, 0);
  return {
    ...{ files, columns, records: sorted },
    counts: { read: all.length, skipped, merged: count },
    suggestion: suggestMapping(columns),
    agesAtExport: hasAgesAtExport(headings, sorted),
  };
}

/** Columns at the right that have neither heading nor value are not shown. */
function usedWidth(headings: readonly string[], records: readonly CsvRecord[]): number {
  const whole = records.filter(({ ragged }) => !ragged);
  const last = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== "") + 1;
  return whole.reduce((width, { cells }) => Math.max(width, last(cells)), Math.max(1, last(headings)));
}

const SURGINET = /surginet/i;

/** One theatre system works ages out on the day of the export: old cases come out too old. */
function hasAgesAtExport(headings: readonly string[], records: readonly CsvRecord[]): boolean {
  if (headings.some((heading) => SURGINET.test(heading) || /^patient_age_/i.test(heading))) return true;
  return records
    .slice(0, ROWS_A_SLICE)
    .some(({ cells }) => cells.some((cell) => cell.length < 60 && SURGINET.test(cell)));
}
