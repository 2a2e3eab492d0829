import { BLOCK_IDS } from "../cases/standard-options";
import { ageIn } from "./ages";
import { isDenied, wasDone } from "./done-or-not";
import { flagged, leadAt, MAX_WORDS_OF_A_PHRASE } from "./flag-words";
import type { LineReading } from "./line-reading";
import { WHICH_CATEGORY, WHICH_TRANSFER, WHICH_VEIN } from "./option-words";
import { type Meaning, normalPhrase, STANDARD_PHRASES } from "./phrases";
import { timesAt } from "./times";

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
function nearestPhrase(typed: string): string | null {
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

const NOT_URGENT = /^(?:no|not|non|never|semi|sub|less|longer|isnt|isn't)$/;
/** Behind the name of an option: another took its place, perhaps before it was used. */
const CHANGED = /^(?:changed?|converted|swapped|switched|then|[-=]*[>→])$/;
const IF_CHANGED = "Changed: remove it if it was only planned";
const TWO_URGENCIES = /^(?:n?cepod|cat(?:egory)?)(?:\d|[iv]+)(?:[-–/]|to|or)(?:\d|[iv]+)$/;
const TWO_GRADES = /^(?:st|ct|fy?)\d(?:[-–/]|to|or)(?:(?:st|ct|fy?)?\d)$/;
const HOW_URGENT = "How urgent was it? Choose the urgency below";
const WHICH_GRADE = "Which grade? Choose whom you supervised below";
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
/** After a grade: `ST5 not present`. */
const ABSENT = /^(?:not|absent|unavailable|away|sick|late)$/;
const SECOND_CONSULTANT = 20;
/** Near `2 consultants`: they are of another specialty, or were not there. */
const OF_OTHERS =
  /^(?:surg|orth|vasc|plastic|gyn|obs|uro|ent$|max|omfs|neuro|cardi|thorac|colorect|breast|trauma|spin|hpb|paed|radiol|opin|review|clinic|consent|decision|decid|sign|agree|operat|op$|mdt|ward|call|inform|aware|avail|phone)/;
/** The same behind what kind of surgeons they are. */
const OPERATING = /^(?:surg|scrub)/;
const SAID_OF_OTHERS = /^(?:by|to)$|^(?:d\/w|dw|discuss\w*|opinion\w*|advice|surg\w*)(?:with|from|of|\+|plus|and|&)?$/;
const OF_THIS_CASE = "Did this apply to this case? If so, add it below";
/** Airway devices that come in sizes 1 to 5. */
const SIZED = /^11\d$|^102$/;

/** Reads an urgency, a supervision grade or an option. */
export function readPhrase(reading: LineReading, at: number): number {
  const { words } = reading;
  // `sup CPB` is a block, and no supervised bypass.
  const lead = [3, 2].some((count) => reading.meaning(at, count)) ? 0 : leadAt(reading, at);
  const before = words.joined(at - 1);
  for (let count = MAX_WORDS_OF_A_PHRASE; count > 0; count -= 1) {
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
    const done = doneInPlace(reading, at, lead + count, found);
    if (done === "no") {
      reading.inHead = false;
      // `no ST5`: nor is one taken over from the case above.
      const isInherited = found.field === "supervision";
      return isInherited ? reading.take(at, lead + count, { field: found.field, kept: true }) : lead + count;
    }
    if (done === "unsure" && found.field !== "unsure") {
      return reading.ask(at, lead + count, OF_THIS_CASE, { field: found.field });
    }
    return apply(reading, at, lead + count, found);
  }
  const id = /^#(\d{3})$/.exec(words.joined(at))?.[1];
  const coded = id && [...STANDARD_PHRASES.values()].find((meaning) => "id" in meaning && meaning.id === id);
  return coded ? apply(reading, at, 1, coded) : readTwo(reading, at) || readMisspelt(reading, at);
}

function doneInPlace(reading: LineReading, at: number, count: number, meaning: Meaning): "yes" | "no" | "unsure" {
  if ("id" in meaning) return wasDone(reading, at, count, meaning.id);
  if (meaning.field === "supervision" && ABSENT.test(reading.words.joined(at + count))) return "unsure";
  if (meaning.field === "supervision" && meaning.code === SECOND_CONSULTANT) {
    // `spinal x 2, cons`: two tries of one.
    const isCut = Array.from({ length: count - 1 }).some((_, more) => reading.words.endsPart(at + more));
    if (isCut || isOfOthers(reading, at, count)) return "unsure";
  }
  return meaning.field !== "urgency" && isDenied(reading, at) ? "no" : "yes";
}

/** `2 cons surgeons`, `seen by 2 consultants`, but not `2 cons anaes`. */
function isOfOthers(reading: LineReading, at: number, count: number): boolean {
  const { words } = reading;
  const behind = at + count + (/^(?:with|from|for|in|of|and|&)$/.test(words.joined(at + count)) ? 1 : 0);
  const isOption = [1, 2, 3].some((length) => reading.meaning(behind, length));
  if (OF_OTHERS.test(words.joined(behind)) && !isOption) return true;
  for (let next = behind; next < behind + 3 && !words.endsPart(next - 1); next += 1) {
    if (OPERATING.test(words.joined(next))) return true;
  }
  return SAID_OF_OTHERS.test(words.joined(at - 1)) || SAID_OF_OTHERS.test(words.joined(at - 2, 2));
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
    return reading.ask(at, 1, "Write these words apart, or add them below");
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
  for (const count of [4, 3, 2, 1]) {
    const meant = nearestPhrase(normalPhrase(reading.words.phrase(at, count)));
    const found = meant === null ? undefined : STANDARD_PHRASES.get(meant);
    if (!found || found.field === "unsure" || isDenied(reading, at)) continue;
    const words = Array.from({ length: count }, (_, word) => reading.meaning(at + word, 1)?.field ?? "unsure");
    // A word that already has a meaning is not a typing error.
    if (words.every((field) => field === "unsure")) {
      if (doneInPlace(reading, at, count, found) !== "yes")
        return reading.ask(at, count, OF_THIS_CASE, { field: found.field });
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
  if (broad && reading.saysEmergency()) return reading.take(at, count, { field: "urgency" });
  // `emergency hernia on elective list`
  if ((broad && reading.saysUrgency()) || (result.urgency !== null && result.urgency !== code)) {
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
  const isChanged =
    CHANGED.test(words.joined(at + count)) ||
    /^to(?:ga|ett|i?gel|lma)$/.test(words.joined(at + count, 2)) ||
    /[>→](?!\s*\d)/.test(words.typed(at + count - 1, 2));
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
