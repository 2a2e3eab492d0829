/** A part of a line; `hit` for one of the words that were searched for. */
interface Part {
  /** Position in its line. */
  at: number;
  text: string;
  hit: boolean;
}

/** A line of a text, with its index. */
export interface MarkedLine {
  place: number;
  parts: Part[];
}

const LINE_MAX = 180;
/** Letters of a long line that are shown before the first word found in it. */
const LEAD = 60;

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

/**
 * The lines of a text that contain a word, at most `most`; those with a word that no earlier line has are preferred.
 */
export function matchingLines(text: string, words: readonly string[], most: number): MarkedLine[] {
  const wanted = new Set(words);
  const lines = text.split("\n").map((line, place) => ({ line, place, held: wordsIn(line, words), fresh: false }));
  for (const each of lines) {
    each.fresh = each.held.some((word) => wanted.delete(word));
  }
  return lines
    .filter(({ held }) => held.length > 0)
    .sort((one, other) => Number(other.fresh) - Number(one.fresh))
    .slice(0, most)
    .sort((one, other) => one.place - other.place)
    .map(({ line, place }) => ({ place, parts: marked(line, words) }));
}

function wordsIn(line: string, words: readonly string[]): string[] {
  const folded = fold(line);
  return words.filter((word) => folded.includes(word));
}

/** Divides a line into parts with the words marked; a long line is cut around the first of them. */
export function marked(line: string, words: readonly string[]): Part[] {
  // Combining accents belong to the letter before them.
  const letters = line.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const hits = hitLetters(letters, words);
  const first = hits.indexOf(true);
  const from = letters.length > LINE_MAX && first > LEAD ? first - LEAD : 0;
  const until = Math.min(letters.length, from + LINE_MAX);
  const parts: Part[] = [];
  for (let at = from; at < until; at += 1) {
    const [letter, hit] = [letters[at] as string, hits[at] === true];
    const last = parts.at(-1);
    if (last?.hit === hit) last.text += letter;
    else parts.push({ at, text: letter, hit });
  }
  if (from > 0) parts.unshift({ at: -1, text: "…", hit: false });
  if (until < letters.length) parts.push({ at: until, text: "…", hit: false });
  return parts;
}

/**
 * For each letter, whether it belongs to a word that was found: normalising may turn one letter into several, or into
 * none.
 */
function hitLetters(letters: readonly string[], words: readonly string[]): boolean[] {
  let folded = "";
  const origin: number[] = [];
  for (const [at, letter] of letters.entries()) {
    const plain = fold(letter);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) origin.push(at);
  }
  const hits = letters.map(() => false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      hits.fill(true, origin[at], (origin[at + word.length - 1] ?? letters.length - 1) + 1);
    }
  }
  return hits;
}
