import { z } from "zod";
import { codesOf, SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import { findIdentifiers } from "~/ui/identifiers/rules";
import { AS_TEXT, LEFT_OUT, WORD_FIELDS, type WordField, type WordTable } from "../fields";
import { WORDS_SHOWN } from "../parse/field-words";

/** Characters of an option's reference. */
const MAX_MEANING = 22;

/** All words that a page can show. */
const MAX_WORDS = WORDS_SHOWN * WORD_FIELDS.length;

const STANDARD_IDS = new Set([...STANDARD_OPTIONS.airway, ...STANDARD_OPTIONS.procedure].map(({ id }) => id));

/** Whether an item is a code of its field or an option, or says that a word comes as text. */
function isMeaning(field: WordField, item: string): boolean {
  if (field === "status") return item === LEFT_OUT;
  if (field === "urgency") return codesOf(URGENCIES).includes(item);
  if (field === "supervision") return codesOf(SUPERVISIONS).includes(item);
  return item === AS_TEXT || isOptionId(item);
}

function isOptionId(id: string): boolean {
  return STANDARD_IDS.has(id) || /^[\w-]{22}$/.test(id);
}

/**
 * Schema of the meanings that a user chose for words: they hold the vocabulary of a logbook, and nothing that could
 * name a person, since they are stored in clear.
 */
export const wordTable = z
  .partialRecord(z.enum(WORD_FIELDS), z.record(z.string().min(1).max(60), z.array(z.string().max(MAX_MEANING)).max(8)))
  .transform((read): WordTable => read)
  .refine(
    (read) => WORD_FIELDS.every((field) => meaningsOf(read, field).every((item) => isMeaning(field, item))),
    "Choose what each word means from its list",
  )
  .refine((read) => wordsOf(read).length <= MAX_WORDS, `Say what ${MAX_WORDS} words or fewer mean`)
  .refine(
    (read) => wordsOf(read).every((word) => findIdentifiers(word).length === 0),
    "A word may name a patient: leave it out",
  );

function wordsOf(read: WordTable): string[] {
  return Object.values(read).flatMap((words) => Object.keys(words));
}

function meaningsOf(read: WordTable, field: WordField): string[] {
  return Object.values(read[field] ?? {}).flat();
}

/** An option of a row: of the Standard lists, or one of the user's own. */
export const rowOption = z.object({
  id: z.string().max(MAX_MEANING).refine(isOptionId, "Send the id of an option"),
  flags: z.literal(""),
});
