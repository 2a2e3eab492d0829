import { Buffer } from "node:buffer";
import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { ExportedTable } from "~/data/catalogue.server";
import type { OwnTable } from "~/data/table-entry.server";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { readDate } from "~/platform/time/dates";
import { MINUTE_MS } from "~/platform/time/durations";
import { londonIso, parseInstant } from "~/platform/time/instants";

/** A kind of record: the rows of an exported table, or the items of a column (`case_options`). */
export type KindName = ExportedTable | "case_options";

/** A value as a file writes it. */
export type FileValue = string | number | boolean | null | object;
/** A value as its column holds it: JSON as text, a blob as hex. */
export type ColumnValue = string | number | null;

/** One column of a kind of record, or one of its encrypted texts: how it is written to a file and read back. */
export interface Field {
  /** What the field means, for the dictionary. */
  words: string;
  /** What its values look like, for the dictionary. */
  shape: string;
  /** Converts the value that Drizzle read. */
  write(value: unknown): FileValue;
  /** Checks a file's value and converts it to the column's. */
  read: z.ZodType<ColumnValue>;
  refs?: References;
  /** How a table shows it to people where a file for machines has a code: a label, PAs. */
  inTable?: { shape: string; show(value: FileValue): FileValue };
}

/** The records that a field refers to. */
export interface References {
  kinds: readonly KindName[];
  /** False if the record may be missing. */
  must: boolean;
}

/** A reference as `newRef` makes it. */
const REF = /^[\w-]{22}$/;
const MAX_LETTERS = 20_000;

function unchanged(value: unknown): FileValue {
  return value as FileValue;
}

function field(shape: string, words: string, read: z.ZodType<ColumnValue>, write = unchanged): Field {
  return { shape, words, read, write };
}

/** Makes a field nullable. */
export function optional(given: Field): Field {
  const { refs } = given;
  const write = (value: unknown) => (value === null ? null : given.write(value));
  const read = z.union([z.null(), given.read]).default(null);
  return { ...given, shape: `${given.shape}, or empty`, read, write, ...(refs && { refs }) };
}

/**
 * Gives a field that older files lack a default.
 * @param before the value that is assumed for them, as a file writes it
 */
export function withDefault(given: Field, before: FileValue): Field {
  return { ...given, read: given.read.prefault(before) };
}

export function ref(words: string): Field {
  return field("identifier", words, z.string().regex(REF));
}

/** A reference to a record that must exist. @param isOne whether a text has the form of such a reference */
export function requiredReference(kind: KindName, words: string, isOne = (held: string) => REF.test(held)): Field {
  const read = z.string().max(22).refine(isOne);
  return { ...field(`identifier of ${kind}`, words, read), refs: { kinds: [kind], must: true } };
}

/** As `requiredReference`, for a record that may have been deleted since: no foreign key keeps it. */
export function optionalReference(kind: KindName, words: string, isOne?: (held: string) => boolean): Field {
  const { refs, ...named } = requiredReference(kind, words, isOne);
  return { ...named, ...(refs && { refs: { ...refs, must: false } }) };
}

/** The choices of a report, as in its address: some of them refer to plans and elements. */
export function reportChoices(words: string): Field {
  return text(words, 4000);
}

export function text(words: string, most = MAX_LETTERS): Field {
  return field("text", words, z.string().max(most));
}

/** Text that is stored encrypted. */
export function encryptedText(words: string): Field {
  return field("text", words, z.string().max(MAX_LETTERS).default(""));
}

/** Text that matches a pattern: words that the app knows, codes. */
export function pattern(words: string, of: RegExp): Field {
  return field("text", words, z.string().max(300).regex(of));
}

/** @param given the codes, or a label for each of them */
export function oneOf(words: string, given: readonly string[] | Readonly<Record<string, string>>): Field {
  const values = isList(given) ? given : Object.keys(given);
  const plain = field(`one of: ${values.map((value) => value || "(nothing)").join(", ")}`, words, z.enum(values));
  return isList(given) ? plain : withLabels(plain, given);
}

/** @param labels of the codes */
export function withLabels(given: Field, labels: Readonly<Record<string, string>>): Field {
  return { ...given, inTable: { shape: "text", show: (code) => labels[String(code)] ?? code } };
}

