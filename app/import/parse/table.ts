import type { CsvMapping } from "../fields";
import type { CsvEncoding } from "./decode";

/** A file as it was read. The guessed encoding and separator can be changed. */
export interface CsvFile {
  name: string;
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
  /** Number of lines of the files before it: `line` counts through all files of one reading. */
  before: number;
}

export interface CsvColumn {
  /** From 0, as a mapping refers to it. */
  index: number;
  /** As a spreadsheet names it: A, B, … AA. */
  letter: string;
  /** As in the file; empty if it has none. */
  heading: string;
  /**
   * Its name in the pages: the heading, or the letter if there is none; with the letter when another has the same
   * heading.
   */
  label: string;
  /** Up to three different values, cut short. */
  samples: string[];
}

/** A data row with trimmed cells. `ragged`: it has a cell too many, or was cut at a stray quotation mark. */
export interface CsvRecord {
  line: number;
  cells: string[];
  /** For a case with continuation rows: the cells of each row, including the first. */
  parts?: string[][];
  ragged?: "cells" | "quotes";
  /** It has a quotation mark out of place, and as many cells as other rows. */
  strayQuote?: true;
}

/** The content of files before their columns are mapped. It never leaves the device. */
export interface CsvTable {
  files: CsvFile[];
  /** SHA-256 of the bytes: recognises a file that is chosen again. */
  fileHash: string;
  /** SHA-256 of the header row: finds the mapping that was used for it. */
  layout: string;
  columns: CsvColumn[];
  records: CsvRecord[];
  /** `read` counts the rows of `records` and those that were merged into them; `skipped` is counted separately. */
  counts: { read: number; skipped: number; merged: number };
  suggestion: CsvMapping;
  /** The ages may be those on the day when the file was made. */
  agesAtExport: boolean;
}

/** The file of a line of the table, and its number there. */
export function fileLineOf(table: Pick<CsvTable, "files">, line: number): { file: string; line: number } {
  const file = table.files.findLast(({ before }) => before < line);
  return { file: file?.name ?? "", line: line - (file?.before ?? 0) };
}

/** `Row 3`; with several files `theatre.csv, row 3`. */
export function formatRow(table: Pick<CsvTable, "files">, line: number): string {
  const place = fileLineOf(table, line);
  return table.files.length > 1 ? `${place.file}, row ${place.line}` : `Row ${place.line}`;
}

/** A, B, … Z, AA, AB … */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** Separators of cells, with their labels. */
export const CSV_DELIMITERS = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" } as const;

export type CsvDelimiter = keyof typeof CSV_DELIMITERS;
