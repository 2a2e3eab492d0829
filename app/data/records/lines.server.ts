import { parseJson } from "~/platform/http/parse-json";
import { londonIso } from "~/platform/time/instants";
import type { FileRecord } from "./codec.server";
import { type Reader, readRecords, type Snapshot } from "./read-rows.server";

/**
 * The one format of exports and backups: a JSON object on each line. The first has the number of the format and when the
 * file was made, each other one a record, the last how many there are, so that a file that was cut off is recognised.
 */

/** Raised when files of before are no longer read. Exports of format 1 and backups of format 2 were other files. */
export const FORMAT = 3;

/** Thrown when a file cannot be read. The message is shown to the user. */
export class BackupFileError extends Error {}

const NOT_AN_EXPORT = "Choose a JSON file exported by Daybook. This one is not, or another program changed it";
const CUT_OFF = "This file is not complete. Export it again, then choose the new file";

/** @param about what else the first line says */
export function headLine(now: number, about: object): string {
  return JSON.stringify({ daybook: FORMAT, made_at: londonIso(now), ...about });
}

/** The records of a snapshot, a line each, page by page. */
export async function* recordLines(by: Reader, snapshot: Snapshot): AsyncGenerator<string[]> {
  for await (const [{ name }, records] of readRecords(by, snapshot)) {
    if (records.length > 0) yield records.map((fields) => JSON.stringify({ record: name, ...fields }));
  }
}

export function endLine(records: number): string {
  return JSON.stringify({ records });
}

/** A record of a file, not checked yet. */
export interface RecordLine {
  name: unknown;
  /** Line of the file, from 1. */
  line: number;
  record: FileRecord;
}

/** Reads lines while they arrive. @param checkHead throws if the first line is of another file @throws BackupFileError */
export async function* readLines(
  lines: AsyncIterable<string>,
  checkHead: (head: FileRecord) => void = () => {},
): AsyncGenerator<RecordLine> {
  let [line, announced]: [number, unknown] = [0, null];
  for await (const text of lines) {
    line += 1;
    if (line === 1) checkHead(headOf(text));
    else if (announced !== null) {
      if (text !== "") throw new BackupFileError(NOT_AN_EXPORT);
    } else {
      const { record: name, ...record } = objectIn(text, line);
      if (name !== undefined || !("records" in record)) yield { name, line, record };
      else if (record.records === line - 2) announced = record.records;
      else throw new BackupFileError(CUT_OFF);
    }
  }
  if (line === 0) throw new BackupFileError(NOT_AN_EXPORT);
  if (announced === null) throw new BackupFileError(CUT_OFF);
}

function headOf(text: string): FileRecord {
  // As the first line of format 1 is no JSON by itself.
  const format = /^\{"daybook(?:_backup)?": ?(\d{1,9})[,}]/.exec(text)?.[1];
  if (format === undefined) throw new BackupFileError(NOT_AN_EXPORT);
  if (Number(format) === FORMAT) return objectIn(text, 1);
  throw new BackupFileError(
    `This file is of format ${format} of Daybook's files, and this Daybook reads format ${FORMAT}`,
  );
}

/** Characters of a line that are held in memory at most. */
const MAX_LINE = 500_000;

/** The lines of a file of bytes. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const piece of bytes) {
    const lines = (rest + decoded(() => decoder.decode(piece, { stream: true }))).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE) throw new BackupFileError(NOT_AN_EXPORT);
    for (const line of lines) yield line.trimEnd();
  }
  rest += decoded(() => decoder.decode());
  if (rest !== "") yield rest.trimEnd();
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new BackupFileError(NOT_AN_EXPORT);
  }
}

function objectIn(text: string, line: number): FileRecord {
  try {
    const value = parseJson(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as FileRecord;
  } catch {
    // Not JSON: refused below.
  }
  throw new BackupFileError(`Line ${line} cannot be read: another program changed it, or the file is cut off there`);
}
