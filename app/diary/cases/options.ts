import { formatCounted } from "~/platform/time/counted";
import type { CaseOption, OptionKind } from "./standard-options";

/** A user's own option as its page shows it. */
export interface OwnOption {
  unique_ref: string;
  kind: OptionKind;
  label: string;
  active: boolean;
  version: number;
  /** Number of cases that have it, counted up to `COUNTED_TO`. */
  uses: number;
}

export const MAX_OPTION_LABEL = 60;

/** Uses are counted up to this number: a higher one tells the user nothing more. */
export const COUNTED_TO = 1000;

/** For each kind its words, and two field names of a case's form: for options chosen from a list, and for new names. */
export const KINDS = {
  airway: {
    title: "Airway management",
    one: "airway option",
    some: "an airway option",
    many: "airway options",
    chosen: "selected_airway_options_set",
    added: "new_airway_option",
  },
  procedure: {
    title: "Procedures",
    one: "procedure",
    some: "a procedure",
    many: "procedures",
    chosen: "selected_extra_options_set",
    added: "new_extra_option",
  },
} as const satisfies Record<OptionKind, object>;

/** `Not used yet`, `In 1 case`, `In 1,000 cases or more`. */
export function formatUses(uses: number): string {
  if (uses === 0) return "Not used yet";
  if (uses >= COUNTED_TO) return "In 1,000 cases or more";
  return `In ${formatCounted(uses, "case")}`;
}

/**
 * Finds the options that contain every typed word, the best first: those whose label begins with it, then those with a
 * word that begins with it, then any others. Punctuation is ignored, so that `igel` and `i-gel` both find the i-gel.
 */
export function findOptions(options: readonly CaseOption[], typed: string): CaseOption[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const ranked = options.map((option) => ({ option, rank: rankOf(option.label, wanted) }));
  return ranked
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

const NOT_FOUND = 3;
/** Fewest letters to search for within words: fewer than these are found in the middle of half of all words. */
const LONG_ENOUGH = 3;

function rankOf(label: string, wanted: readonly string[]): number {
  const words = wordsOf(label);
  // A match at the beginning of a word may extend over punctuation and spaces. A match within a word may not: the end
  // of one word and the beginning of the next would give accidental matches.
  const tails = words.map((_, place) => words.slice(place).join(""));
  const ranks = wanted.map((word) => {
    if (tails[0]?.startsWith(word)) return 0;
    if (tails.some((tail) => tail.startsWith(word))) return 1;
    return word.length >= LONG_ENOUGH && words.some((each) => each.includes(word)) ? 2 : NOT_FOUND;
  });
  return Math.max(...ranks);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