function isList(given: readonly string[] | Readonly<Record<string, string>>): given is readonly string[] {
  return Array.isArray(given);
}

export function integer(words: string, least = -1e9, most = 1e9): Field {
  return field("whole number", words, z.int().min(least).max(most));
}

/** Programmed activities in units of 1/3600. */
export function paUnits(words: string, least?: number, most?: number): Field {
  const show = (units: FileValue) => Math.round((Number(units) * 10_000) / PA_UNITS) / 10_000;
  return { ...integer(words, least, most), inTable: { shape: "number of PAs", show } };
}

export function boolean(words: string): Field {
  const read = z.boolean().transform((value) => (value ? 1 : 0));
  return field("true or false", words, read);
}

export function date(words: string): Field {
  const read = z.string().refine((value) => readDate(value) === value);
  return field("date: 2026-11-21", words, read);
}

/** @param step milliseconds of which the instant must be a multiple */
export function instant(words: string, step = 1): Field {
  const read = z
    .string()
    .max(40)
    .transform((value, context) => {
      const at = parseInstant(value);
      if (at !== null && at % step === 0) return at;
      context.addIssue({ code: "custom", message: "no instant" });
      return z.NEVER;
    });
  return field("instant: 2026-11-21T12:00:00+00:00", words, read, (value) => londonIso(value as number));
}

/** Times of work are whole minutes. */
export function minuteAt(words: string): Field {
  return instant(words, MINUTE_MS);
}

/** A column that holds JSON. */
export function json(words: string, of: z.ZodType): Field {
  return field("JSON", words, of.transform((value) => JSON.stringify(value)) as z.ZodType<ColumnValue>);
}

export function bytes(words: string): Field {
  const read = z
    .string()
    .max(200)
    .regex(/^([0-9a-f]{2})*$/);
  return field("hexadecimal", words, read, (value) => Buffer.from(value as Uint8Array).toString("hex"));
}

/** Columns that every record of a diary has beside its reference. */
export const times = {
  created_at: instant("when it was made"),
  updated_at: instant("when it was last changed"),
};
export const version = { version: integer("goes up whenever it is saved, from 1", 1) };
export const notes = { notes: encryptedText("notes") };

/** Texts that are stored encrypted, in one blob for each row: plain in a file, encrypted again by an import. */
interface TextFields {
  texts: Readonly<Record<string, Field>>;
  /** Whether the blob holds one text, or several as JSON by name. */
  as: "text" | "json";
}

export interface EncryptedTexts extends TextFields {
  /** The place that the cipher binds the blob to, from the row's own columns. */
  place(row: Readonly<Record<string, ColumnValue>>): string;
}

/** How the rows of a table are written to a file. */
export interface RecordFields {
  name: KindName;
  /** Its name in older files. */
  formerly?: string;
  /** Names of its fields in older files, each with the present name. */
  fieldsFormerly?: Readonly<Record<string, string>>;
  /** What one record is, for the dictionary. */
  description: string;
  /**
   * Every column except the owner, the encrypted one, and one that holds records of another kind; in place of
   * `payer_ref` the payer's name.
   */
  fields: Readonly<Record<string, Field>>;
  text_encrypted?: TextFields;
  /** Condition on the rows that are records, if not all are; it names columns without their table. */
  only?: SQL;
  /**
   * Names the part of a row that contradicts the rest, such as `times`, where no constraint of the table prevents it;
   * null when none does.
   */
  disagrees?(row: Readonly<Record<string, ColumnValue>>): string | null;
  /**
   * Column that refers to the record that this one is a part of: it is imported, left out and deleted with that record.
   */
  partOf?: string;
  /** For records that are not rows but items of a column: the table and the column. */
  itemsOf?: { table: ExportedTable; column: string };
  /**
   * Columns that, besides the reference, identify a record of its user: one with equal values is the same record,
   * created again. Case is ignored.
   */
  sameBy?: readonly string[];
}

/** One kind of record of a diary: its table, and how its rows are written to a file. */
export interface RecordKind extends RecordFields {
  table: OwnTable;
  text_encrypted?: EncryptedTexts;
}

/** Columns that identify a record of its user. */
export function keyOf({ fields }: RecordKind): readonly string[] {
  return "unique_ref" in fields ? ["unique_ref"] : ["case_ref", "option_id"];
}
