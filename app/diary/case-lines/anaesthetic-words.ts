import { BLOCK_IDS } from "../cases/standard-options";
import type { LineReading } from "./line-reading";
import { nearestPhrase } from "./misspelt";
import { WHICH_CATEGORY } from "./option-words";
import {
  BEFORE,
  FLAG_WORDS,
  type Meaning,
  NEURAXIAL,
  NOT,
  normalPhrase,
  OF_NERVES,
  STANDARD_PHRASES,
  UNDONE,
} from "./phrases";

const MOST_WORDS_OF_A_PHRASE = 5;
const LEADS = /^(?:with|w\/|w|and|&|plus|then|under|sup|supervising|supervised|teaching|assisting)$/;
const NOT_URGENT = /^(?:no|not|non|never|longer|isnt|isn't|\?)$/;
const HOW_URGENT = "How urgent was it? Choose the urgency in the cells";
const OF_THIS_CASE = "Did this apply to this case? If so, add it to the cells";
/** Airway devices that come in sizes 1 to 5. */
const SIZED = /^11\d$|^102$/;

/** Reads a flag of a block, before or after the block: `us`. */
export function readFlag(reading: LineReading, at: number): number {
  const { words, lastBlock, result } = reading;
  const lead = leadAt(reading, at);
  for (const count of [lead + 2, lead + 1]) {
    const flag = FLAG_WORDS.get(normalPhrase(words.phrase(at + lead, count - lead)));
    // `labour epidural + failed forceps`: here the operation failed, not the block.
    const isApart = /[+,]/.test(words.typed(at - 1, 2)) && /^[a-z]/.test(words.joined(at + count));
    if (!flag || (flag === "failed" && isApart && !reading.meaning(at + count, 1))) continue;
    const next = blockAt(reading, at + count);
    const last = lastBlock?.end === at ? lastBlock.id : null;
    // Between a spinal and a nerve block, the ultrasound belongs to the nerve block.
    const block = last && next && NEURAXIAL.test(last) && OF_NERVES.includes(flag) ? next : (last ?? next);
    if (!block) continue;
    result.block_flags[block] = [...new Set([...(result.block_flags[block] ?? []), flag])];
    if (lastBlock) lastBlock.end = at + count;
    return reading.take(at, count, "flags");
  }
  return 0;
}

/** Number of words that only introduce what follows: "with ST5", "teaching a med student". */
function leadAt({ words }: LineReading, at: number): number {
  // In capitals, `AND` is an axillary node dissection.
  if (!LEADS.test(words.joined(at)) || words.typed(at) === "AND") return 0;
  return words.joined(at + 1) === "a" ? 2 : 1;
}

function blockAt(reading: LineReading, at: number): string | null {
  for (let count = MOST_WORDS_OF_A_PHRASE; count > 0; count -= 1) {
    const found = reading.meaning(at, count);
    if (found?.field === "procedure" && BLOCK_IDS.includes(found.id)) return found.id;
  }
  return null;
}

/** Reads an urgency, a supervision grade or an option. */
export function readPhrase(reading: LineReading, at: number): number {
  const { words } = reading;
  const lead = leadAt(reading, at);
  const before = words.joined(at - 1);
  for (let count = MOST_WORDS_OF_A_PHRASE; count > 0; count -= 1) {
    const found = reading.meaning(at + lead, count);
    if (!found || (lead > 0 && found.field === "urgency")) continue;
    if (found.field === "urgency" && NOT_URGENT.test(before)) return reading.ask(at, lead + count, HOW_URGENT);
    if (found.field !== "urgency" && NOT.test(before)) {
      reading.inHead = false;
      return lead + count;
    }
    const isUnsure = BEFORE.test(before) || UNDONE.test(words.joined(at + lead + count));
    if ("id" in found && isUnsure) return reading.ask(at, lead + count, OF_THIS_CASE);
    return apply(reading, at, lead + count, found);
  }
  const id = /^#(\d{3})$/.exec(words.joined(at))?.[1];
  const coded = id && [...STANDARD_PHRASES.values()].find((meaning) => "id" in meaning && meaning.id === id);
  return coded ? apply(reading, at, 1, coded) : readMisspelt(reading, at);
}

function readMisspelt(reading: LineReading, at: number): number {
  const before = reading.words.joined(at - 1);
  for (const count of [4, 3, 2, 1]) {
    const meant = nearestPhrase(normalPhrase(reading.words.phrase(at, count)));
    const found = meant === null ? undefined : STANDARD_PHRASES.get(meant);
    if (!found || found.field === "unsure" || NOT.test(before) || BEFORE.test(before)) continue;
    const words = Array.from({ length: count }, (_, word) => reading.meaning(at + word, 1)?.field ?? "unsure");
    // A word that already has a meaning is not a typing error.
    if (words.every((field) => field === "unsure")) {
      return apply(reading, at, count, { ...found, check: `Read as ${meant}` });
    }
  }
  return 0;
}

function applyUrgency(
  reading: LineReading,
  at: number,
  count: number,
  meaning: Meaning & { field: "urgency" },
): number {
  const { result } = reading;
  const { code, check, kept, broad } = meaning;
  if (broad && reading.saysUrgency()) return reading.take(at, count, "urgency");
  if (result.urgency !== null && result.urgency !== code) return reading.ask(at, count, "Two urgencies are given");
  result.urgency = code;
  return reading.take(at, count, "urgency", check, kept);
}

function apply(reading: LineReading, at: number, count: number, meaning: Meaning): number {
  const { words, result } = reading;
  if (meaning.field === "unsure") {
    if (meaning.ask === WHICH_CATEGORY && reading.saysUrgency()) return 0;
    return reading.ask(at, count, meaning.ask);
  }
  if (meaning.field === "urgency") return applyUrgency(reading, at, count, meaning);
  if (meaning.field === "supervision") {
    if (meaning.ask || reading.said.has("supervision")) {
      return reading.ask(at, count, meaning.ask ?? "Two grades are given");
    }
    result.supervision = meaning.code;
    const more = /^(?:sup|supervised|supervising)$/.test(words.joined(at + count)) ? 1 : 0;
    return reading.take(at, count + more, "supervision", meaning.check);
  }
  const list = meaning.field === "airway" ? result.airway : result.procedures;
  if (!list.includes(meaning.id)) list.push(meaning.id);
  if (BLOCK_IDS.includes(meaning.id)) reading.lastBlock = { id: meaning.id, end: at + count };
  if (SIZED.test(meaning.id)) reading.deviceEnd = at + count;
  return reading.take(at, count, meaning.field, meaning.check, meaning.kept);
}
