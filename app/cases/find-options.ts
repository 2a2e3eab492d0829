import type { CaseOption } from "./standard-options";

/**
 * The options that hold every word typed, the best first: those that begin with it, then those with a word that
 * begins with it, then any. Signs count for nothing, so that `igel` and `i-gel` both find the i-gel.
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

function rankOf(label: string, wanted: readonly string[]): number {
  const words = wordsOf(label);
  const joined = words.join("");
  const ranks = wanted.map((word) => {
    if (joined.startsWith(word)) return 0;
    if (words.some((_, place) => words.slice(place).join("").startsWith(word))) return 1;
    return joined.includes(word) ? 2 : NOT_FOUND;
  });
  return Math.max(...ranks);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
