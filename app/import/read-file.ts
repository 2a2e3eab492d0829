import type { NamedOption } from "~/diary/case-lines/line-case";
import { byLetters } from "~/platform/letter-order";
import type { LondonDate } from "~/platform/time/london";
import { findIdentifiers } from "~/ui/identifiers/rules";
import type { CsvCounts, CsvFault, CsvMapping, CsvRow, WordTable } from "./fields";
import type { CsvEncoding } from "./parse/decode";
import type { FieldWords } from "./parse/field-words";
import type { MapChoices, MappedRows } from "./parse/map-rows";
import { REMARK_ORDER, type RemarkCode } from "./parse/remarks";
import type { CsvDelimiter, CsvRecord, CsvTable } from "./parse/table";

/** Rows of one request, which are stored together: all of them or none. */
export const ROWS_PER_CHUNK = 1_000;

/** How the files of an import were read, and which readings of ambiguous values were chosen. */
export interface ReadingChoices extends MapChoices {
  /** Of each file, in the order of the files. */
  encodings?: CsvEncoding[] | undefined;
  delimiters?: CsvDelimiter[] | undefined;
}

/** The facts of a file, sent before its rows. */
export interface FileFacts {
  /** SHA-256 of its bytes in base64url. */
  file_hash: string;
  /** Hash of its header row in base64url: files of one layout share a mapping. */
  layout: string;
  mapping: CsvMapping;
  /** How ambiguous columns were read: the same file read another way yields other rows. */
  choices: ReadingChoices;
  rows_read: number;
  rows_skipped: number;
  rows_merged: number;
  rows_rejected: number;
  /** Rows that are to be sent. */
  rows_expected: number;
}

/** A row as it is sent. */
export interface SentRow extends CsvRow {
  /**
   * Number, from 0, among the rows of its file with equal values: two equal rows count as two, however often they are
   * sent.
   */
  ordinal: number;
}

/** All rows of a file as they are sent: in the order of its lines, which stays the same when the file is read again. */
export function rowsToSend(rows: readonly CsvRow[]): SentRow[] {
  const seen = new Map<string, number>();
  const sorted = rows.toSorted((one, other) => one.line - other.line);
  return sorted.map((row) => {
    const key = valuesOf(row);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return { ...row, ordinal };
  });
}

/** The mapped values of a row as one text, which is equal only for equal rows. */
export function valuesOf(row: CsvRow): string {
  const { case_date, start_minute, end_minute, age, age_unit, gender, asa, case_description } = row;
  return JSON.stringify([case_date, start_minute, end_minute, age, age_unit, gender, asa, case_description]);
}

export function inChunks<Row>(rows: readonly Row[], size = ROWS_PER_CHUNK): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}

/** A doubt about single values, shown before anything is sent. Never contains a value. */
interface CsvDoubt {
  code: RemarkCode | "identifier";
  /** Number of rows with this doubt. */
  rows: number;
  /** Lines of the first of these rows, as the file counts them. */
  lines: number[];
}

/** Rows that are listed for each doubt. */
const NAMED = 8;

/** The doubts about all rows: first texts that may name a patient, then values that are left blank, then guesses. */
function doubtsOf(rows: readonly CsvRow[]): CsvDoubt[] {
  const lines = new Map<CsvDoubt["code"], number[]>();
  const note = (code: CsvDoubt["code"], line: number) => {
    const noted = lines.get(code) ?? [];
    lines.set(code, noted);
    // Start and end of one row may both be doubtful.
    if (noted.at(-1) !== line) noted.push(line);
  };
  for (const { line, case_description, remarks } of rows) {
    if (findIdentifiers(case_description).length > 0) note("identifier", line);
    for (const { code } of remarks) note(code as RemarkCode, line);
  }
  return (["identifier", ...REMARK_ORDER] as const).flatMap((code) => {
    const noted = lines.get(code);
    return noted ? [{ code, rows: noted.length, lines: noted.sort((one, other) => one - other).slice(0, NAMED) }] : [];
  });
}

