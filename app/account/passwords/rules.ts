import { COMMON_PASSWORDS, COMMON_STEMS, SEQUENCES } from "./common-passwords";

// In a file of their own: the page of sign-up counts too, and has no room for lists of passwords.
export { PASSWORD_MIN, passwordLength } from "../rules";

export const PASSWORD_MAX = 200;

/** What must be left when all that a guesser tries first has been taken away. */
const MIN_OWN_CHARACTERS = 6;
/** A digit run up to this long is a year, a day or a flourish. */
const FLOURISH_DIGITS = 4;
/** So many different signs and short digits are a flourish around a word; what goes beyond was not put there by habit. */
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

/** In small letters: as typed, and as it reads. */
export function spellings(password: string): string[] {
  const plain = password.normalize("NFKC").toLowerCase();
  return [plain, unleet(plain)];
}

/** `p4ssw0rd` is no harder than what it spells. */
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

/** The part that a text repeats: `frogfrogfrog` is `frog`. */
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

/** Names, username and address in the pieces that somebody would build a password from. */
function wordsOf(context: readonly string[]): string[] {
  const pieces = context.flatMap((text) => {
    const lower = text.slice(0, 254).normalize("NFKC").toLowerCase();
    return [lower, ...lower.split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set(pieces)].filter((piece) => piece.length >= 3).sort((a, b) => b.length - a.length);
}

/** All pieces of the sequences, longest first: three digits and more, four letters and more. */
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
