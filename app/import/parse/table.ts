import type { CsvMapping } from "../fields";
import type { CsvEncoding } from "./decode";

/** A file as it was read. What was guessed can be chosen otherwise. */
export interface CsvFile {
  name: string;
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
  /** Lines of the files before it: `line` counts on through all files of one reading. */
  before: number;
}

export interface CsvColumn {
  /** From 0: what a mapping names. */
  index: number;
  /** As a spreadsheet names it: A, B, … AA. */
  letter: string;
  /** As the file has it; empty where it has none. */
  heading: string;
  /** To call it by: its heading, with the letter where that is missing or there twice. */
  label: string;
  /** Up to three different values, cut short. */
  samples: string[];
}

/** A data row: trimmed cells. Those of a row with a cell too many, or cut at a stray quotation mark, are `ragged`. */
export interface CsvRecord {
  line: number;
  cells: string[];
  /** Of a case that goes on in further rows: the cells of each row, the first one's too. */
  parts?: string[][];
  ragged?: "cells" | "quotes";
}

/** What files hold before their columns are mapped. It never leaves the device. */
export interface CsvTable {
  files: CsvFile[];
  /** SHA-256 of the bytes: knows a file that comes again. */
  fileHash: string;
  /** SHA-256 of the header row: finds the mapping that was used for it. */
  layout: string;
  columns: CsvColumn[];
  records: CsvRecord[];
  /** `read` is what `records` holds and what was merged into them; what was skipped comes on top. */
  counts: { read: number; skipped: number; merged: number };
  suggestion: CsvMapping;
  /** The ages may be those of the day on which the file was made. */
  agesAtExport: boolean;
}

/** Where a line of the table stands in its own file. */
export function whereIs(table: Pick<CsvTable, "files">, line: number): { file: string; line: number } {
  const file = table.files.findLast(({ before }) => before < line);
  return { file: file?.name ?? "", line: line - (file?.before ?? 0) };
}

/** `Row 3`; of several files `theatre.csv, row 3`. */
export function formatRow(table: Pick<CsvTable, "files">, line: number): string {
  const place = whereIs(table, line);
  return table.files.length > 1 ? `${place.file}, row ${place.line}` : `Row ${place.line}`;
}

/** A, B, … Z, AA, AB … */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** What may stand between two cells, with the words for it. */
export const CSV_DELIMITERS = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" } as const;

export type CsvDelimiter = keyof typeof CSV_DELIMITERS;
