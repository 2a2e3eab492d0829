import type { CsvMapping, CsvRow } from "./fields";
import type { CsvEncoding } from "./parse/decode";
import type { CsvDelimiter } from "./parse/delimiters";
import type { MapChoices } from "./parse/map-rows";

/** Rows that go to the server, and are stored, at once: all of them or none. */
export const ROWS_A_CHUNK = 1_000;

/** How the files of an import were read, and how what can be meant in two ways was taken. */
export interface ReadingWay extends MapChoices {
  /** Of each file, in their order. */
  encodings?: CsvEncoding[] | undefined;
  delimiters?: CsvDelimiter[] | undefined;
}

/** What is said of a file before its rows are sent. */
export interface FileFacts {
  /** SHA-256 of its bytes in base64url. */
  file_hash: string;
  /** Hash of its header row in base64url: files of one layout share a mapping. */
  layout: string;
  mapping: CsvMapping;
  /** How doubtful columns were read: the same file read another way brings other rows. */
  choices: ReadingWay;
  rows_read: number;
  rows_skipped: number;
  rows_merged: number;
  rows_rejected: number;
  /** That are to be sent. */
  rows_expected: number;
}

/** A row as it is sent. */
export interface SentRow extends CsvRow {
  /** Which of the rows with equal values of its file it is, from 0: two equal rows are two, however often sent. */
  ordinal: number;
}

/** All rows of a file, ready to be sent in any order. */
export function sendable(rows: readonly CsvRow[]): SentRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = valuesOf(row);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return { ...row, ordinal };
  });
}

/** The mapped values of a row as one text: equal for equal rows alone. */
export function valuesOf(row: CsvRow): string {
  const { case_date, start_minute, end_minute, age, age_unit, gender, asa, case_description } = row;
  return JSON.stringify([case_date, start_minute, end_minute, age, age_unit, gender, asa, case_description]);
}

export function inChunks<Row>(rows: readonly Row[], size = ROWS_A_CHUNK): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}

/** Why a row is not placed with the others. */
export type SkipReason = "no_session" | "two_sessions" | "identifier";

/** The reason in words, and how to mend it. */
export const SKIP_WORDS: Readonly<Record<SkipReason, string>> = {
  no_session: "No session at that time. Add the session, or add the row to another by hand",
  two_sessions: "Two sessions at that time. Choose one of them for the row by hand",
  identifier: "The description may identify a patient. Open the row and mend its text",
};

export function isSkipReason(fate: string): fate is SkipReason {
  return Object.hasOwn(SKIP_WORDS, fate);
}
