import { base64url, hashOf } from "~/platform/db/tokens";
import { byLetters } from "~/platform/letter-order";
import { columnsOf, sortedByDate, suggestMapping } from "./columns";
import { type CsvEncoding, CsvRefusal, decode } from "./decode";
import { delimiterOf, type RawRecord } from "./records";
import { type DataRows, dataRows, headerKey, merged, refuseIfTooMany } from "./rows";
import type { CsvDelimiter, CsvFile, CsvRecord, CsvTable } from "./table";

const MAX_BYTES = 50_000_000;

export interface SourceFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The user's choices in place of the guesses. */
export interface ReadOptions {
  encoding?: CsvEncoding;
  delimiter?: CsvDelimiter;
}

/** A table, or a message that says why there is none and how to correct that. */
export type CsvReading = { ok: true; table: CsvTable } | { ok: false; message: string };

/**
 * Reads files of one layout into one table. They are read in the order of the hashes of their bytes, regardless of the
 * order in which they were chosen, so that lines keep their numbers when the same files are read again.
 */
export async function readFiles(chosen: readonly SourceFile[], options: ReadOptions = {}): Promise<CsvReading> {
  const hashed = await Promise.all(
    chosen.map(async (file) => {
      const hash = await crypto.subtle.digest("SHA-256", file.bytes);
      return { file, hash: base64url(new Uint8Array(hash)) };
    }),
  );
  const sorted = hashed.sort((one, other) => byLetters(one.hash, other.hash));
  try {
    const table = tableOf(
      sorted.map(({ file }) => file),
      options,
    );
    const hashes = sorted.map(({ hash }) => hash);
    const fileHash = hashes.length === 1 ? (hashes[0] as string) : await hashOf(hashes.join(" "));
    const headings = headerKey(table.columns.map(({ heading }) => heading));
    const layout = await hashOf(headings === "" ? `${table.columns.length} columns` : headings);
    return { ok: true, table: { ...table, fileHash, layout } };
  } catch (error) {
    if (error instanceof CsvRefusal) return { ok: false, message: error.message };
    throw error;
  }
}

function tableOf(sources: readonly SourceFile[], options: ReadOptions): Omit<CsvTable, "fileHash" | "layout"> {
  const files: CsvFile[] = [];
  const parts: DataRows[] = [];
  let [lines, length] = [0, 0];
  for (const { name, bytes } of sources) {
    length += bytes.length;
    if (length > MAX_BYTES) {
      throw new CsvRefusal(`${name} is larger than 50 MB. Split it into smaller files and choose them one by one.`);
    }
    const { text, encoding } = decode(bytes, options.encoding);
    const { delimiter, from } = options.delimiter ? { delimiter: options.delimiter, from: 0 } : delimiterOf(text);
    const part = dataRows(text, delimiter, from, lines);
    if (part.rows.length === 0) {
      throw new CsvRefusal(`${name} has no rows with cases. Choose a file with a header row and rows below it.`);
    }
    if (headerKey(part.headings) !== headerKey(parts[0]?.headings ?? part.headings)) {
      throw new CsvRefusal(
        `${name} and ${files[0]?.name ?? ""} have different columns. Import them one after the other.`,
      );
    }
    files.push({ name, encoding, delimiter, before: lines });
    parts.push(part);
    lines += part.lines;
  }
  const all = parts.flatMap(({ rows }) => rows);
  refuseIfTooMany(all.length);
  const headings = parts[0]?.headings ?? [];
  const limit = widthOf(headings, all);
  const { records, merged: count } = merged(all.map((row) => withRagged(row, limit)));
  const sorted = sortedByDate(records);
  const columns = columnsOf(headings, usedWidth(headings, sorted), sorted);
  const skipped = parts.reduce((sum, part) => sum + part.skipped, 0);
  return {
    ...{ files, columns, records: sorted },
    counts: { read: all.length, skipped, merged: count },
    suggestion: suggestMapping(columns),
    agesAtExport: hasAgesAtExport(headings, sorted),
  };
}

/** Number of columns, without those at the right that have neither a heading nor a value. */
function usedWidth(headings: readonly string[], records: readonly CsvRecord[]): number {
  const whole = records.filter(({ ragged }) => !ragged);
  const last = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== "") + 1;
  return whole.reduce((width, { cells }) => Math.max(width, last(cells)), Math.max(1, last(headings)));
}

const SURGINET = /surginet/i;
const LOOKED_AT = 1_000;

/**
 * Whether the file is from a theatre system that calculates ages on the day of the export, so that ages in old cases
 * are too high.
 */
function hasAgesAtExport(headings: readonly string[], records: readonly CsvRecord[]): boolean {
  if (headings.some((heading) => SURGINET.test(heading) || /^patient_age_/i.test(heading))) return true;
  return records.slice(0, LOOKED_AT).some(({ cells }) => cells.some((cell) => cell.length < 60 && SURGINET.test(cell)));
}

/**
 * Number of cells that a row may have: as many as the header row, or as most rows if they have more. A further cell
 * means that there is a separator in a text without quotation marks, and that values are in wrong columns.
 */
function widthOf(headings: readonly string[], rows: readonly RawRecord[]): number {
  const lengths = new Map<number, number>();
  for (const { cells } of rows) lengths.set(cells.length, (lengths.get(cells.length) ?? 0) + 1);
  const [width = 0, count = 0] = [...lengths].sort((one, other) => other[1] - one[1])[0] ?? [];
  return headings.length === 0 || count * 2 > rows.length ? Math.max(headings.length, width) : headings.length;
}

function withRagged({ line, cells, strayQuote }: RawRecord, width: number): CsvRecord {
  if (strayQuote && cells.length !== width) return { line, cells, ragged: "quotes" };
  return cells.some((cell, index) => index >= width && cell !== "")
    ? { line, cells, ragged: "cells" }
    : { line, cells, ...(strayQuote && { strayQuote }) };
}
