import { Buffer } from "node:buffer";
import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { ExportedTable } from "~/data/catalogue.server";
import type { OwnTable } from "~/data/table-entry.server";
import { readDate } from "~/platform/time/dates";
import { instantOf, londonIso } from "~/platform/time/instants";

/** A table whose rows are records, or what stands in a column of one and is a record each. */
export type KindName = ExportedTable | "case_options";

/** A value as a file writes it. */
export type Written = string | number | boolean | null | object;
/** A value as its column holds it: JSON as text, a blob as hex. */
export type Held = string | number | null;

/** One column of a kind of record, or one text of its encrypted ones: how it is written, and what is taken back. */
export interface Field {
  /** What it is, for the dictionary. */
  words: string;
  /** What its values look like, for the dictionary. */
  shape: string;
  /** From what drizzle read. */
  write(value: unknown): Written;
  /** Checks what a file holds, and makes of it what the column holds. */
  read: z.ZodType<Held>;
  refs?: References;
}

/** Of a field that points at other records. */
export interface References {
  kinds: readonly KindName[];
  /** False for one that may name what is not there. */
  must: boolean;
}

/** As `newRef` makes them. */
const REF = /^[\w-]{22}$/;
const MOST_LETTERS = 20_000;

function asIs(value: unknown): Written {
  return value as Written;
}

function field(shape: string, words: string, read: z.ZodType<Held>, write = asIs): Field {
  return { shape, words, read, write };
}

/** Of a field that may have no value. */
export function optional(given: Field): Field {
  const { refs } = given;
  const write = (value: unknown) => (value === null ? null : given.write(value));
  const read = z.union([z.null(), given.read]).default(null);
  return { ...given, shape: `${given.shape}, or empty`, read, write, ...(refs && { refs }) };
}

/** Of a field that files of before do not have. @param before what a file would say of it then */
export function later(given: Field, before: Written): Field {
  return { ...given, read: given.read.prefault(before) };
}

export function ref(words: string): Field {
  return field("identifier", words, z.string().regex(REF));
}

export function refTo(kind: KindName, words: string, isOne = (held: string) => REF.test(held)): Field {
  const read = z.string().max(22).refine(isOne);
  return { ...field(`identifier of ${kind}`, words, read), refs: { kinds: [kind], must: true } };
}

/** As `refTo`, of a record that may have gone since: no table holds it there. */
export function mayName(kind: KindName, words: string, isOne?: (held: string) => boolean): Field {
  const { refs, ...named } = refTo(kind, words, isOne);
  return { ...named, ...(refs && { refs: { ...refs, must: false } }) };
}

/** The choices of a report as its address has them: some of them name plans and elements. */
export function reportChoices(words: string): Field {
  return text(words, 4000);
}

export function text(words: string, most = MOST_LETTERS): Field {
  return field("text", words, z.string().max(most));
}

/** Text that the cipher keeps. */
export function encryptedText(words: string): Field {
  return field("text", words, z.string().max(MOST_LETTERS).default(""));
}

/** Text of a pattern: words that the app knows, codes. */
export function pattern(words: string, of: RegExp): Field {
  return field("text", words, z.string().max(300).regex(of));
}

export function oneOf(words: string, values: readonly string[]): Field {
  return field(`one of: ${values.map((value) => value || "(nothing)").join(", ")}`, words, z.enum(values));
}

export function whole(words: string, least = -1e9, most = 1e9): Field {
  return field("whole number", words, z.int().min(least).max(most));
}

export function yes(words: string): Field {
  const read = z.boolean().transform((value) => (value ? 1 : 0));
  return field("true or false", words, read);
}

export function date(words: string): Field {
  const read = z.string().refine((value) => readDate(value) === value);
  return field("date: 2026-11-21", words, read);
}

/** @param step in milliseconds: what the instant is a multiple of */
export function instant(words: string, step = 1): Field {
  const read = z
    .string()
    .max(40)
    .transform((value, context) => {
      const at = instantOf(value);
      if (at !== null && at % step === 0) return at;
      context.addIssue({ code: "custom", message: "no instant" });
      return z.NEVER;
    });
  return field("instant: 2026-11-21T12:00:00+00:00", words, read, (value) => londonIso(value as number));
}

/** Times of work are whole minutes. */
export function minuteAt(words: string): Field {
  return instant(words, 60_000);
}

/** What its column holds as JSON. */
export function json(words: string, of: z.ZodType): Field {
  return field("JSON", words, of.transform((value) => JSON.stringify(value)) as z.ZodType<Held>);
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
export const version = { version: whole("goes up whenever it is saved, from 1", 1) };
export const notes = { notes: encryptedText("notes") };

/** Text that the cipher keeps, one blob a row: opened in a file, encrypted again when it is taken back. */
interface TextFields {
  texts: Readonly<Record<string, Field>>;
  /** One text as it is, or several as JSON by name. */
  as: "text" | "json";
}

export interface EncryptedTexts extends TextFields {
  /** Where the cipher binds it, by the row's own columns. */
  place(row: Readonly<Record<string, Held>>): string;
}

/** How the rows of a table stand in a file. */
export interface RecordFields {
  name: KindName;
  /** Its name in files of before. */
  formerly?: string;
  /** Names of its fields in files of before, each with the name of now. */
  fieldsFormerly?: Readonly<Record<string, string>>;
  /** What one record is, for the dictionary. */
  description: string;
  /** Every column but the owner, the encrypted one, and one with records of another kind; of `payer_ref` the name. */
  fields: Readonly<Record<string, Field>>;
  text_encrypted?: TextFields;
  /** Which rows are records, where not all are: a condition with columns by their bare names. */
  only?: SQL;
  /** What of a row does not agree with the rest of it, where the table itself does not see to it: `times`. */
  disagrees?(row: Readonly<Record<string, Held>>): string | null;
  /** The column that names the record that this one is a part of: it comes and goes with that. */
  partOf?: string;
  /** Where its records are no rows, but stand in the rows of another table, in this column of it. */
  itemsOf?: { table: ExportedTable; column: string };
  /**
   * Columns that tell two records apart for their user, beside the reference: one of the same is the same thing, made
   * again. Letters of either case are the same.
   */
  sameBy?: readonly string[];
}

/** One kind of record of a diary: the table that holds them, and how they stand in a file. */
export interface RecordKind extends RecordFields {
  table: OwnTable;
  text_encrypted?: EncryptedTexts;
}

/** What finds a record in its table. */
export function keyOf({ fields }: RecordKind): readonly string[] {
  return "unique_ref" in fields ? ["unique_ref"] : ["case_ref", "option_id"];
}
