import { Buffer } from "node:buffer";
import { BREACHED, BREACHED_HASHES } from "./breached-list.server";
import { COMMON_PASSWORDS, COMMON_STEMS, SEQUENCES } from "./common-passwords";

/** Fewest characters that must be left once everything that a guesser tries first is removed. */
const MIN_OWN_CHARACTERS = 6;
/** A run of digits up to this length counts as a year, a day or a typical addition. */
const FLOURISH_DIGITS = 4;
/**
 * This many different signs and digits of short runs count as a typical addition to a word; each further one counts as
 * a character of the password.
 */
const FLOURISH_SIGNS = 4;

/**
 * True for a password that a guesser tries early: on the list of common ones, or made of common words,
 * sequences, repeats and the words `context` (names, username, address, the product) with little added.
 */
export function isEasyToGuess(password: string, context: readonly string[]): boolean {
  const known = wordsOf(context);
  return spellings(password).some((spelling) => {
    return COMMON_PASSWORDS.has(spelling) || ownCharacters(unit(spelling), known) < MIN_OWN_CHARACTERS;
  });
}

/** The password in lower case: as typed, and with look-alikes replaced by letters. */
export function spellings(password: string): string[] {
  const plain = password.normalize("NFKC").toLowerCase();
  return [plain, unleet(plain)];
}

/** Replaces look-alikes by letters: `p4ssw0rd` is no harder than the word that it spells. */
function unleet(text: string): string {
  const letters: Record<string, string> = {
    0: "o",
    1: "i",
    3: "e",
    4: "a",
    5: "s",
    7: "t",
    "@": "a",
    $: "s",
    "!": "i",
  };
  return text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
}

/** The part that a text repeats: `frog` for `frogfrogfrog`. */
function unit(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

function ownCharacters(text: string, context: readonly string[]): number {
  let rest = text;
  for (const word of [...context, ...COMMON_STEMS]) rest = rest.replaceAll(word, "\n");
  for (const run of RUNS) rest = rest.replaceAll(run, "\n");
  rest = rest.replace(/(.)\1{2,}/gsu, "\n");
  const signs = new Set<string>();
  rest = rest.replace(/\d+/g, (digits) => {
    if (digits.length > FLOURISH_DIGITS) return digits;
    for (const digit of digits) signs.add(digit);
    return "";
  });
  for (const [sign] of rest.matchAll(/[\p{P}\p{S}]/gu)) signs.add(sign);
  const letters = [...rest.replace(/[\s\p{P}\p{S}]/gu, "")].length;
  return letters + Math.max(0, signs.size - FLOURISH_SIGNS);
}

/** Names, username and address, in the pieces that a password may be built from. */
function wordsOf(context: readonly string[]): string[] {
  const pieces = context.flatMap((text) => {
    const lower = text.slice(0, 254).normalize("NFKC").toLowerCase();
    return [lower, ...lower.split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set(pieces)].filter((piece) => piece.length >= 3).sort((a, b) => b.length - a.length);
}

/** All substrings of the sequences, longest first: at least three digits, or four letters. */
const RUNS: readonly string[] = [
  ...new Set(
    SEQUENCES.flatMap((sequence) => [sequence, [...sequence].reverse().join("")]).flatMap((sequence) => {
      const shortest = /^\d+$/.test(sequence) ? 3 : 4;
      return Array.from({ length: sequence.length }, (_, start) =>
        Array.from({ length: sequence.length - start }, (_, more) => sequence.slice(start, start + more + 1)),
      )
        .flat()
        .filter((run) => run.length >= shortest);
    }),
  ),
].sort((a, b) => b.length - a.length);

/**
 * Fewest guesses, as a power of ten, that it must take to find a password by combining words and passwords that were
 * found in breaches. Three words that are no common phrase take a hundred times as many.
 */
const ENOUGH = 11;

/** Guesses for a piece, as a power of ten, by the list that has it: at most its rank there. */
const LISTS = { "1": 3, "2": 4, "3": 5, long: 6 } as const;
const SHORT_WORDS = new Set(
  "an and at by do for go he her his if in is it me my no not of on or our so the to up us we you your".split(" "),
);
const SHORT_WORD = 1.5;
const YEAR = 2;
/** Digits in order, or one sign repeated. */
const RUN = 2;
const DIGIT = 1;
const LETTER = 1.4;
const SIGN = 1.5;
const SPACE = 0.5;
const OTHER = 3;

const SHORTEST_PIECE = 3;
/** Longest entry of the lists: words, and phrases of twelve characters and more. */
const LONGEST_PIECE = 30;
/** Longer passwords are judged by their beginning, which is hard enough, or as easy as the whole. */
const LONGEST_JUDGED = 60;

/** Whether a password, in lower case, is a breached one, or consists of few of them with little added. */
export function isBreached(password: string): boolean {
  const letters = [...password.slice(0, LONGEST_JUDGED)];
  // Lowest cost of the first characters, by their number.
  const least = [0];
  for (let end = 1; end <= letters.length; end += 1) {
    let best = (least[end - 1] as number) + costOfOne(letters[end - 1] as string);
    for (let length = 2; length <= Math.min(end, LONGEST_PIECE); length += 1) {
      const before = least[end - length] as number;
      if (before + SHORT_WORD >= best) continue;
      best = Math.min(best, before + costOf(letters.slice(end - length, end).join("")));
    }
    least.push(best);
  }
  return (least.at(-1) as number) < ENOUGH;
}

function costOfOne(character: string): number {
  if (/\d/.test(character)) return DIGIT;
  if (/[a-z]/.test(character)) return LETTER;
  if (/\s/.test(character)) return SPACE;
  return /[\p{P}\p{S}]/u.test(character) && character <= "~" ? SIGN : OTHER;
}

function costOf(piece: string): number {
  if (SHORT_WORDS.has(piece)) return SHORT_WORD;
  if (/^(?:19|20)\d\d$/.test(piece)) return YEAR;
  if (piece.length < SHORTEST_PIECE) return Number.POSITIVE_INFINITY;
  if ("01234567890".includes(piece) || "9876543210".includes(piece) || /^(.)\1+$/su.test(piece)) return RUN;
  if (piece.length >= 12) return isOn("long", piece) ? LISTS.long : Number.POSITIVE_INFINITY;
  if (!/^[a-z]+$/.test(piece)) return Number.POSITIVE_INFINITY;
  for (const list of ["1", "2", "3"] as const) if (isOn(list, piece)) return LISTS[list];
  return Number.POSITIVE_INFINITY;
}

/** Decoded on first use: no page needs it. */
let bits: Uint8Array | undefined;

function isOn(list: keyof typeof LISTS, piece: string): boolean {
  bits ??= new Uint8Array(Buffer.from(BREACHED, "base64"));
  const filter = bits;
  return placesOf(`${list} ${piece}`, filter.length * 8).every((at) => {
    return ((filter[at >> 3] as number) & (1 << (at & 7))) !== 0;
  });
}

/** Positions of a text's bits in a Bloom filter of `size` bits. */
export function placesOf(text: string, size: number): number[] {
  const [one, other] = [hash(text, 0x811c9dc5), hash(text, 0x9747b28c) | 1];
  return Array.from({ length: BREACHED_HASHES }, (_, n) => ((one + Math.imul(n, other)) >>> 0) % size);
}

/** Hash by Murmur's mixing steps, over UTF-16 code units. */
function hash(text: string, seed: number): number {
  let state = seed;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0xcc9e2d51);
    state = (state << 15) | (state >>> 17);
    state = (Math.imul(state, 5) + 0xe6546b64) | 0;
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
