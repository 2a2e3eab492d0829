import { STANDARD_PHRASES } from "./phrases";

const LEAST_LETTERS = 6;
/** Real words that differ by one letter from a phrase. */
const OTHER_WORDS = /^(?:abductor|intercostal|sciatica|blocked|emergence|spinae?|spiral|cauda|caudate|branch)$/;

/** Phrases long enough to be recognised with one wrong letter. */
const LONG_PHRASES = [...STANDARD_PHRASES].flatMap(([phrase, meaning]) =>
  !("ask" in meaning) && phrase.length >= LEAST_LETTERS && /^[a-z ]+$/.test(phrase) ? [phrase] : [],
);

/**
 * The phrase that was probably meant, if one letter is missing, wrong, doubled or transposed: `urgnt`; null for none.
 */
export function nearestPhrase(typed: string): string | null {
  if (typed.length < LEAST_LETTERS - 1 || !/^[a-z ]+$/.test(typed) || OTHER_WORDS.test(typed)) return null;
  return LONG_PHRASES.find((phrase) => phrase[0] === typed[0] && isOneSlipAway(typed, phrase)) ?? null;
}

function isOneSlipAway(typed: string, phrase: string): boolean {
  const [shorter, longer] = typed.length < phrase.length ? [typed, phrase] : [phrase, typed];
  if (longer.length - shorter.length > 1 || typed === phrase) return false;
  let from = 0;
  while (from < shorter.length && shorter[from] === longer[from]) from += 1;
  if (longer.length > shorter.length) return longer.slice(from + 1) === shorter.slice(from);
  const [one, other] = [shorter.slice(from), longer.slice(from)];
  const swapped = one.charAt(1) + one.charAt(0) + one.slice(2);
  return one.slice(1) === other.slice(1) || swapped === other;
}
