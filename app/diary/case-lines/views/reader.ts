export { beginRow, followAbove, linesOf, readMore, readRow } from "../read-row";
export { remarksOf } from "../remarks";

/** Fewest letters of a description that must be typed before it is offered. */
const MIN_LETTERS = 2;
const MAX_WORDS = 4;
const MAX_OFFERED = 5;

/** Completions of a line, whose last words are the beginning of one of the user's earlier descriptions. */
export function suggestLines(line: string, descriptions: readonly string[]): string[] {
  const words = [...line.matchAll(/\S+/g)].slice(-MAX_WORDS);
  for (const { index } of words) {
    const begun = line.slice(index).toLowerCase();
    if (begun.length < MIN_LETTERS || !/^[a-z]/.test(begun)) continue;
    const found = descriptions.filter((each) => each.toLowerCase().startsWith(begun) && each.length > begun.length);
    if (found.length > 0) return found.slice(0, MAX_OFFERED).map((each) => line.slice(0, index) + each);
  }
  return [];
}
