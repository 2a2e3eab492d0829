import { AS_TEXT, type CsvMapping, LEFT_OUT, WORD_FIELDS, type WordField, type WordMeaning } from "../fields";
import type { CsvTable } from "./table";
import { type ProposeMeaning, wordsOfCell } from "./words";

/** A word of a column, with its meaning. */
export interface FieldWord {
  word: string;
  /** Number of rows that contain it. */
  rows: number;
  meaning: WordMeaning;
  proposed: WordMeaning;
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
      .map(([word, rows]): FieldWord => {
        return { word, rows, meaning: meaningOf(field, word), proposed: propose(field, word) };
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

/** The words of a column, and the number of rows that contain each. */
function wordsOfColumn(records: CsvTable["records"], column: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const { cells } of records) {
    for (const word of wordsOfCell(cells[column] ?? "")) found.set(word, (found.get(word) ?? 0) + 1);
  }
  return found;
}

function isKnown({ proposed }: FieldWord): boolean {
  return proposed.some((item) => item !== AS_TEXT);
}
