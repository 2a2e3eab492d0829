import { BLOCK_IDS } from "../cases/standard-options";
import type { LineReading } from "./line-reading";
import { FLAG_WORDS, NOT } from "./phrases";
import { timesAt } from "./times";

/** Between `no` and the name of an option: `no need for aline`, `not a spinal`. */
const OF_NOT = setOf("a an any the need for further more formal");
/** Before the name of an option: it was perhaps not done, not here, or on another day. */
const BEFORE = setOf(
  "prev previous previously prior known hx h/o history past s/p post usual usually normally anticipated anticipating " +
    "plan plans planned planning offer offered consider considered considering consent consented discuss discussed " +
    "discussing unable inability cannot cant could couldnt would wouldnt should shouldnt will wont may might didnt " +
    "doesnt dont wasnt isnt hasnt havent never nor neither not no unsuccessful fail fails failed failing failure gave " +
    "give giving abandon abandoned abandoning avoid avoiding refuse refusal refusing decline declining instead rather " +
    "lieu cancel cancelled against unsuitable too contraindicated contra-indicated contraindication impossible " +
    "attempt attempts attempted attempting abort aborted aborting sans minus try tried trying want wants wanted wanting wish wishes wished prefer " +
    "prefers preferred need needs require requires await awaits awaiting aim aims aimed aiming intend intended " +
    "intention hope hoped hoping propose proposed request requests requested requesting suggest suggested advise " +
    "advised counselled counselling keen expect expected expecting potential predicted suspected if unless whether " +
    "off",
);
/** `last time spinal`, `trial of spinal`, `headache after spinal` */
const BEFORE_TWO =
  /^(?:(?:last|next|other|another)(?:time|op|case|year|week|month|admission)|(?:trial|risk)of|(?:headache|pdph|haematoma|abscess|leak|palsy|damage|injury)(?:after|from|of|due))$/;
/** Words between such a word and the name: `unable to do spinal`, `not suitable for a spinal`. */
const BETWEEN = setOf(
  "a an any the to do doing done get getting got have having had place placing put site siting insert inserting use " +
    "using perform performing pass find achieve obtain secure establish tolerate accept proceed for of on up at with " +
    "w/ than more further second another suitable able possible fit unwell sick frail unstable need needed time him " +
    "her pt patient new good be luck joy success r l rt lt left right attempt attempts",
);
/** After the name of an option: perhaps it was not done, or not yet. */
const BEHIND = setOf(
  "not none nil planned declined refused abandoned avoided tomorrow later but offered considered discussed impossible " +
    "contraindicated contra-indicated c/i cancelled attempt attempts attempted tried unable cannot cant couldnt " +
    "wouldnt wont didnt wasnt isnt never unobtainable unavailable unlikely unused omitted deferred postponed withheld " +
    "aborted pending awaited standby stand-by backup back-up available requested booked ready primed yesterday " +
    "previously prev ago predicted anticipated expected suspected alert trolley if prn " +
    "weaned unachievable unsuitable inappropriate nope scrapped failure",
);
const BEHIND_TWO =
  /^(?:(?:last|next|other)(?:time|op|year|week|month|day|admission)|no(?:good|luck|csf|joy|success|use|effect)|drytap|st(?:an|oo)d(?:by|down)|too(?:big|small|large|tight|difficult|tricky|risky|late|long|short))$/;
/** `spinal nil sedation` says this of what follows. */
const NEGATION = /^(?:not|none|nil)$/;
/** Words between the name and such a word: `cell salvage set up not used`, `spinal was abandoned`. */
const BETWEEN_BEHIND =
  /^(?:was|were|is|has|been|being|be|a|would|could|did|does|will|on|set|up|kit|probe|tube|x|x?\d|yrs?|years?|months?|weeks?|days?|due)$/;
/** After what is no block, `failed` is of the operation if that goes on: `igel failed ERCP`. */
const FAILED = /^(?:failed|failing|unsuccessful)$/;
const AFTER_FAILED = /^(?:x\d?|\d|so|then|now|converted|changed|due|attempts?|[-=→>]+|)$/;

