import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Cipher, UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { hex } from "~/platform/db/json-rows.server";
import { londonIso, parseInstantOfAnyYear } from "~/platform/time/instants";
import type { ColumnValue, FileValue } from "./fields.server";
import type { EncryptedTexts, RowKind } from "./kinds.server";

/**
 * A row of a table as a record of a file, and back: values as the app has them, by column, instants in ISO, encrypted
 * text open. What is empty is left out, since half of a case is empty.
 */
export type FileRecord = Readonly<Record<string, FileValue>>;

/** A row in the form that its table stores, by column, blobs as hex; and its plain texts by name, to be encrypted. */
export interface ReadRow {
  row: Record<string, ColumnValue>;
  texts: Record<string, string>;
}

/**
 * @param row as Drizzle reads it
 * @param forUser whether text that cannot be opened is replaced by words that say so: the import of a user's file takes
 *   no encrypted text
 */
export async function recordOf(
  cipher: Cipher,
  { columns, encrypted }: RowKind,
  row: Record<string, unknown>,
  forUser = false,
): Promise<FileRecord> {
  const filled = columns.filter(({ name }) => row[name] !== null);
  const plain = filled.map((column) => [column.name, written(column, row[column.name])] as const);
  return Object.fromEntries([...plain, ...(encrypted ? await opened(cipher, encrypted, row, forUser) : [])]);
}

function written(column: SQLiteColumn, value: unknown): FileValue {
  if (value instanceof Uint8Array) return hex(value);
  return isInstant(column) ? londonIso(value as number) : (value as FileValue);
}

function isInstant({ name, dataType }: SQLiteColumn): boolean {
  return dataType === "number" && name.endsWith("_at");
}

/** What cannot be opened stays in the record as it is stored: a backup loses nothing by it. */
async function opened(
  cipher: Cipher,
  { column, ref, place, names, as }: EncryptedTexts,
  row: Record<string, unknown>,
  forUser: boolean,
): Promise<[string, string][]> {
  const blob = row[column.name] as Uint8Array | null;
  if (blob === null) return [];
  const texts = await cipher
    .decrypt(place(String(row[ref.name])), blob)
    .then((text) => (as === "json" ? (JSON.parse(text) as Record<string, string>) : { [names[0] as string]: text }))
    .catch(() => null);
  if (texts === null) return [forUser ? [names[0] as string, UNREADABLE_TEXT] : [column.name, hex(blob)]];
  return names.flatMap((name): [string, string][] => (texts[name] ? [[name, texts[name]]] : []));
}

/** @param record whose fields are known to be right, or are refused by the table */
export function rowOf({ columns, encrypted }: RowKind, record: FileRecord): ReadRow {
  const row = Object.fromEntries(columns.map((column) => [column.name, stored(column, record[column.name] ?? null)]));
  const unopened = encrypted && record[encrypted.column.name];
  if (encrypted && unopened !== undefined) row[encrypted.column.name] = String(unopened);
  return {
    row,
    texts: Object.fromEntries((encrypted?.names ?? []).map((name) => [name, String(record[name] ?? "")])),
  };
}

/** A column that the file does not have gets what a new row has. */
function stored(column: SQLiteColumn, value: FileValue): ColumnValue {
  if (value === null) return column.notNull && column.default !== undefined ? stored(column, column.default) : null;
  if (column.getSQLType() === "blob") return value as string;
  if (isInstant(column) && typeof value === "string") return instantOf(value);
  return column.mapToDriverValue(value) as ColumnValue;
}

/** Also beyond the last year of a form: a night of 31 December 2099 ends after it. */
function instantOf(value: string): number {
  const at = parseInstantOfAnyYear(value);
  if (at === null) throw new Error("A file has an instant that is none");
  return at;
}

/** The row with its texts encrypted. */
export async function encryptedRow(cipher: Cipher, { encrypted }: RowKind, { row, texts }: ReadRow) {
  if (!encrypted || encrypted.column.name in row) return row;
  const { column, ref, place, as } = encrypted;
  const text = textToEncrypt(texts, as, column.notNull);
  const blob = await cipher.encrypt(place(String(row[ref.name])), text);
  return { ...row, [column.name]: blob && hex(blob) };
}

function textToEncrypt(texts: Record<string, string>, as: "text" | "json", isRequired: boolean): string | null {
  const all = Object.values(texts);
  if (all.every((text) => text === "") && !isRequired) return null;
  return as === "json" ? JSON.stringify(texts) : (all[0] ?? null);
}
