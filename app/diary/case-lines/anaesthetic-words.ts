import { BLOCK_IDS, type BlockFlag } from "../cases/standard-options";
import { ageIn } from "./ages";
import type { LineCase } from "./line-case";
import type { LineReading } from "./line-reading";
import { nearestPhrase } from "./misspelt";
import { WHICH_CATEGORY, WHICH_TRANSFER, WHICH_VEIN } from "./option-words";
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
import { timesAt } from "./times";

const MOST_WORDS_OF_A_PHRASE = 5;
const LEADS = /^(?:with|w\/|w|and|&|plus|then|under|sup|supervising|supervised|teaching|assisting)$/;
const NOT_URGENT = /^(?:no|not|non|never|longer|isnt|isn't)$/;
/** Behind the name of an option: another took its place, perhaps before it was used. */
const CHANGED = /^(?:changed?|converted|swapped|switched|then|[-=]*[>→])$/;
const IF_CHANGED = "Changed: remove it if it was only planned";
const TWO_URGENCIES = /^(?:n?cepod|cat(?:egory)?)(?:\d|[iv]+)(?:[-–/]|to|or)(?:\d|[iv]+)$/;
const TWO_GRADES = /^(?:st|ct|fy?)\d(?:[-–/]|to|or)(?:(?:st|ct|fy?)?\d)$/;
const HOW_URGENT = "How urgent was it? Choose the urgency in the cells";
const WHICH_GRADE = "Which grade? Choose whom you supervised in the cells";
/** Options that answer a question if the line names one of them elsewhere. */
const ANSWERS: ReadonlyMap<string, readonly string[]> = new Map([
  [WHICH_VEIN, ["282", "283", "284"]],
  [WHICH_TRANSFER, ["317", "318"]],
]);
const TRAINEE_OR_NOT = "A trainee, or part of the operation? Write CT1 or ST5 for a trainee";
/** After `CT 1` and `ST 2`: a scan, or the segment of an ECG. */
const OF_SCAN =
  /^(?:abdo|angio|biops|brain|cap|chest|depress|drain|elev|guid|head|mm|neck|pelvi|scan|segment|spine|tap|thora)/;
const OF_GRADE =
  /^(?:sup|supervis|with|doing|present|trainee|solo|asa|[1-5]e?$|under|me$|local|distant|in$|did|performed)/;
const OF_THIS_CASE = "Did this apply to this case? If so, add it to the cells";
/** Airway devices that come in sizes 1 to 5. */
const SIZED = /^11\d$|^102$/;

/** Reads a flag of a block, before or after the block: `us`. */
export function readFlag(reading: LineReading, at: number): number {
  const { words, lastBlock } = reading;
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
    if (lastBlock) lastBlock.end = at + count;
    return reading.take(at, count, { field: "flags", values: flagged(reading, block, flag) });
  }
  return 0;
}

/** The flags of all blocks with one more. */
function flagged({ result }: LineReading, block: string, flag: BlockFlag): Pick<LineCase, "block_flags"> {
  const flags = new Set([...(result.block_flags[block] ?? []), flag]);
  return { block_flags: { ...result.block_flags, [block]: [...flags] } };
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
  // `sup CPB` is a block, and no supervised bypass.
  const lead = [3, 2].some((count) => reading.meaning(at, count)) ? 0 : leadAt(reading, at);
  const before = words.joined(at - 1);
  for (let count = MOST_WORDS_OF_A_PHRASE; count > 0; count -= 1) {
    const found = reading.meaning(at + lead, count);
    if (!found || (lead > 0 && found.field === "urgency")) continue;
    if (found.field === "supervision" && lead === 0 && count === 2) {
      const place = gradeInPlace(reading, at);
      if (place === "operation") continue;
      if (place === "unsure") return reading.ask(at, count, TRAINEE_OR_NOT, { field: "supervision" });
    }
    if (found.field === "urgency" && NOT_URGENT.test(before)) {
      return reading.ask(at, lead + count, HOW_URGENT, { field: "urgency" });
    }
    if (found.field !== "urgency" && NOT.test(before)) {
      reading.inHead = false;
      return lead + count;
    }
    const isUnsure = (BEFORE.test(before) && !words.endsPart(at - 1)) || UNDONE.test(words.joined(at + lead + count));
    if ("id" in found && isUnsure) return reading.ask(at, lead + count, OF_THIS_CASE);
    return apply(reading, at, lead + count, found);
  }
  const id = /^#(\d{3})$/.exec(words.joined(at))?.[1];
  const coded = id && [...STANDARD_PHRASES.values()].find((meaning) => "id" in meaning && meaning.id === id);
  return coded ? apply(reading, at, 1, coded) : readTwo(reading, at) || readMisspelt(reading, at);
}

