import { z } from "zod";
import type { ExportedTable } from "~/data/catalogue.server";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { FIRST_YEAR, LAST_YEAR, readDate } from "~/platform/time/dates";
import { MINUTE_MS } from "~/platform/time/durations";
import { parseInstantOfAnyYear } from "~/platform/time/instants";
import { londonInstant } from "~/platform/time/london";

/** A value as a file has it. */
export type FileValue = string | number | boolean | null | object;
/** A value as its column stores it: JSON as text, a blob as hex. */
export type ColumnValue = string | number | null;

/** One field of a kind of record: a column, or one of its encrypted texts. */
export interface Field {
  /** What the field means, for the dictionary. */
  words: string;
  /** What its values look like, for the dictionary. */
  shape: string;
  /** Checks the value of a file that a user brings. */
  check: z.ZodType;
  refs?: References;
  /** How a table shows it to people where a file for machines has a code: a label, PAs, a name. */
  inTable?: { shape: string; show(value: FileValue, names: Names): FileValue };
}

/** Names of a user's own things, by reference. */
export type Names = ReadonlyMap<string, string>;

/** The records that a field refers to. */
export interface References {
  kind: ExportedTable;
  /** False if the record may be missing. */
  must: boolean;
  /** Whether the field has options of a case, of which any may be one. */
  isList?: true;
}

/** A reference as `newRef` makes it. */
const REF = /^[\w-]{22}$/;
const MAX_LETTERS = 20_000;

function field(shape: string, words: string, check: z.ZodType): Field {
  return { shape, words, check };
}

/** Makes a field nullable. */
export function optional(given: Field): Field {
  return { ...given, shape: `${given.shape}, or empty`, check: given.check.nullish() };
}

export function ref(words: string): Field {
  return field("identifier", words, z.string().regex(REF));
}

/** A reference to a record that must exist. */
export function requiredReference(kind: ExportedTable, words: string): Field {
  return { ...ref(words), shape: `identifier of ${kind}`, refs: { kind, must: true } };
}

/** As `requiredReference`, for a record that may have been deleted since: no foreign key keeps it. */
export function optionalReference(kind: ExportedTable, words: string): Field {
  return { ...requiredReference(kind, words), refs: { kind, must: false } };
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
  return field("text", words, z.string().max(MAX_LETTERS).optional());
}

/** Text that matches a pattern: words that the app knows, codes. */
export function pattern(words: string, of: RegExp): Field {
  return field("text", words, z.string().max(300).regex(of));
}

/** @param given the codes, or a label for each of them */
export function oneOf(words: string, given: readonly string[] | Readonly<Record<string, string>>): Field {
  const labels = isList(given) ? Object.fromEntries(given.map((code) => [code, code.replaceAll("_", " ")])) : given;
  const codes = Object.keys(labels);
  const plain = field(`one of: ${codes.map((code) => code || "(nothing)").join(", ")}`, words, z.enum(codes));
  return withLabels(plain, labels);
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
  return field("true or false", words, z.boolean());
}

export function date(words: string): Field {
  return field(
    "date: 2026-11-21",
    words,
    z.string().refine((value) => readDate(value) === value),
  );
}

const FIRST_AT = londonInstant(`${FIRST_YEAR}-01-01`);
/** A night of the last day that a form takes ends after its year. */
const LAST_AT = londonInstant(`${LAST_YEAR + 1}-01-02`);

/** @param step milliseconds of which the instant must be a multiple */
export function instant(words: string, step = 1): Field {
  const isInstant = (value: string) => {
    const at = parseInstantOfAnyYear(value);
    return at !== null && at >= FIRST_AT && at <= LAST_AT && at % step === 0;
  };
  return field("instant: 2026-11-21T12:00:00+00:00", words, z.string().max(40).refine(isInstant));
}

/** Times of work are whole minutes. */
export function minuteAt(words: string): Field {
  return instant(words, MINUTE_MS);
}

/** A column that holds JSON. */
export function json(words: string, of: z.ZodType): Field {
  return field("JSON", words, of);
}

export function bytes(words: string): Field {
  const hex = z
    .string()
    .max(200)
    .regex(/^([0-9a-f]{2})*$/);
  return field("hexadecimal", words, hex);
}

/** Columns that every record of a diary has beside its reference. */
export const times = {
  created_at: instant("when it was made"),
  updated_at: instant("when it was last changed"),
};
export const version = { version: integer("the number of the change that left it; 1 of none", 1) };
export const notes = { notes: encryptedText("notes") };

/** How the rows of an exported table are described and checked. */
export interface RecordFields {
  name: ExportedTable;
  /** What one record is, for the dictionary. */
  description: string;
  /** Every column except the owner and the encrypted one. */
  fields: Readonly<Record<string, Field>>;
  /** Texts that are stored encrypted in one blob for each row: as one text, or several as JSON by name. */
  texts?: { fields: Readonly<Record<string, Field>>; as: "text" | "json" };
  /** Field with the name by which tables for people show a reference to it. */
  nameField?: string;
  /**
   * Names the part of a row that contradicts the rest, such as `times`, where no constraint of the table prevents it;
   * null when none does.
   */
  disagrees?(row: Readonly<Record<string, ColumnValue>>): string | null;
  /**
   * Column that refers to the record that this one is a part of: it is imported, left out and deleted with that record.
   */
  partOf?: string;
  /**
   * Columns that, besides the reference, identify a record of its user: one with equal values is the same record,
   * created again. Case is ignored.
   */
  sameBy?: readonly string[];
}
