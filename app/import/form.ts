import { z } from "zod";
import { codesOf, SUPERVISIONS } from "~/diary/cases/codes";
import { MAX_DESCRIPTION, newCaseForm } from "~/diary/cases/form";
import { ageProblem } from "~/diary/cases/rules";
import { number, text } from "~/platform/http/fields";
import { exemptFromQuota } from "~/platform/http/form-schemas";
import { readDate } from "~/platform/time/dates";
import { CSV_FIELDS, type CsvMapping, MAX_OPTIONS } from "./fields";
import { rowOption, wordTable } from "./map/word-table";
import { CSV_ENCODINGS, type CsvEncoding } from "./parse/decode";
import { GENDER_CODES } from "./parse/patient";
import { REMARK_CODES } from "./parse/remarks";
import { CSV_DELIMITERS, type CsvDelimiter } from "./parse/table";
import { type FileFacts, ROWS_PER_CHUNK, type SentRow } from "./read-file";

/** Most rows of one file in a working set. */
const MAX_ROWS = 100_000;
/** Far beyond the longest file that a browser can read. */
const MAX_LINES = 10_000_000;
const MAX_COLUMNS = 10_000;
const MAX_FILES = 50;
/** Spellings of one's own name. */
export const MAX_MINE = 50;
const ENCODINGS = Object.keys(CSV_ENCODINGS) as [CsvEncoding, ...CsvEncoding[]];
const DELIMITERS = Object.keys(CSV_DELIMITERS) as [CsvDelimiter, ...CsvDelimiter[]];
const MINUTES_PER_DAY = 1440;
/** A row holds at most 500 characters of up to four bytes, 300 bytes of names, and a few remarks. */
const MAX_BYTES_PER_ROW = 3_000;
export const MAX_CHUNK_BYTES = ROWS_PER_CHUNK * MAX_BYTES_PER_ROW;

const count = z.int("Send a whole number").min(0).max(MAX_LINES);
const hash = z.string().regex(/^[\w-]{43}$/, "Send a SHA-256 in base64url");
const importRef = z.string().regex(/^[\w-]{22}$/, "Send the reference of an import");
const field = z.enum(CSV_FIELDS);

const mapping = z
  .partialRecord(field, z.int().min(0).max(MAX_COLUMNS))
  .transform((read): CsvMapping => read)
  .refine((read) => Object.keys(read).length > 0, "Map at least one column")
  .refine(
    (read) => new Set(Object.values(read)).size === Object.keys(read).length,
    "Map each column to one field only",
  );

/** Only settings with which a file is read: they are stored in clear, and permanently. */
const choices = z
  .strictObject({
    usDates: z.boolean().optional(),
    joinProcedures: z.boolean().optional(),
    mine: z.array(hash).max(MAX_MINE).optional(),
    words: wordTable.optional(),
    genderCodes: z.enum(GENDER_CODES).optional(),
    encodings: z.array(z.enum(ENCODINGS)).max(MAX_FILES).optional(),
    delimiters: z.array(z.enum(DELIMITERS)).max(MAX_FILES).optional(),
  })
  .default({});

/** `FileFacts` as a request sends them. */
const fileFacts = z.object({
  file_hash: hash,
  layout: hash,
  mapping,
  choices,
  rows_read: count,
  rows_skipped: count,
  rows_merged: count,
  rows_rejected: count,
  rows_expected: count
    .min(1, "This file has no rows to import")
    .max(MAX_ROWS, "One file can bring 100,000 rows: split it, and import the parts one by one"),
}) satisfies z.ZodType<FileFacts>;

/** Most characters of a session's site. */
const MAX_PLACE_CHARACTERS = 80;

function isSupervision(code: number): boolean {
  return codesOf(SUPERVISIONS).includes(String(code));
}

const minute = z
  .int()
  .min(0)
  .max(MINUTES_PER_DAY - 1)
  .nullable();

const row = z
  .object({
    line: z.int().min(1).max(MAX_LINES),
    case_date: z.iso.date("Send a date such as 2026-11-17").refine(isInRange, "Send a date from 1900 to 2099"),
    start_minute: minute,
    end_minute: minute,
    age: z.int().nullable(),
    age_unit: z.enum(["years", "months", "days"]),
    gender: z.literal([1, 2]).nullable(),
    asa: z.literal([1, 2, 3, 4, 5]).nullable(),
    urgency: z.int().min(1).max(4).optional(),
    supervision: z.int().refine(isSupervision, "Send a code of supervision").optional(),
    options: z.array(rowOption).max(MAX_OPTIONS).optional(),
    specialty: text({ name: "specialty", max: MAX_PLACE_CHARACTERS }).optional(),
    location: text({ name: "location", max: MAX_PLACE_CHARACTERS }).optional(),
    case_description: text({ name: "description", max: MAX_DESCRIPTION }),
    remarks: z.array(z.object({ field, code: z.enum(REMARK_CODES, "Send the code of a remark") })).max(20),
    ordinal: count,
  })
  .superRefine((read, context) => {
    const problem = read.age === null ? null : ageProblem(read.age, read.age_unit);
    if (problem) context.addIssue({ code: "custom", message: problem, path: ["age"] });
  }) satisfies z.ZodType<SentRow>;

/** The body of a browser's call: first the facts of a file, then its rows. */
export const importCall = z.discriminatedUnion(
  "intent",
  [
    fileFacts.extend({ intent: z.literal("begin") }),
    z.object({
      intent: z.literal("rows"),
      import_ref: importRef,
      from: count,
      rows: z
        .array(row)
        .min(1, "Send at least one row")
        .max(ROWS_PER_CHUNK, `Send ${ROWS_PER_CHUNK} rows or fewer`)
        .refine((rows) => new Set(rows.map(({ line }) => line)).size === rows.length, "Send each line once"),
    }),
  ],
  'Send intent "begin" or "rows"',
);

const shown = number({
  name: "count",
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  places: 0,
  empty: "Reload this page, then undo the import again",
});

/** Form of a case that is made from a row of the file. */
export const caseOfRowForm = newCaseForm.and(z.object({ row: text({ name: "row", max: 100 }) }));

/** Form that places rows: the fingerprint ensures that only what the page showed is placed. */
export const placeForm = z.object({ fingerprint: text({ name: "preview", max: 100 }) });

/** Form that undoes an import: the counts ensure that only what the page showed is undone. */
export const undoImportForm = exemptFromQuota(z.object({ cases: shown, edited: shown, fees: shown }));

function isInRange(date: string): boolean {
  return readDate(date) !== false;
}

/** Whether a file was chosen: a field without one may be read as a file without name and bytes. */
export function isChosenFile({ name, size }: File): boolean {
  return name !== "" || size > 0;
}