/**
 * Whether a grade with a space is one: `TKR CT 1`, but not `ST 2 mm`. What follows such a grade is the end, or another
 * part of the case that is understood.
 */
function gradeInPlace(reading: LineReading, at: number): "grade" | "operation" | "unsure" {
  const { words } = reading;
  if (!/^(?:ct|st|f|fy)\d$/.test(words.joined(at, 2)) || words.endsPart(at + 1)) return "grade";
  if (/^(?:ct|st)/.test(words.joined(at)) && OF_SCAN.test(words.joined(at + 2))) return "operation";
  const goesOn = [1, 2, 3].some((count) => reading.meaning(at + 2, count)) || OF_GRADE.test(words.joined(at + 2));
  return goesOn || timesAt(words, at + 2) || ageIn(words.joined(at + 2), "")?.anywhere ? "grade" : "unsure";
}

/** Asks about two urgencies or grades at once: `cat 2/3`, `ST4/5`. */
function readTwo(reading: LineReading, at: number): number {
  const parts = reading.words.phrase(at, 1).split("-");
  const known = parts.filter((part) => STANDARD_PHRASES.has(normalPhrase(part)) || /^asa[1-5]e?$/i.test(part));
  if (known.length > 1) {
    return reading.ask(at, 1, "Write these words apart, or add them to the cells");
  }
  for (const count of [4, 3, 2, 1]) {
    const typed = reading.words.joined(at, count);
    if (TWO_URGENCIES.test(typed)) return reading.ask(at, count, HOW_URGENT, { field: "urgency" });
    const group = TWO_GRADES.test(typed) && STANDARD_PHRASES.get(normalPhrase(typed.replace("/", " ")));
    if (group) return apply(reading, at, count, group);
    if (TWO_GRADES.test(typed)) return reading.ask(at, count, WHICH_GRADE, { field: "supervision" });
  }
  return 0;
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
  if (broad && reading.saysUrgency()) return reading.take(at, count, { field: "urgency" });
  if (result.urgency !== null && result.urgency !== code) {
    return reading.ask(at, count, "Two urgencies are given", { field: "urgency" });
  }
  return reading.take(at, count, { field: "urgency", values: { urgency: code }, check, kept });
}

function apply(reading: LineReading, at: number, count: number, meaning: Meaning): number {
  const { words, result } = reading;
  if (meaning.field === "unsure") {
    if (meaning.ask === WHICH_CATEGORY && reading.saysUrgency()) return 0;
    if (ANSWERS.get(meaning.ask)?.some((id) => reading.names(id))) return 0;
    return reading.ask(at, count, meaning.ask);
  }
  if (meaning.field === "urgency") return applyUrgency(reading, at, count, meaning);
  if (meaning.field === "supervision") return applyGrade(reading, at, count, meaning);
  const { field, id, check, kept, flag } = meaning;
  const listed = field === "airway" ? result.airway : result.procedures;
  const all = [...new Set([...listed, id])];
  const isSure = !reading.isUnsure(at, count);
  if (BLOCK_IDS.includes(id)) reading.lastBlock = isSure ? { id, end: at + count } : null;
  if (SIZED.test(id)) reading.deviceEnd = at + count;
  const values = {
    ...(field === "airway" ? { airway: all } : { procedures: all }),
    ...(flag ? flagged(reading, id, flag) : {}),
  };
  const isChanged = CHANGED.test(words.joined(at + count)) || /[>→]/.test(words.typed(at + count - 1, 2));
  return reading.take(at, count, { field, values, kept, check: check ?? (isChanged ? IF_CHANGED : undefined) });
}

function applyGrade(
  reading: LineReading,
  at: number,
  count: number,
  meaning: Meaning & { field: "supervision" },
): number {
  const { words } = reading;
  if (meaning.ask || reading.said.has("supervision")) {
    return reading.ask(at, count, meaning.ask ?? "Two grades are given", { field: "supervision" });
  }
  const more = /^(?:sup|supervised|supervising)$/.test(words.joined(at + count)) ? 1 : 0;
  const { code, check } = meaning;
  return reading.take(at, count + more, { field: "supervision", values: { supervision: code }, check });
}
