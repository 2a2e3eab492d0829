import { z } from "zod";
import { codesOf, SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { MAX_DESCRIPTION, newCaseForm } from "~/diary/cases/form";
import { ageProblem } from "~/diary/cases/rules";
import { BLOCK_IDS, STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import { number, text } from "~/platform/http/fields";
import { takesNoRoom } from "~/platform/http/form-schemas";
import { readDate } from "~/platform/time/dates";
import { findIdentifiers } from "~/ui/identifiers/rules";
import { CSV_FIELDS, type CsvMapping, readToBeAdded, WORD_FIELDS, type WordField, type WordTable } from "./fields";
import { isFlag } from "./parse/block-flags";
import { CSV_ENCODINGS, type CsvEncoding } from "./parse/decode";
import { WORDS_SHOWN } from "./parse/field-words";
import { GENDER_CODES } from "./parse/patient";
import { REMARK_CODES } from "./parse/remarks";
import { CSV_DELIMITERS, type CsvDelimiter } from "./parse/table";
import { type FileFacts, ROWS_A_CHUNK, type SentRow } from "./read-file";

/** What a working set may hold of one file. */
const MOST_ROWS = 100_000;
/** `+procedure/` and a label, or all flags. */
const MOST_MEANING = 80;
/** Far beyond the longest file that a browser can read. */
const MOST_LINES = 10_000_000;
const MOST_COLUMNS = 10_000;
const MOST_FILES = 50;
const ENCODINGS = Object.keys(CSV_ENCODINGS) as [CsvEncoding, ...CsvEncoding[]];
const DELIMITERS = Object.keys(CSV_DELIMITERS) as [CsvDelimiter, ...CsvDelimiter[]];
const MINUTES_A_DAY = 1440;
/** A row holds at most 500 characters of up to four bytes, 300 bytes of names, and a few remarks. */
const MOST_BYTES_A_ROW = 3_000;
export const MOST_CHUNK_BYTES = ROWS_A_CHUNK * MOST_BYTES_A_ROW;

const count = z.int("Send a whole number").min(0).max(MOST_LINES);
const hash = z.string().regex(/^[\w-]{43}$/, "Send a SHA-256 in base64url");
const importRef = z.string().regex(/^[\w-]{22}$/, "Send the reference of an import");
const field = z.enum(CSV_FIELDS);

const mapping = z
  .partialRecord(field, z.int().min(0).max(MOST_COLUMNS))
  .transform((read): CsvMapping => read)
  .refine((read) => Object.keys(read).length > 0, "Map at least one column")
  .refine(
    (read) => new Set(Object.values(read)).size === Object.keys(read).length,
    "Map each column to one field only",
  );

/** All that a page can show. */
const MOST_WORDS = WORDS_SHOWN * WORD_FIELDS.length;

const STANDARD_IDS = new Set([...STANDARD_OPTIONS.airway, ...STANDARD_OPTIONS.procedure].map(({ id }) => id));

/** A code of its field, a flag of a block, an option, or one that is to be added. */
function isMeaning(field: WordField, item: string): boolean {
  if (field === "urgency") return codesOf(URGENCIES).includes(item);
  if (field === "supervision") return codesOf(SUPERVISIONS).includes(item);
  if (field === "block_technique" || field === "block_catheter") return isFlag(item);
  return isFlag(item) || isOptionId(item);
}

function isOptionId(id: string): boolean {
  return STANDARD_IDS.has(id) || isOwnRef(id) || readToBeAdded(id) !== null;
}

function isOwnRef(id: string): boolean {
  return /^[\w-]{22}$/.test(id);
}

/**
 * Words that somebody said the meaning of: the vocabulary of a logbook, and nothing that could name anybody, since it is
 * stored in clear.
 */
export const wordTable = z
  .partialRecord(z.enum(WORD_FIELDS), z.record(z.string().min(1).max(60), z.array(z.string().max(MOST_MEANING)).max(8)))
  .transform((read): WordTable => read)
  .refine(
    (read) => WORD_FIELDS.every((field) => meaningsOf(read, field).every((item) => isMeaning(field, item))),
    "Choose what each word means from its list",
  )
  .refine((read) => wordsOf(read).length <= MOST_WORDS, `Say what ${MOST_WORDS} words or fewer mean`)
  .refine(
    (read) => textsOf(read).every((text) => findIdentifiers(text).length === 0),
    "A word may name a patient: leave it out",
  );

function wordsOf(read: WordTable): string[] {
  return Object.values(read).flatMap((words) => Object.keys(words));
}

function meaningsOf(read: WordTable, field: WordField): string[] {
  return Object.values(read[field] ?? {}).flat();
}

/** The words, and the names of options that they are to become. */
function textsOf(read: WordTable): string[] {
  const meanings = WORD_FIELDS.flatMap((field) => meaningsOf(read, field));
  return [...wordsOf(read), ...meanings.flatMap((item) => readToBeAdded(item)?.label ?? [])];
}

/** Nothing but what a file can be read by: it is stored in clear, and for good. */
const choices = z
  .strictObject({
    usDates: z.boolean().optional(),
    joinProcedures: z.boolean().optional(),
    words: wordTable.optional(),
    genderCodes: z.enum(GENDER_CODES).optional(),
    encodings: z.array(z.enum(ENCODINGS)).max(MOST_FILES).optional(),
    delimiters: z.array(z.enum(DELIMITERS)).max(MOST_FILES).optional(),
  })
  .default({});

/** What `FileFacts` says, once it has come over the wire. */
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
    .min(1, "This file has no row to import")
    .max(MOST_ROWS, "One file can bring 100,000 rows: split it, and import the parts one by one"),
}) satisfies z.ZodType<FileFacts>;