/** The first rows that the mapping page shows (specification, section 9). */
const ROWS_SHOWN = 4;
/** Most lines of the table of rejected rows; the file of all of them can be downloaded. */
const FAULTS_SHOWN = 20;

/** What the mapping page knows of a file: only its first rows. */
export interface ReadFile {
  files: CsvTable["files"];
  fileHash: string;
  layout: string;
  columns: CsvTable["columns"];
  /** The first rows by date. */
  first: Pick<CsvRecord, "line" | "cells">[];
  suggestion: CsvMapping;
}

/** The result of a mapping for the file. */
export interface MappedFile {
  /** Number of rows that are to be imported. */
  rows: number;
  counts: CsvCounts;
  faults: CsvFault[];
  notices: MappedRows["notices"];
  open: MappedRows["open"];
  doubts: CsvDoubt[];
  people: MappedRows["people"];
  words: FieldWords[];
}

/** The lines of a file that the server has, from its imports that were not undone. */
export interface StoredLines {
  /** How the latest import was read. */
  mapping: CsvMapping;
  choices: ReadingChoices;
  /** Lines that wait, or whose case is in the diary; `placed` counts only those in the diary. */
  stored: number;
  placed: number;
}

/**
 * How many new rows the import of a file would bring, as far as this file tells: read as before, none that is stored;
 * read another way, all except the placed ones. Rows that another file has brought are counted once they arrive.
 */
export function newRowsOf(file: ReadFile, wanted: Reading, mapped: MappedFile, there: StoredLines | null): number {
  if (!there) return mapped.rows;
  const { mapping, choices } = factsOf(file, wanted, mapped);
  const same = isSame(mapping, there.mapping) && isSame(choices, there.choices);
  return Math.max(0, mapped.rows - (same ? there.stored : there.placed));
}

/** Whether two mappings, or two ways of reading, are equal. */
export function isSame(one: object, other: object): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

/**
 * The fields sorted by name, without undefined ones, so that equal values have equal JSON: the database compares it.
 */
export function inOrder<Fields extends object>(fields: Fields): Fields {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.sort(([one], [other]) => byLetters(one, other))) as Fields;
}

export function readFileOf(table: CsvTable): ReadFile {
  const { files, fileHash, layout, columns, suggestion } = table;
  const first = table.records.slice(0, ROWS_SHOWN).map(({ line, cells }) => ({ line, cells }));
  return { files, fileHash, layout, columns, first, suggestion };
}

export function mappedFileOf({ rows, faults, ...mapped }: MappedRows): MappedFile {
  return { ...mapped, rows: rows.length, faults: faults.slice(0, FAULTS_SHOWN), doubts: doubtsOf(rows) };
}

export function factsOf(file: ReadFile, { mapping, choices }: Reading, mapped: MappedFile): FileFacts {
  const { rows, counts } = mapped;
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
    rows_read: counts.read - counts.cancelled - counts.others,
    rows_skipped: counts.skipped + counts.cancelled + counts.others,
    rows_merged: counts.merged,
    rows_rejected: counts.rejected,
    rows_expected: rows,
  };
}

/** How the user wants a file to be read. */
interface Reading {
  mapping: CsvMapping;
  choices: MapChoices;
}

/** The same, with what else is needed to read it. */
export interface ReadingRequest extends Reading {
  /** Options of the user's own that are offered: words may stand for them. */
  own: readonly NamedOption[];
  /** A later date is marked. */
  today: LondonDate;
}

/** The answers about whole columns that also hold for the next file of the layout. */
export function lastingAnswers({ usDates, genderCodes, mine }: MapChoices): MapChoices {
  return {
    ...(usDates !== undefined && { usDates }),
    ...(genderCodes !== undefined && { genderCodes }),
    ...(mine !== undefined && { mine }),
  };
}

/**
 * Adds the meanings of words that the user chose earlier. Without any, `choices` stay unchanged, so that they equal
 * those of a first import.
 */
export function withWords(choices: MapChoices, words: WordTable): MapChoices {
  return Object.keys(words).length > 0 ? { ...choices, words } : choices;
}
