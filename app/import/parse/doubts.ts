import { findIdentifiers } from "~/ui/identifiers/rules";
import type { CsvRow } from "../fields";
import { REMARK_ORDER, type RemarkCode } from "./words";

/** What is doubtful of single values, said before anything is sent. Never carries a value. */
export interface CsvDoubt {
  code: RemarkCode | "identifier";
  /** Rows that it is about. */
  rows: number;
  /** Lines of the first of them, as the file counts them. */
  lines: number[];
}

/** Rows that are named of each doubt. */
const NAMED = 8;

/** The doubts about all rows: what may name a patient first, then what is left blank, then what was read with a guess. */
export function doubtsOf(rows: readonly CsvRow[]): CsvDoubt[] {
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
