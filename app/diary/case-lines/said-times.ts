import {
  DAY_MINUTES,
  isClockHour,
  isHour,
  isNight,
  loneTime,
  minuteOf,
  NO_TIME,
  TIME,
  type TimesAt,
  UNITS,
  WHICH_HALF,
  WITH_MINUTES,
} from "./clock-words";
import { durationAfter, minutesOf } from "./durations";
import type { LineWords } from "./line-words";

/** Read as times only after a word such as `at`: elsewhere they are sizes and amounts. */
const DOTTED = /^\d{1,2}\.[0-5]\d$/;
const START = /^(?:at|@|from|(?:start|started|starting|begin|began|in)(?:time|at)?)$/;
const END = /^(?:to|until|till?|(?:end|ended|ending|fin|finish|finished|finishing|out)(?:time|at)?)$/;
/** The same after a time: `1405 start, 1530 finish`. */
const START_BEHIND = /^(?:start|started|commenced|began|in|kts)$/;
const END_BEHIND = /^(?:end|ended|finish|finished|fin|out|closed|closure|completed|stop|stopped)$/;
/** Before a time they say that it is the end, and stay in the description. */
const ENDED =
  /^(?:closed?|closure|completed?|stop|stopped|recovery|pacu|offtable|outoftheatre|endof(?:case|op|surgery|list|anaesthesia))$/;
/** Before a number that is no time, and before a time of something else. */
const OF_NUMBER =
  /^(?:ebl|loss|losses|trop|crp|ck|bnp|plts?|weight|wt|bleep|ext|extension|tel|bed|room|ward|code|dob|dose|heparin|hep|fluids?|urine|uo|ml|mrn|no)$/;
const OF_OTHER_TIME =
  /^(?:called|sent|sentfor|arrived|booked|referred|decision|delayed|delivery|delivered|birth|rosc|tourniquet|clamp|babyout|handedover|handover|delayedto|postponedto|movedto)$/;
const WHICH_TIME = "When was this? Write start or end before the time";
const YEAR = /^(?:19[5-9]|20[0-4])\d$/;
/** Near a year: `prev CABG 2015`. */
const PAST =
  /^(?:prev|previous|previously|prior|hx|h\/o|since|post|s\/p|last|old|diagnosed|dx|dob|born|mi|cva|stroke|tia|stents?|pci)$/;
const MAX_WORDS_TO_YEAR = 4;
const MAX_WORDS_TO_TIME = 5;

/** A time with the number of its words: `3 pm` has two. */
function timeWords(words: LineWords, at: number): [text: string, count: number] {
  const count = /^[ap]\.?m$/.test(words.joined(at + 1)) && /^\d/.test(words.joined(at)) ? 2 : 1;
  return [words.joined(at, count), count];
}

/** `at 1405`, `started at 14.05`, `finish 1530`. */
export function saidAt(words: LineWords, at: number): TimesAt | null {
  for (const lead of [2, 1]) {
    const first = words.joined(at, lead);
    const [isStart, isEnd] = [START.test(first), END.test(first)];
    if (!isStart && !isEnd) continue;
    const [time, length] = timeWords(words, at + lead);
    const count = lead + length;
    if (first === "in" && YEAR.test(time)) return null;
    if (
      isHour(time) &&
      (/^(?:from|un|till|start|began|fin)/.test(first) || words.endsPart(at + lead)) &&
      isClockHour(time)
    ) {
      return UNITS.test(words.joined(at + count)) ? null : { count, ask: WITH_MINUTES };
    }
    const minute = DOTTED.test(time) && first !== "to" ? minuteOf(time) : loneTime(time);
    if (minute === null || UNITS.test(words.joined(at + count))) return null;
    if (minute === false) return { count, ask: NO_TIME };
    if (isNight(time)) return { count, ask: WHICH_HALF };
    if (isEnd && OF_OTHER_TIME.test(words.joined(at - 1, 2))) return { count, ask: WHICH_TIME };
    if (/^(?:at|@)$/.test(first) && isOfOther(words, at)) return { count, ask: WHICH_TIME };
    return withDuration(words, at, isStart ? { count, start: minute } : { count, end: minute }, true);
  }
  return null;
}

