import { MAX_OPTION_LABEL } from "~/diary/cases/options";
import { findIdentifiers } from "~/ui/identifiers/rules";
import {
  type CsvMapping,
  OWN_KINDS,
  readToBeAdded,
  toBeAdded,
  WORD_FIELDS,
  type WordField,
  type WordMeaning,
} from "../fields";
import type { CsvTable } from "./table";
import { type ProposeMeaning, writtenWords } from "./words";

/** A word of a column, and what it is read as. */
export interface FieldWord {
  word: string;
  /** Rows that it stands in. */
  rows: number;
  meaning: WordMeaning;
  proposed: WordMeaning;
  /** The option of one's own that it can become (`toBeAdded`); "" for none. */
  addable: string;
}

/** The words of one column: those that mean nothing yet first, then the commonest. */
export interface FieldWords {
  field: WordField;
  words: FieldWord[];
  /** Words beyond those. */
  more: number;
  /** Of all words, those that are left out. */
  leftOut: number;
}

/** Of each column. */
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
    const found = new Map<string, { written: string; rows: number }>();
    for (const { cells } of records) {
      const written = new Map(writtenWords(cells[column] ?? "").map((each) => [each.toLowerCase(), each]));
      for (const [word, each] of written) {
        found.set(word, { written: found.get(word)?.written ?? each, rows: (found.get(word)?.rows ?? 0) + 1 });
      }
    }
    const words = [...found]
      .map(([word, { written, rows }]): FieldWord => {
        const proposed = propose(field, word);
        return { word, rows, meaning: meaningOf(field, word), proposed, addable: addableAs(field, written) };
      })
      .sort((one, other) => Number(isKnown(one)) - Number(isKnown(other)) || other.rows - one.rows);
    if (words.length === 0) return [];
    const leftOut = words.filter(({ meaning }) => meaning.length === 0).length;
    return { field, words: words.slice(0, WORDS_SHOWN), more: Math.max(0, words.length - WORDS_SHOWN), leftOut };
  });
}

function isKnown({ proposed }: FieldWord): boolean {
  return proposed.length > 0;
}

function addableAs(field: WordField, written: string): string {
  const kind = OWN_KINDS[field];
  if (!kind || findIdentifiers(written).length > 0) return "";
  // Some files write `frova-bougie`.
  const words = /^[a-z0-9]+(?:[-_–][a-z0-9]+)+$/.test(written) ? written.replace(/[-_–]/g, " ") : written;
  const added = toBeAdded(kind, (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, MAX_OPTION_LABEL).trim());
  return readToBeAdded(added) ? added : "";
}
