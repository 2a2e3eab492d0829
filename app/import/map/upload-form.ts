import { z } from "zod";
import { base64url, fromBase64url } from "~/platform/db/tokens";
import { exemptFromQuota } from "~/platform/http/form-schemas";
import { CSV_FIELDS, type CsvMapping, WORD_FIELDS, type WordField } from "../fields";
import { isChosenFile, MAX_MINE } from "../form";
import { CSV_ENCODINGS, type CsvEncoding, isCsvName, UPLOAD_FAILED } from "../parse/decode";
import { WORDS_SHOWN } from "../parse/field-words";
import type { MapChoices } from "../parse/map-rows";
import type { ReadOptions, SourceFile } from "../parse/read-files";
import { CSV_DELIMITERS, type CsvDelimiter } from "../parse/table";

/** Most bytes of the files that are uploaded without script: the server reads them whole in memory. */
const MAX_UPLOAD_BYTES = 1_000_000;
/**
 * Most bytes of a form that carries them as text, with its other fields: each copy of it takes memory that all requests
 * share.
 */
export const MAX_FORM_BYTES = 1_500_000;
/** Most rows of the same files: each thousand takes a statement, in the one request that stores them. */
export const MAX_UPLOAD_ROWS = 20_000;

export const TOO_LARGE = "Choose files of 1 MB or less together, or turn on JavaScript to import larger ones";
/** Four characters of base64url hold three bytes. */
const BYTES_A_LETTER = 3 / 4;

/** A file as the mapping page carries it back and forth: with its exact bytes, so that its hash stays the same. */
export interface CarriedFile {
  name: string;
  bytes: string;
}

/** What the forms without script post: first the files, then the same files with a mapping. */
export interface Upload {
  files: SourceFile[];
  /** null when no mapping was chosen yet. */
  mapping: CsvMapping | null;
  options: ReadOptions;
  choices: Omit<MapChoices, "words">;
  /** The meaning of each word of the page, whether chosen or left as proposed. */
  words: ChosenWord[];
  confirm: boolean;
}

interface ChosenWord {
  field: WordField;
  word: string;
  meaning: string[];
}

/** For all columns together. */
const MAX_WORDS_SENT = WORDS_SHOWN * WORD_FIELDS.length;

function list<Item>(item: z.ZodType<Item>, most = 50) {
  return z
    .unknown()
    .optional()
    .transform((input) => (input === undefined ? [] : Array.isArray(input) ? input : [input]))
    .pipe(z.array(item).max(most));
}

function oneOf<Value extends string>(values: readonly Value[]) {
  return z
    .unknown()
    .optional()
    .transform((input) => values.find((value) => value === input));
}

const column = z
  .unknown()
  .optional()
  .transform((input) => (typeof input === "string" && /^\d{1,4}$/.test(input) ? Number(input) : undefined));

const mapping = z.object(Object.fromEntries(CSV_FIELDS.map((field) => [field, column]))).transform((sent) => {
  return Object.fromEntries(Object.entries(sent).filter(([, index]) => index !== undefined)) as CsvMapping;
});

const encodings = Object.keys(CSV_ENCODINGS) as CsvEncoding[];
const delimiters = Object.keys(CSV_DELIMITERS) as CsvDelimiter[];

export const uploadForm = exemptFromQuota(
  z
    .object({
      // A file field without a file is read as an empty text, or as a file without name and bytes.
      files: list(z.instanceof(File).or(z.literal("").transform(() => null))),
      file_name: list(z.string().max(300)),
      file_bytes: list(z.string()),
      mapping: mapping.optional(),
      encoding: oneOf(encodings),
      delimiter: oneOf(delimiters),
      us_dates: oneOf(["yes", "no"]),
      join_procedures: oneOf(["yes", "no"]),
      gender_codes: oneOf(["1_female", "1_male"]),
      mine: list(z.string().max(43), MAX_MINE),
      // Words, and their meanings in the same order: both lists have the same length.
      word: list(z.string().max(100), MAX_WORDS_SENT),
      word_meaning: list(z.string().max(100), MAX_WORDS_SENT),
      intent: oneOf(["confirm", "show"]),
    })
    .transform(async (sent, context): Promise<Upload> => {
      const chosen = sent.files.filter((file) => file !== null).filter(isChosenFile);
      const letters = sent.file_bytes.reduce((sum, text) => sum + text.length, 0);
      const length = chosen.reduce((sum, { size }) => sum + size, Math.floor(letters * BYTES_A_LETTER));
      if (length > MAX_UPLOAD_BYTES) {
        context.addIssue({ code: "custom", message: TOO_LARGE, path: ["files"] });
        return z.NEVER;
      }
      const carried = sent.file_name.map((name, index) => ({ name, bytes: bytesOf(sent.file_bytes[index] ?? "") }));
      const files = [
        ...(await Promise.all(chosen.map(async (file) => ({ name: file.name, bytes: await readAll(file) })))),
        ...carried,
      ];
      const problem = problemOf(files);
      if (problem) context.addIssue({ code: "custom", message: problem, path: ["files"] });
      const { encoding, delimiter } = sent;
      return {
        files,
        mapping: sent.mapping ?? null,
        options: { ...(encoding && { encoding }), ...(delimiter && { delimiter }) },
        choices: {
          ...(sent.us_dates && { usDates: sent.us_dates === "yes" }),
          ...(sent.join_procedures && { joinProcedures: sent.join_procedures === "yes" }),
          ...(sent.gender_codes && { genderCodes: sent.gender_codes }),
          ...(sent.mine.length > 0 && { mine: sent.mine }),
        },
        words: chosenWords(sent.word, sent.word_meaning),
        confirm: sent.intent === "confirm",
      };
    }),
  (sent) => sent.intent !== "confirm",
);

/** Each word is sent as `airway:lma`, its meaning as codes or ids with commas between them, or as an empty text. */
function chosenWords(words: readonly string[], meaningsOfThem: readonly string[]): ChosenWord[] {
  return words.flatMap((sent, at) => {
    const field = WORD_FIELDS.find((each) => sent.startsWith(`${each}:`));
    const word = sent.slice(sent.indexOf(":") + 1);
    const meaning = (meaningsOfThem[at] ?? "").split(",").filter((item) => item !== "");
    return field ? [{ field, word, meaning }] : [];
  });
}

/** Shown at the field, not as a file that failed. */
export const NO_FILE = "Choose a CSV file";

function problemOf(files: readonly SourceFile[]): string {
  if (files.length === 0) return NO_FILE;
  return files.every(({ name }) => isCsvName(name)) ? "" : UPLOAD_FAILED;
}

async function readAll(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64url(text);
  } catch {
    return new Uint8Array();
  }
}

export function carriedOf({ name, bytes }: SourceFile): CarriedFile {
  return { name, bytes: base64url(bytes) };
}
