import type { NamedOption } from "~/diary/case-lines/line-case";
import { type Meaning, normalPhrase, STANDARD_PHRASES } from "~/diary/case-lines/phrases";
import { SUPERVISIONS } from "~/diary/cases/codes";
import { AS_TEXT, chosenMeaning, LEFT_OUT, type WordField, type WordMeaning, type WordTable } from "../fields";
import { isBlank } from "./moment";

/** Words of other logbooks' exports that stand for options of Daybook, by the field of their column. */
const LOGBOOK_WORDS: Readonly<Record<"airway" | "regional" | "procedures", ReadonlyMap<string, string>>> = {
  airway: new Map(
    Object.entries({
      mask: "102",
      "ga mask": "102",
      "ga ett ippv": "121",
      "ga ett sv": "121",
      sad: "112",
      "laryngeal mask": "112",
      "laryngeal mask airway": "112",
      tube: "121",
      "tracheal tube": "121",
      "endotracheal tube": "121",
      "monitoring only": "204",
    }),
  ),
  regional: new Map(
    Object.entries({
      "adductor canal subsartorial": "242",
      ankle: "247",
      axillary: "232",
      "biers block": "237",
      "epidural and spinal cse": "215",
      "combined spinal epidural": "215",
      femoral: "241",
      infraclavicular: "234",
      intercostal: "258",
      "intravenous regional anaesthesia": "237",
      obturator: "249",
      "paravertebral thoracic": "255",
      penile: "260",
      scalp: "273",
      sciatic: "245",
      tap: "253",
      "transversus abdominis plane": "253",
      "transversus abdominis plane tap": "253",
      "transversus abdominus plane": "253",
      "transversus abdominus plane tap": "253",
    }),
  ),
  procedures: new Map(
    Object.entries({
      "arterial cannulation": "281",
      "basic and advanced life support": "319",
      "central venous access femoral": "284",
      "central venous access internal jugular": "282",
      "central venous access subclavian": "283",
      "fibreoptic intubation asleep": "137",
      "fibreoptic intubation awake": "135",
      "rapid sequence induction": "133",
    }),
  ),
};

export type ProposeMeaning = (field: WordField, word: string) => WordMeaning;

const MAX_CHARACTERS = 60;
/** Words of the longest phrase. */
const MAX_WORDS = 5;
/** Most words of one cell: with more it is a text, not a list of words. */
const MAX_OF_A_CELL = 20;

/** The words that a cell lists, as they are written: `Spinal + TAP`, `LMA; RSI`. */
export function writtenWords(cell: string): string[] {
  if (isBlank(cell)) return [];
  const parts = cell.slice(0, 1_000).split(/ \+ |[,;|\n]/, MAX_OF_A_CELL);
  const words = parts.map((part) => part.replace(/\s+/g, " ").trim().slice(0, MAX_CHARACTERS).trim());
  return words.filter((word) => !isBlank(word));
}

/** The same in lower case, each once: the keys of tables of words. */
export function wordsOfCell(cell: string): string[] {
  return [...new Set(writtenWords(cell).map((word) => word.toLowerCase()))];
}

/**
 * Returns the function that proposes meanings from Daybook's lists and the user's own options. Of airways, blocks and
 * procedures a word that is unknown, ambiguous or says more comes as text; any other has no meaning then.
 * @param statusHeading heading of the column that is mapped to the status
 */
export function proposals(own: readonly NamedOption[] = [], statusHeading = ""): ProposeMeaning {
  const ids = new Map(own.map(({ id, label }) => [normalPhrase(label), id]));
  const saysCancelled = OF_CANCELLED.test(statusHeading);
  return (field, word) => (field === "status" ? statusMeaning(word, saysCancelled) : proposedMeaning(field, word, ids));
}

/** Headings such as `Cancelled`, `Cancellation reason`: their column holds something only for a cancelled case. */
export const OF_CANCELLED = /\bcancel/i;
const CANCELLED =
  /\bcancel|^(?:called off|postponed|rescheduled|dna)\b|\b(?:did not (?:attend|proceed|happen|take place)|not (?:done|performed|carried out))\b/;
const NOT_CANCELLED =
  /^(?:n|no|false|0(?: 0)?|none|active|booked|scheduled|completed?|done|performed|finished|attended|went ahead)$|\b(?:not|un) ?cancel/;

function statusMeaning(word: string, saysCancelled: boolean): WordMeaning {
  const phrase = normalPhrase(word);
  const isCancelled = !NOT_CANCELLED.test(phrase) && (saysCancelled || CANCELLED.test(phrase));
  return isCancelled ? [LEFT_OUT] : [];
}

function proposedMeaning(
  field: Exclude<WordField, "status">,
  word: string,
  own: ReadonlyMap<string, string>,
): WordMeaning {
  const phrase = normalPhrase(word);
  if (field === "urgency" || field === "supervision") return codeOf(field, phrase);
  const exact = own.get(phrase) ?? LOGBOOK_WORDS[field].get(phrase) ?? optionOf(phrase);
  if (exact) return [exact];
  // Parts of the body mean blocks where nothing else can be meant.
  const bodyParts = field === "regional" ? LOGBOOK_WORDS.regional : NONE;
  return optionsWithin(phrase, (part) => own.get(part) ?? bodyParts.get(part) ?? optionOf(part));
}

const NONE: ReadonlyMap<string, string> = new Map();
/** Says nothing beside the option in the same phrase. */
const SAYS_NOTHING = /^(?:ga|ippv|sv|and|with|block|technique)$/;

/** `2`, `2 - urgent`, `P2`: Daybook's codes are the numbers of NCEPOD. */
function codeOf(field: "urgency" | "supervision", phrase: string): WordMeaning {
  const number = field === "urgency" ? /^(?:ncepod |p|priority )?([1-4])\b/.exec(phrase)?.[1] : undefined;
  if (number) return [number];
  const label = field === "supervision" ? SUPERVISION_WORDS.get(phrase) : undefined;
  if (label) return [label];
  const found = STANDARD_PHRASES.get(phrase.replace(/^\d+ /, ""));
  return found?.field === field && found.code !== null ? [String(found.code)] : [];
}

/** Daybook's own labels, as its export writes them: `ST 5-7 Trainee`, `ST 5-7`. */
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

/** The longest known phrases in a phrase, from its beginning: `ga lma ippv` contains `lma`. */
function optionsWithin(phrase: string, optionNamed: (part: string) => string | null): WordMeaning {
  const words = phrase.split(" ");
  const ids: string[] = [];
  let isWhole = true;
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: Math.min(MAX_WORDS, words.length - at) }, (_, index) => index + 1).reverse();
    const idOf = (length: number) => optionNamed(words.slice(at, at + length).join(" "));
    const length = lengths.find((each) => idOf(each) !== null) ?? 0;
    const id = length > 0 ? idOf(length) : null;
    if (id && !ids.includes(id)) ids.push(id);
    if (!id && !SAYS_NOTHING.test(words[at] ?? "")) isWhole = false;
    at += Math.max(1, length);
  }
  return ids.length > 0 && isWhole ? ids : [...ids, AS_TEXT];
}

/**
 * Returns the function that gives the meaning of a word, first from the user's own table. Each word is looked up once.
 */
export function meanings(propose: ProposeMeaning, own: WordTable = {}): ProposeMeaning {
  const known = new Map<string, WordMeaning>();
  return (field, word) => {
    const key = `${field} ${word}`;
    const meaning = known.get(key) ?? chosenMeaning(own, field, word) ?? propose(field, word);
    known.set(key, meaning);
    return meaning;
  };
}
