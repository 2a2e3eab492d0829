import { type CsvMapping, WORD_FIELDS, type WordField } from "../fields";
import type { CsvTable } from "./table";
import { proposedMeaning, type WordMeaning, wordsOfCell } from "./words";

/** A word of a column, and what it is read as. */
export interface FieldWord {
  word: string;
  /** Rows that it stands in. */
  rows: number;
  meaning: WordMeaning;
  proposed: WordMeaning;
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

const WORDS_SHOWN = 60;

export function fieldWords(
  { records }: CsvTable,
  mapping: CsvMapping,
  meaningOf: (field: WordField, word: string) => WordMeaning,
): FieldWords[] {
  return WORD_FIELDS.flatMap((field) => {
    const column = mapping[field];
    if (column === undefined) return [];
    const rows = new Map<string, number>();
    for (const { cells } of records) {
      for (const word of wordsOfCell(cells[column] ?? "")) rows.set(word, (rows.get(word) ?? 0) + 1);
    }
    const words = [...rows]
      .map(([word, count]) => {
        return { word, rows: count, meaning: meaningOf(field, word), proposed: proposedMeaning(field, word) };
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
