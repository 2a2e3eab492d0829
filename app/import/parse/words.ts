import { type Meaning, normalPhrase, STANDARD_PHRASES } from "~/diary/case-lines/phrases";
import { SUPERVISIONS } from "~/diary/cases/codes";
import type { WordField, WordTable } from "../fields";
import { LOGBOOK_WORDS } from "./logbook-words";
import { isBlank } from "./moment";

/** What a word of a file stands for: codes of its field, or ids of options; none for what is left out. */
export type WordMeaning = readonly string[];

const MOST_CHARACTERS = 60;
/** No phrase is longer. */
const MOST_WORDS = 5;
/** Of one cell: more is a text, and no list of words. */
const MOST_OF_A_CELL = 20;

/** A cell as the words that it lists: `spinal + tap`, `LMA; RSI`. */
export function wordsOfCell(cell: string): string[] {
  if (isBlank(cell)) return [];
  const parts = cell.slice(0, 1_000).split(/ \+ |[,;|\n]/, MOST_OF_A_CELL);
  const words = parts.map((part) => part.replace(/\s+/g, " ").trim().toLowerCase().slice(0, MOST_CHARACTERS));
  return [...new Set(words.filter((word) => word !== "" && !isBlank(word)))];
}

/** What our lists say of a word; none for one that they do not know, or that may mean several things. */
export function proposedMeaning(field: WordField, word: string): WordMeaning {
  const phrase = normalPhrase(word);
  if (field === "urgency") return codeOf(field, phrase);
  if (field === "supervision") return codeOf(field, phrase);
  const own = LOGBOOK_WORDS[field][phrase];
  if (own) return [own];
  const exact = optionOf(phrase);
  return exact ? [exact] : optionsWithin(phrase.split(" "));
}

/** `2`, `2 - urgent`, `P2`: NCEPOD's numbers are ours. */
function codeOf(field: "urgency" | "supervision", phrase: string): WordMeaning {
  const number = field === "urgency" ? /^(?:ncepod |p|priority )?([1-4])\b/.exec(phrase)?.[1] : undefined;
  if (number) return [number];
  const label = field === "supervision" ? SUPERVISION_WORDS.get(phrase) : undefined;
  if (label) return [label];
  const found = STANDARD_PHRASES.get(phrase.replace(/^\d+ /, ""));
  return found?.field === field && found.code !== null ? [String(found.code)] : [];
}

/** Our own labels, as our export has them: `ST 5-7 Trainee`, `ST 5-7`. */
const SUPERVISION_WORDS = new Map(
  SUPERVISIONS.flatMap(({ value, label }) => {
    const phrase = normalPhrase(label);
    return [phrase, phrase.replace(/ trainee$/, "")].map((words) => [words, value] as const);
  }),
);

function optionOf(phrase: string): string | null {
  const found: Meaning | undefined = STANDARD_PHRASES.get(phrase);
  return found?.field === "airway" || found?.field === "procedure" ? found.id : null;
}

/** The longest phrases in it, from its beginning: `ga lma ippv` has `lma`. */
function optionsWithin(words: readonly string[]): WordMeaning {
  const ids: string[] = [];
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: Math.min(MOST_WORDS, words.length - at) }, (_, index) => index + 1).reverse();
    const length = lengths.find((each) => optionOf(words.slice(at, at + each).join(" ")) !== null) ?? 0;
    const id = length > 0 ? optionOf(words.slice(at, at + length).join(" ")) : null;
    if (id && !ids.includes(id)) ids.push(id);
    at += Math.max(1, length);
  }
  return ids;
}

/** What words mean, by a person's own table first: each looked up once. */
export function meanings(own: WordTable = {}): (field: WordField, word: string) => WordMeaning {
  const known = new Map<string, WordMeaning>();
  return (field, word) => {
    const key = `${field} ${word}`;
    const meaning = known.get(key) ?? own[field]?.[word] ?? proposedMeaning(field, word);
    known.set(key, meaning);
    return meaning;
  };
}