/** An option of a row: of the Standard lists, one of the user's own, or one that is to be added. */
const option = z.object({
  id: z.string().max(MOST_MEANING).refine(isOptionId, "Send the id of an option"),
  flags: z.string().max(MOST_MEANING),
});

/** Only a block has flags. */
function hasItsFlags({ id, flags }: z.output<typeof option>): boolean {
  return flags === "" || (BLOCK_IDS.includes(id) && flags.split(",").every(isFlag));
}

/** What a session takes as its site. */
const MOST_PLACE_CHARACTERS = 80;

function isSupervision(code: number): boolean {
  return codesOf(SUPERVISIONS).includes(String(code));
}

const minute = z
  .int()
  .min(0)
  .max(MINUTES_A_DAY - 1)
  .nullable();

const row = z
  .object({
    line: z.int().min(1).max(MOST_LINES),
    case_date: z.iso.date("Send a date such as 2026-11-17").refine(isInRange, "Send a date from 1900 to 2099"),
    start_minute: minute,
    end_minute: minute,
    age: z.int().nullable(),
    age_unit: z.enum(["years", "months", "days"]),
    gender: z.literal([1, 2]).nullable(),
    asa: z.literal([1, 2, 3, 4, 5]).nullable(),
    urgency: z.int().min(1).max(4).optional(),
    supervision: z.int().refine(isSupervision, "Send a code of supervision").optional(),
    options: z.array(option.refine(hasItsFlags, "Send the flags of a block")).max(40).optional(),
    specialty: text({ name: "specialty", max: MOST_PLACE_CHARACTERS }).optional(),
    location: text({ name: "location", max: MOST_PLACE_CHARACTERS }).optional(),
    case_description: text({ name: "description", max: MAX_DESCRIPTION }),
    remarks: z.array(z.object({ field, code: z.enum(REMARK_CODES, "Send the code of a remark") })).max(20),
    ordinal: count,
  })
  .superRefine((read, context) => {
    const problem = read.age === null ? null : ageProblem(read.age, read.age_unit);
    if (problem) context.addIssue({ code: "custom", message: problem, path: ["age"] });
  }) satisfies z.ZodType<SentRow>;

/** What a browser sends of a file: first what it is, then its rows. */
export const importCall = z.discriminatedUnion(
  "act",
  [
    fileFacts.extend({ act: z.literal("begin") }),
    z.object({
      act: z.literal("rows"),
      import_ref: importRef,
      rows: z
        .array(row)
        .min(1, "Send at least one row")
        .max(ROWS_A_CHUNK, `Send ${ROWS_A_CHUNK} rows or fewer`)
        .refine((rows) => new Set(rows.map(({ line }) => line)).size === rows.length, "Send each line once"),
    }),
  ],
  'Send act "begin" or "rows"',
);

const shown = number({
  name: "count",
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  places: 0,
  empty: "Reload this page, then undo the import again",
});

/** A case that is made of a row of the file. */
export const caseOfRowForm = newCaseForm.and(z.object({ row: text({ name: "row", max: 100 }) }));

/** Places no more than what its page showed. */
export const placeForm = z.object({ fingerprint: text({ name: "preview", max: 100 }) });

/** Undoes no more than what its page showed. */
export const undoImportForm = takesNoRoom(z.object({ cases: shown, edited: shown, fees: shown }));

function isInRange(date: string): boolean {
  return readDate(date) !== false;
}
