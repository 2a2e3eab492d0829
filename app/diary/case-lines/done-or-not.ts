import { BLOCK_IDS } from "../cases/standard-options";
import {
  AFTER_FAILED,
  ALSO_BEHIND_COMMA,
  AND,
  ARRIVED,
  BEFORE,
  BEFORE_TWO,
  BEHIND,
  BEHIND_TWO,
  BETWEEN,
  BETWEEN_BEHIND,
  CATHETER,
  DONE,
  ELSEWHERE,
  FAILED,
  IN_PLACE,
  LINE_WORDS,
  NEGATION,
  NO_BEHIND,
  OF_NOT,
  REMOTE,
  STAYED,
  STAYING,
  STAYS,
  STILL,
} from "./done-words";
import type { LineReading } from "./line-reading";
import { FLAG_WORDS, NOT } from "./phrases";
import { timesAt } from "./times";

const SEDATION = "203";
/** Devices for the airway, which somebody may have arrived with. */
const AIRWAY = /^1[12]/;
const MAX_BETWEEN = 4;
const MAX_LINES = 8;

/** Whether an option that a line names was used in this case: `no` is certain, `unsure` is asked about. */
export function wasDone(reading: LineReading, at: number, count: number, id: string): "yes" | "no" | "unsure" {
  const behind = at + count;
  const denied = isDenied(reading, at);
  const isFailedBlock = BLOCK_IDS.includes(id) && FLAG_WORDS.get(word(reading, behind)) === "failed";
  if (denied || (!isFailedBlock && (isDoubted(reading, at, behind, id) || isJoinedToDoubt(reading, at, id)))) {
    reading.doubtEnd = behind;
    return denied ? "no" : "unsure";
  }
  const doubt = doubtBehind(reading, behind, id);
  if (doubt > 0) reading.doubtWordEnd = doubt;
  return doubt > 0 ? "unsure" : "yes";
}

/** True after `no` or `without`, perhaps with `a` or `need for` between. */
export function isDenied(reading: LineReading, at: number): boolean {
  let before = at - 1;
  while (OF_NOT.has(word(reading, before)) && !reading.words.endsPart(before)) before -= 1;
  return before >= reading.doubtWordEnd && NOT.test(word(reading, before)) && !isAnswer(reading, before);
}

/** `DLT no, ETT`: the word speaks of what is before it. */
function isAnswer(reading: LineReading, at: number): boolean {
  return NO_BEHIND.test(word(reading, at)) && at > 0 && reading.words.endsPart(at);
}

