/** Most characters of the words to search for. */
export const LONGEST_WORDS = 200;

/** Normalises text for comparison: small letters without accents, and one kind of quotation mark. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/[’‘]/g, "'");
}

/** The words to search for, normalised and without duplicates. */
export function wordsOf(typed: string): string[] {
  return [...new Set(fold(typed).split(/\s+/).filter(Boolean))];
}

/** True when the texts together contain every word, whole or as part of a longer one. */
export function containsAllWords(texts: readonly string[], words: readonly string[]): boolean {
  const folded = fold(texts.join("\n"));
  return words.every((word) => folded.includes(word));
}
