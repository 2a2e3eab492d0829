import { z } from "zod";
import { FORMAT } from "~/data/export/export.server";
import type { ColumnValue, KindName, RecordKind } from "~/data/export/fields.server";
import { RECORD_KINDS } from "~/data/export/kinds.server";
import { parseJson } from "~/platform/http/parse-json";

/** Thrown when a file cannot be imported. The message is shown to the user. */
export class BackupFileError extends Error {}

/** A record of the file, checked by itself: not yet against other records. */
export interface ReadRecord {
  kind: KindName;
  /** Line of the file, from 1. */
  line: number;
  /** Values by column, in the form that the table stores; references as in the file. */
  row: Record<string, ColumnValue>;
  /** Plain texts by name, to be encrypted. */
  texts: Record<string, string>;
}

const MAX_LINE = 500_000;
const MAX_HEAD_LINES = 10;
const NOT_AN_EXPORT = "Choose a JSON file exported by Daybook. This one is not, or another program changed it";
const CUT_OFF = "This file is not complete. Export it again, then choose the new file";

/** Reads the records of a file while its bytes arrive. @throws BackupFileError */
export async function* readFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRecord> {
  let line = 0;
  let at: "start" | "head" | "records" | "end" = "start";
  for await (const text of linesOf(bytes)) {
    line += 1;
    if (at === "start") {
      refuseFormat(text);
      at = "head";
    } else if (at === "head") {
      if (line > MAX_HEAD_LINES || !/^"\w+": /.test(text)) throw new BackupFileError(NOT_AN_EXPORT);
      if (text === '"records": [') at = "records";
    } else if (at === "records") {
      if (text === "]}") at = "end";
      else yield recordOf(text, line);
    } else if (text !== "") {
      throw new BackupFileError(NOT_AN_EXPORT);
    }
  }
  if (at === "start") throw new BackupFileError(NOT_AN_EXPORT);
  if (at !== "end") throw new BackupFileError(CUT_OFF);
}

function refuseFormat(text: string): void {
  const format = /^\{"daybook": ?(\d{1,9}),$/.exec(text)?.[1];
  if (format === undefined) throw new BackupFileError(NOT_AN_EXPORT);
  if (Number(format) !== FORMAT) {
    throw new BackupFileError(
      `This file is of format ${format} of Daybook's files, and this Daybook reads format ${FORMAT}`,
    );
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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

const SCHEMAS = new Map<KindName, z.ZodType<Record<string, ColumnValue>>>();

function schemaOf({ name, fields, text_encrypted }: RecordKind): z.ZodType<Record<string, ColumnValue>> {
  const known = SCHEMAS.get(name);
  if (known) return known;
  const all = Object.entries({ ...fields, ...text_encrypted?.texts });
  const made = z.strictObject(Object.fromEntries(all.map(([field, { read }]) => [field, read])));
  SCHEMAS.set(name, made);
  return made;
}

function recordOf(text: string, line: number): ReadRecord {
  const { record, ...sent } = objectIn(text, line);
  const known = RECORD_KINDS.find(({ name, formerly }) => record === name || (formerly && record === formerly));
  if (!known) throw new BackupFileError(`Line ${line} is not something that Daybook recognises`);
  const { name: kind } = known;
  const { success, data, error } = schemaOf(known).safeParse(withCurrentNames(sent, known));
  if (!success) {
    const field = error.issues[0]?.path[0] ?? "a field that it does not know";
    throw new BackupFileError(`Line ${line}, of ${kind}: Daybook cannot read ${String(field).slice(0, 60)}`);
  }
  const at = known.disagrees?.(data) ?? null;
  if (at !== null) throw new BackupFileError(`Line ${line}, of ${kind}: its ${at} do not agree with the rest of it`);
  const names = Object.keys(known.text_encrypted?.texts ?? {});
  const row = Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
  return { kind, line, row, texts: Object.fromEntries(names.map((name) => [name, String(data[name] ?? "")])) };
}

/**
 * Renames fields that have a former name (`fieldsFormerly`). Where a record has both names, the former one stays, so
 * that the strict schema refuses it.
 */
function withCurrentNames(sent: Record<string, unknown>, { fieldsFormerly = {} }: RecordKind): Record<string, unknown> {
  return Object.entries(fieldsFormerly).reduce((record, [before, name]) => {
    if (!Object.hasOwn(record, before) || Object.hasOwn(record, name)) return record;
    const { [before]: value, ...others } = record;
    return { ...others, [name]: value };
  }, sent);
}

function objectIn(text: string, line: number): Record<string, unknown> {
  try {
    const value = parseJson(text.replace(/,$/, ""));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not JSON: refused below.
  }
  throw new BackupFileError(`Line ${line} cannot be read: another program changed it, or the file is cut off there`);
}