function word({ words }: LineReading, at: number): string {
  return words.joined(at).replace(/['’`]/g, "");
}

function isDoubted(reading: LineReading, at: number, behind: number, id: string): boolean {
  const { words } = reading;
  const stays = STAYING.test(id) || CATHETER.test(word(reading, behind));
  const first = Math.max(reading.doubtWordEnd, at - 1 - MAX_BETWEEN);
  for (let before = at - 1; before >= first; before -= 1) {
    if (words.endsPart(before) || reading.isTaken(before)) return false;
    const said = word(reading, before);
    if (BEFORE.has(said) || BEFORE_TWO.test(words.joined(before - 1, 2))) return true;
    if (BLOCK_IDS.includes(id) && /^surg(?:eons?|ical)$/.test(said)) return true;
    if (stays && STAYS.has(said)) return true;
    const mayArrive = stays || (AIRWAY.test(id) && said !== "transfer");
    if (mayArrive && ARRIVED.has(said) && /^w/.test(words.joined(before + 1))) return true;
    if (AIRWAY.test(id) && (said === "already" || said === "existing")) return true;
    if (!BETWEEN.has(said)) return false;
    if (words.isUnsure(before, 1)) return true;
  }
  return false;
}

/** `declined spinal and fib`, `no aline/cvc`; of lines, also with a comma. */
function isJoinedToDoubt({ words, doubtEnd }: LineReading, at: number, id: string): boolean {
  if (doubtEnd < at - 1 || doubtEnd < 0) return false;
  if (doubtEnd === at - 1 || AND.test(words.typed(at))) return AND.test(words.typed(doubtEnd));
  const between = words.typed(at - 1, 2).slice(words.typed(at - 1).length);
  return /^\s*[+/]/.test(between) || (STAYING.test(id) && /^\s*,/.test(between));
}

/** Position after the word that says so behind the name; 0 for none. */
function doubtBehind(reading: LineReading, from: number, id: string): number {
  const { words } = reading;
  if (isFailedBehind(reading, from, id) || (/^21/.test(id) && words.joined(from) === "ci")) return from + 1;
  const isNext = isNextPart(reading, from);
  for (let behind = from; behind <= from + MAX_BETWEEN; behind += 1) {
    const said = word(reading, behind);
    const isTwo = BEHIND_TWO.test(words.joined(behind, 2));
    if (isAnswer(reading, behind) && (!isNext || behind === from)) return behind + 1;
    if (isTwo || (BEHIND.has(said) && (!isNext || ALSO_BEHIND_COMMA.has(said)))) {
      // `x2 attempts` were perhaps successful.
      const isCounted = behind > from && /^attempts?$/.test(said);
      if (!isCounted && !isOfNext(reading, behind)) return isOfEither(said) ? behind : behind + 1;
    }
    if (behind > from && words.endsPart(behind - 1)) break;
    // `spinal 3 yrs ago`, but not `sedation 4 not for resuscitation`
    if (/^\d$/.test(said) && !/^(?:[ymwd]|att|x)/.test(word(reading, behind + 1))) break;
    if (!BETWEEN_BEHIND.test(said) && !(behind === from && words.isMark(behind))) break;
  }
  return leftBehind(reading, from, id);
}

/** True when a comma is between a word and the one before it. */
function isNextPart({ words }: LineReading, at: number): boolean {
  return /,\s*\S+$/.test(words.typed(at - 1, 2));
}

/** True for a word that may speak of the option before or behind it: `igel declined spinal` asks about both. */
function isOfEither(said: string): boolean {
  return !NEGATION.test(said) && (BEFORE.has(said) || NOT.test(said));
}

/** `spinal nil sedation`, `ETT (planned igel)`, `igel, declined spinal`: the word speaks of what follows it. */
function isOfNext(reading: LineReading, at: number): boolean {
  const said = word(reading, at);
  return (NEGATION.test(said) || (isOfEither(said) && reading.words.endsPart(at - 1))) && names(reading, at + 1);
}

function isFailedBehind(reading: LineReading, from: number, id: string): boolean {
  if (BLOCK_IDS.includes(id) || !FAILED.test(word(reading, from))) return false;
  return reading.words.endsPart(from) || AFTER_FAILED.test(word(reading, from + 1)) || names(reading, from + 1);
}

function names(reading: LineReading, at: number): boolean {
  return [1, 2, 3].some((count) => reading.meaning(at, count));
}

/**
 * `RIJ CVC in situ`, `art line out`, `FIB given in ED`: it was there before, was removed, or others did it. The position
 * after these words; 0 for none.
 */
function leftBehind(reading: LineReading, from: number, id: string): number {
  const { words } = reading;
  const stays = STAYING.test(id) || CATHETER.test(word(reading, from));
  const isSedation = id === SEDATION && words.joined(from) === "by";
  // `34F section, spinal in situ, top up`
  const mayBeThere = AIRWAY.test(id) || /^21/.test(id);
  if (mayBeThere || stays) {
    let past = from;
    while (STILL.test(word(reading, past)) && (past > from || !isNextPart(reading, from))) past += 1;
    const count = [1, 2].find((length) => IN_PLACE.test(words.joined(past, length)));
    if (count && (past > from || mayBeThere)) return past + count;
    if (past > from && word(reading, past - 1) === "already") {
      if (words.endsPart(past - 1) || !names(reading, past)) return past;
    }
  }
  if (!stays && !isSedation && !AIRWAY.test(id) && !BLOCK_IDS.includes(id)) return 0;
  let behind = from;
  while (stays && behind < from + MAX_LINES) {
    const count = [4, 3, 2, 1].find((length) => isLine(reading, behind, length));
    if (!count) break;
    behind += count;
  }
  if (words.isMark(behind)) behind += 1;
  else if (words.endsPart(behind - 1) && !words.typed(behind - 1, 2).includes("(")) return 0;
  const isOut = word(reading, behind) === "out" && !timesAt(words, behind + 1);
  if (stays && /^in(?:situ|place)$/.test(words.joined(behind, 2))) return behind + 2;
  if (stays && (isOut || STAYED.has(word(reading, behind)))) return behind + 1;
  if (/^14/.test(id)) return 0;
  while (DONE.has(word(reading, behind)) && !ELSEWHERE.test(words.joined(behind, 2))) behind += 1;
  const count = [2, 3].find((length) => ELSEWHERE.test(words.joined(behind, length)));
  // `EVAR, igel in IR`: whoever was there gave the anaesthetic.
  if (AIRWAY.test(id) && REMOTE.test(words.joined(behind, count ?? 0))) return 0;
  return count ? behind + count : 0;
}

function isLine(reading: LineReading, at: number, count: number): boolean {
  if (count === 1 && LINE_WORDS.test(reading.words.joined(at))) return true;
  const found = reading.meaning(at, count);
  return found !== undefined && "id" in found && STAYING.test(found.id);
}
