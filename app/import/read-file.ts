import type { CsvCounts, CsvFault, CsvMapping } from "./fields";
import { type CsvDoubt, doubtsOf } from "./parse/doubts";
import type { MapChoices, MappedRows } from "./parse/map-rows";
import type { CsvRecord, CsvTable } from "./parse/table";
import type { FileFacts } from "./rules";

/** The first rows that the mapping page shows (specification, section 9). */
export const ROWS_SHOWN = 4;
/** Of the table of rejected rows: the file of all of them can be downloaded. */
export const FAULTS_SHOWN = 20;

/** What the mapping page knows of a file: nothing of its rows beyond the first. */
export interface ReadFile {
  files: CsvTable["files"];
  fileHash: string;
  layout: string;
  columns: CsvTable["columns"];
  /** The first rows by date. */
  first: Pick<CsvRecord, "line" | "cells">[];
  suggestion: CsvMapping;
}

/** What a mapping makes of it. */
export interface MappedFile {
  /** Rows that are to be imported. */
  rows: number;
  counts: CsvCounts;
  faults: CsvFault[];
  notices: MappedRows["notices"];
  doubts: CsvDoubt[];
}

export function readFileOf(table: CsvTable): ReadFile {
  const { files, fileHash, layout, columns, suggestion } = table;
  const first = table.records.slice(0, ROWS_SHOWN).map(({ line, cells }) => ({ line, cells }));
  return { files, fileHash, layout, columns, first, suggestion };
}

export function mappedFileOf({ rows, counts, faults, notices }: MappedRows): MappedFile {
  return { rows: rows.length, counts, faults: faults.slice(0, FAULTS_SHOWN), notices, doubts: doubtsOf(rows) };
}

export function factsOf(file: ReadFile, { mapping, choices }: Wanted, { rows, counts }: MappedFile): FileFacts {
  return {
    file_hash: file.fileHash,
    layout: file.layout,
    mapping,
    choices: {
      ...choices,
      // Read as another encoding, or cut at another separator, the same bytes are other rows.
      encodings: file.files.map(({ encoding }) => encoding),
      delimiters: file.files.map(({ delimiter }) => delimiter),
    },
    rows_read: counts.read,
    rows_skipped: counts.skipped,
    rows_merged: counts.merged,
    rows_rejected: counts.rejected,
    rows_expected: rows,
  };
}

/** How a person wants a file read. */
export interface Wanted {
  mapping: CsvMapping;
  choices: MapChoices;
}
