import { MAX_OPTION_LABEL } from "~/diary/cases/options";
import { findIdentifiers } from "~/ui/identifiers/rules";
import {
  AS_TEXT,
  type CsvMapping,
  LEFT_OUT,
  newOptionMeaning,
  OWN_KINDS,
  readNewOptionMeaning,
  WORD_FIELDS,
  type WordField,
  type WordMeaning,
  type WordTable,
} from "../fields";
import type { CsvTable } from "./table";
import { type ProposeMeaning, writtenWords } from "./words";

/** A word of a column, with its meaning. */
export interface FieldWord {
  word: string;
  /** Number of rows that contain it. */
  rows: number;
  meaning: WordMeaning;
  proposed: WordMeaning;
  /** The option of the user's own that it can become, as a meaning (`newOptionMeaning`); "" for none. */
  addable: string;
}

/** The words of one column: those without a meaning first, then the most frequent. */
export interface FieldWords {
  field: WordField;
  words: FieldWord[];
  /** Number of words that are not listed. */
  more: number;
  /** Number of words, listed or not, that are not known or left out, or whose cases are. */
  leftOut: number;
}

/** Words that are listed for each column. */
export const WORDS_SHOWN = 60;

export function fieldWords(
  { records }: CsvTable,
  mapping: CsvMapping,
  propose: ProposeMeaning,
  meaningOf: ProposeMeaning,
): FieldWords[] {
  return WORD_FIELDS.flatMap((field) => {
    const column = mapping[field];
    if (column === undefined) return [];
    const words = [...wordsOfColumn(records, column)]
      .map(([word, { written, rows }]): FieldWord => {
        const proposed = propose(field, word);
        return { word, rows, meaning: meaningOf(field, word), proposed, addable: addableAs(field, written) };
      })
      .sort((one, other) => Number(isKnown(one)) - Number(isKnown(other)) || other.rows - one.rows);
    if (words.length === 0) return [];
    const leftOut = words.filter(({ meaning }) => isLeftOut(field, meaning)).length;
    return { field, words: words.slice(0, WORDS_SHOWN), more: Math.max(0, words.length - WORDS_SHOWN), leftOut };
  });
}

function isLeftOut(field: WordField, meaning: WordMeaning): boolean {
  return field === "status" ? meaning.includes(LEFT_OUT) : meaning.every((item) => item === AS_TEXT);
}

/** The words of a column in lower case, each as it is written first, and the number of rows that contain it. */
function wordsOfColumn(records: CsvTable["records"], column: number): Map<string, { written: string; rows: number }> {
  const found = new Map<string, { written: string; rows: number }>();
  for (const { cells } of records) {
    const written = new Map(writtenWords(cells[column] ?? "").map((each) => [each.toLowerCase(), each]));
    for (const [word, each] of written) {
      found.set(word, { written: found.get(word)?.written ?? each, rows: (found.get(word)?.rows ?? 0) + 1 });
    }
  }
  return found;
}

/**
 * The meanings that were chosen, without options to be added for words that the mapped columns do not have: another
 * column may have been chosen since. Other meanings stay, for the next file of the layout.
 */
export function ofColumns({ records }: CsvTable, mapping: CsvMapping, table: WordTable): WordTable {
  const fields = WORD_FIELDS.flatMap((field) => {
    const words = Object.entries(table[field] ?? {});
    const adds = words.some(([, meaning]) => meaning.some((item) => readNewOptionMeaning(item)));
    const found = adds ? wordsOfColumn(records, mapping[field] ?? -1) : new Map<string, { written: string }>();
    const kept = words.filter(([word, meaning]) => {
      const names = meaning.filter((item) => readNewOptionMeaning(item));
      return names.length === 0 || names.join() === addableAs(field, found.get(word)?.written ?? "");
    });
    return kept.length > 0 ? [[field, Object.fromEntries(kept)] as const] : [];
  });
  return Object.fromEntries(fields);
}

function isKnown({ proposed }: FieldWord): boolean {
  return proposed.some((item) => item !== AS_TEXT);
}

function addableAs(field: WordField, written: string): string {
  const kind = OWN_KINDS[field];
  if (!kind || findIdentifiers(written).length > 0) return "";
  // Some files write `frova-bougie`.
  const words = /^[a-z0-9]+(?:[-_–][a-z0-9]+)+$/.test(written) ? written.replace(/[-_–]/g, " ") : written;
  const added = newOptionMeaning(
    kind,
    (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, MAX_OPTION_LABEL).trim(),
  );
  return readNewOptionMeaning(added) ? added : "";
}