/** `1405`, `1405-`, `@1405`, `1405 start`, `1405 90min`, `0830/90min`. */
export function loneAt(words: LineWords, at: number, hasAge: boolean): TimesAt | null {
  const [first, length] = timeWords(words, at);
  const [, from = "", lasts = ""] = WITH_DURATION.exec(first) ?? [];
  const start = from === "" ? null : loneTime(from);
  if (typeof start === "number" && minutesOf(lasts) > 0) {
    return { count: length, start, end: (start + minutesOf(lasts)) % DAY_MINUTES };
  }
  const open = /^@(.+)$|^(.+)[-–]$/.exec(first);
  const closed = /^[-–](?=\d{4}|\d\d[:.])(.+)$/.exec(first)?.[1];
  const ended = closed === undefined ? null : loneTime(closed);
  if (typeof ended === "number") return { count: 1, end: ended };
  const opened = open ? loneTime(open[1] ?? open[2] ?? "") : null;
  if (opened === false) return { count: 1, ask: NO_TIME };
  if (opened !== null) return withDuration(words, at, { count: 1, start: opened }, hasAge);
  const minute = YEAR.test(first) && isYear(words, at) ? null : loneTime(first);
  const [before, behind] = [words.joined(at - 1), at + length];
  if (minute === null || UNITS.test(words.joined(behind)) || OF_NUMBER.test(before)) return null;
  if (minute === false) return { count: length, ask: NO_TIME };
  if (isNight(first)) return { count: length, ask: WHICH_HALF };
  if (OF_OTHER_TIME.test(before) || OF_OTHER_TIME.test(words.joined(at - 2, 2))) {
    return { count: length, ask: WHICH_TIME };
  }
  if ([1, 2, 3].some((count) => ENDED.test(words.joined(at - count, count)))) {
    return { count: length, end: minute, check: "Read as the end" };
  }
  if (START_BEHIND.test(words.joined(behind)) && isOfTimeBefore(words, behind)) {
    return withDuration(words, at, { count: length + 1, start: minute }, hasAge);
  }
  if (END_BEHIND.test(words.joined(behind)) && isOfTimeBefore(words, behind)) return { count: length + 1, end: minute };
  const [after, count] = durationAfter(words, behind, hasAge);
  if (after > 0) return { count: length + count, start: minute, end: (minute + after) % DAY_MINUTES };
  return { count: length, lone: minute };
}

/** `from 0900`, `0900 start`, `0900`: a time after a duration. */
export function startAt(words: LineWords, at: number): { count: number; start: number } | null {
  const lead = START.test(words.joined(at)) ? 1 : 0;
  const start = loneTime(words.joined(at + lead));
  const more = /^start(?:ed)?$/.test(words.joined(at + lead + 1)) ? 1 : 0;
  return typeof start === "number" ? { count: lead + 1 + more, start } : null;
}

/** `finish 1000`: an end after a duration. */
export function endAt(words: LineWords, at: number): { count: number; end: number } | null {
  const end = END.test(words.joined(at)) ? loneTime(words.joined(at + 1)) : null;
  return typeof end === "number" ? { count: 2, end } : null;
}

const WITH_DURATION = new RegExp(`^(${TIME})[-–—/x](.*[a-z'’])$`);

/** A start or an end with the duration after it: `start 0830, 65 min`, `finish 1000 (90 min)`. */
function withDuration(words: LineWords, at: number, found: TimesAt, hasAge: boolean): TimesAt {
  const [lasts, more] = durationAfter(words, at + found.count, hasAge);
  if (lasts === 0) return found;
  const count = found.count + more;
  if (found.start !== undefined) return { count, start: found.start, end: (found.start + lasts) % DAY_MINUTES };
  const end = found.end ?? 0;
  return { count, start: (end - lasts + DAY_MINUTES) % DAY_MINUTES, end };
}

/** Whether `start` is of the time before it, not of the next: `1530 finish, 1405 start`, but `0830 finish 1000`. */
function isOfTimeBefore(words: LineWords, at: number): boolean {
  const word = words.joined(at);
  if (/^start/.test(word) || words.endsPart(at)) return true;
  if (loneTime(words.joined(at + 1)) === null) return word !== "in" && word !== "out";
  const next = words.joined(at + 2);
  return (START_BEHIND.test(next) || END_BEHIND.test(next)) && loneTime(words.joined(at + 3)) === null;
}

/** `called at 0200`, `handed over to ST5 at 1300` */
function isOfOther(words: LineWords, at: number): boolean {
  for (let before = at - 1; before >= at - MAX_WORDS_TO_TIME; before -= 1) {
    if ([1, 2].some((count) => OF_OTHER_TIME.test(words.joined(before, count)))) return true;
    if (words.endsPart(before - 1)) return false;
  }
  return false;
}

function isYear(words: LineWords, at: number): boolean {
  if (/^(?:in|since)$/.test(words.joined(at - 1)) || PAST.test(words.joined(at + 1))) return true;
  for (let before = at - 1; before >= at - MAX_WORDS_TO_YEAR && !words.endsPart(before); before -= 1) {
    if (PAST.test(words.joined(before))) return true;
  }
  return false;
}
