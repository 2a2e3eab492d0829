import { STANDARD_PHRASES } from "./phrases";

const MIN_LETTERS = 6;
const MIN_LETTERS_OF_A_SLIP = 3;
/** Real words that differ by one letter from a phrase. */
const OTHER_WORDS = /^(?:abductor|intercostal|sciatica|blocked|emergence|spinae?|spiral|cauda|caudate|branch)$/;

/** Phrases long enough to be recognised with one wrong letter, by their first letter. */
const LONG_PHRASES = new Map<string, string[]>();
for (const [phrase, meaning] of STANDARD_PHRASES) {
  if ("ask" in meaning || phrase.length < MIN_LETTERS || !/^[a-z ]+$/.test(phrase)) continue;
  LONG_PHRASES.set(phrase.charAt(0), [...(LONG_PHRASES.get(phrase.charAt(0)) ?? []), phrase]);
}

/**
 * The phrase that was probably meant, if one letter is missing, wrong, doubled or transposed: `urgnt`; null for none.
 */
export function nearestPhrase(typed: string): string | null {
  if (typed.length < MIN_LETTERS - 1 || !/^[a-z ]+$/.test(typed) || OTHER_WORDS.test(typed)) return null;
  return LONG_PHRASES.get(typed.charAt(0))?.find((phrase) => isOneSlipAway(typed, phrase)) ?? null;
}

function isOneSlipAway(typed: string, phrase: string): boolean {
  const [shorter, longer] = typed.length < phrase.length ? [typed, phrase] : [phrase, typed];
  if (longer.length - shorter.length > 1 || typed === phrase) return false;
  let from = 0;
  while (from < shorter.length && shorter[from] === longer[from]) from += 1;
  const [one, other] = [shorter.slice(from), longer.slice(from)];
  const swapped = one.charAt(1) + one.charAt(0) + one.slice(2);
  const isOne =
    longer.length > shorter.length ? one === other.slice(1) : one.slice(1) === other.slice(1) || swapped === other;
  // `left in` is no `left ij`: what differs from a word of two letters is another word.
  return (
    isOne &&
    typed.split(" ").every((word) => word.length >= MIN_LETTERS_OF_A_SLIP || ` ${phrase} `.includes(` ${word} `))
  );
}