/** Options that stay in place: lines, drains, epidurals, catheters and tracheostomies. */
const STAYING = /^(?:28[1-9]|314|220|21[234]|261|14[34])$/;
const CATHETER = /^(?:cath|catheter)s?$/;
const LINE_WORDS = /^(?:cvc|cvp|cvl|lines?|art|epidural|epi|(?:cath|catheter)s?|&|and)$/;
/** Before what stays in place: it was there already, or was removed. */
const STAYS = setOf(
  "existing pre-existing preexisting old own has already present indwelling removal remove removed removing ro r/o pull " +
    "pulled pulling out take taken clamp infected blocked displaced dislodged leaking migrated kinked retained broken " +
    "extubated extubation decannulated decannulation",
);
const ARRIVED = setOf("came comes arrived arrives brought admitted transferred transfer returned back had");
/** The same after its name. */
const STAYED = setOf(
  "already present existing insitu in-situ removal removed remove pulled fell displaced dislodged blocked infected " +
    "leaking clamped capped kinked",
);
const DONE = setOf("done given placed sited inserted put performed in");
/** `from ED`, `by the surgeons`: others did it. */
const ELSEWHERE =
  /^(?:in|on|from|by|at|via)(?:the)?(?:ed|a&e|a\/e|ae|resus|icu|itu|hdu|ccu|nicu|picu|wards?|dgh|paramedics?|crew|hems|surg\w*|ortho\w*|obs\w*|midwi\w*|radiolog\w*|ir|them|other|referring|another|outside)$/;
/** In capitals, `AND` is an axillary node dissection. */
const AND = /^(?:and|And|&|plus)$/;
const MOST_BETWEEN = 4;
const MOST_LINES = 8;

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

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
  return before >= reading.doubtWordEnd && NOT.test(word(reading, before));
}

function word({ words }: LineReading, at: number): string {
  return words.joined(at).replace(/['’`]/g, "");
}

function isDoubted(reading: LineReading, at: number, behind: number, id: string): boolean {
  const { words } = reading;
  const stays = STAYING.test(id) || CATHETER.test(word(reading, behind));
  const first = Math.max(reading.doubtWordEnd, at - 1 - MOST_BETWEEN);
  for (let before = at - 1; before >= first; before -= 1) {
    if (words.endsPart(before) || reading.isTaken(before)) return false;
    const said = word(reading, before);
    if (BEFORE.has(said) || BEFORE_TWO.test(words.joined(before - 1, 2))) return true;
    if (BLOCK_IDS.includes(id) && /^surg(?:eons?|ical)$/.test(said)) return true;
    if (stays && (STAYS.has(said) || (ARRIVED.has(said) && /^w/.test(words.joined(before + 1))))) return true;
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
  for (let behind = from; behind <= from + MOST_BETWEEN; behind += 1) {
    const said = word(reading, behind);
    // `x2 attempts` were perhaps successful.
    const isCounted = behind > from && /^attempts?$/.test(said);
    const isOfNext = NEGATION.test(said) && names(reading, behind + 1);
    if (BEHIND_TWO.test(words.joined(behind, 2)) || (BEHIND.has(said) && !isCounted && !isOfNext)) return behind + 1;
    if (behind > from && words.endsPart(behind - 1)) break;
    if (!BETWEEN_BEHIND.test(said) && !(behind === from && words.isMark(behind))) break;
  }
  return leftBehind(reading, from, id);
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
  if (!stays && !BLOCK_IDS.includes(id)) return 0;
  let behind = from;
  while (stays && behind < from + MOST_LINES) {
    const count = [4, 3, 2, 1].find((length) => isLine(reading, behind, length));
    if (!count) break;
    behind += count;
  }
  if (words.isMark(behind)) behind += 1;
  else if (words.endsPart(behind - 1) && !words.typed(behind - 1, 2).includes("(")) return 0;
  const isOut = word(reading, behind) === "out" && !timesAt(words, behind + 1);
  if (stays && /^in(?:situ|place)$/.test(words.joined(behind, 2))) return behind + 2;
  if (stays && (isOut || STAYED.has(word(reading, behind)))) return behind + 1;
  while (DONE.has(word(reading, behind)) && !ELSEWHERE.test(words.joined(behind, 2))) behind += 1;
  const count = [2, 3].find((length) => ELSEWHERE.test(words.joined(behind, length)));
  return count ? behind + count : 0;
}

function isLine(reading: LineReading, at: number, count: number): boolean {
  if (count === 1 && LINE_WORDS.test(reading.words.joined(at))) return true;
  const found = reading.meaning(at, count);
  return found !== undefined && "id" in found && STAYING.test(found.id);
}
