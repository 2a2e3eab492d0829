import { clockTime, readEndTime } from "~/platform/time/clock-time";
import { durationAt } from "./durations";
import type { LineWords } from "./line-words";

/** Clock times that begin at a word, in minutes from midnight, with the number of words. */
export interface TimesAt {
  count: number;
  start?: number;
  end?: number;
  /** A time without a word that says which: the start, or the end if the start is known. */
  lone?: number;
  ask?: string;
  check?: string;
}

const HALF = String.raw`[ap]\.?m`;
const TIME = String.raw`\d{1,2}[:.]\d{2}(?:${HALF})?|\d{1,2}h\d{2}|\d{3,4}|\d{1,2}${HALF}|(?:12)?(?:noon|midday|midnight)`;
const HOURS = "(?:h|hrs?|hours)?";
const RANGE = new RegExp(
  `^(?:from|between)?(${TIME}|\\d{1,2})${HOURS}(?:[-=]*>|[-–—→]+|to|until|till?|and|/(?=\\d{4}|\\d\\d[:.]\\d\\d))(${TIME}|\\d{1,2})${HOURS}$`,
);
const LONE = new RegExp(
  String.raw`^(?:\d{1,2}:\d{2}|[012]\dh\d{2}|[012]\d{3}|\d{1,2}(?:[:.]\d{2})?${HALF}|(?:12)?(?:noon|midday|midnight))${HOURS}$`,
);
/** Read as times only after a word such as `at`: elsewhere they are sizes and amounts. */
const DOTTED = /^\d{1,2}\.[0-5]\d$/;
const START = /^(?:at|@|from|(?:start|started|starting|begin|began|in)(?:time|at)?)$/;
const END = /^(?:to|until|till?|(?:end|ended|ending|fin|finish|finished|finishing|out)(?:time|at)?)$/;
/** Words before two numbers that are not times (`VITALS`), and after such a number (`UNITS`). */
const VITALS = /^(?:bp|map|hr|sats|ebl|c|l|t|s)$/;
/** Words before a number that is no hour, besides those of one letter and of several things. */
const NUMBERED = /^(?:no|day|grade|stage|level|type|zone|asa|part|n?cepod|cat|[a-z#])$|[s\d]$/;
const UNITS = /^(?:ml|mls|mg|mcg|g|kg|cm|mm|units?|iu|mmhg|%|levels?|weeks?|days?|toes?|fingers?|ribs?|parts?)\b/;
const YEAR = /^(?:19[5-9]|20[0-4])\d$/;
const NO_TIME = "This is not a valid time";
const WITH_MINUTES = "If these are times, write them with their minutes, such as 0900 or 1330";
const WHICH_HALF = "Night or afternoon? Write the time as 0230 or 1430";
const DAY_MINUTES = 1440;
const NOON = 720;
/** Operations that start before this are more often meant to be in the afternoon. */
const MORNING = 420;
const MOST_WORDS_OF_A_RANGE = 6;

/**
 * Reads `1405-1530`, `14.05 to 15.30`, `2pm-3.30pm`, `at 1405`, `end 1530`, `1405 90min`, `90 min from 1405`, `1405`.
 * Null for none.
 * @param hasAge false while `45m` may be a man of 45
 */
export function timesAt(words: LineWords, at: number, hasAge = true): TimesAt | null {
  for (let count = MOST_WORDS_OF_A_RANGE; count > 0; count -= 1) {
    const range = RANGE.exec(words.joined(at, count));
    if (!range || UNITS.test(words.joined(at + count)) || VITALS.test(words.joined(at - 1))) continue;
    const [, from = "", to = ""] = range;
    if (/\dand\d/.test(range[0]) && !range[0].startsWith("between")) continue;
    const isSaid = /^(?:from|between)|till?/.test(range[0]);
    if (isHour(from) && isHour(to))
      return isSaid || mayBeHours(words, at, from, to) ? { count, ask: WITH_MINUTES } : null;
    return ofRange(count, clockOf(from), clockOf(to));
  }
  const [lastsBefore, taken] = durationAt(words, at, hasAge);
  const after = lastsBefore > 0 ? startAt(words, at + taken) : null;
  if (after) {
    return { count: taken + after.count, start: after.start, end: (after.start + lastsBefore) % DAY_MINUTES };
  }
  return saidAt(words, at) ?? loneAt(words, at, hasAge);
}

/** A time with the number of its words: `3 pm` has two. */
function timeWords(words: LineWords, at: number): [text: string, count: number] {
  const count = /^[ap]\.?m$/.test(words.joined(at + 1)) && /^\d/.test(words.joined(at)) ? 2 : 1;
  return [words.joined(at, count), count];
}

/** `at 1405`, `started at 14.05`, `finish 1530`. */
function saidAt(words: LineWords, at: number): TimesAt | null {
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
    const [lasts, more] = isStart ? durationAt(words, at + count, true) : [0, 0];
    if (lasts > 0) return { count: count + more, start: minute, end: (minute + lasts) % DAY_MINUTES };
    return isStart ? { count, start: minute } : { count, end: minute };
  }
  return null;
}

/** `1405`, `1405-`, `@1405`, `1405 start`, `1405 90min`. */
function loneAt(words: LineWords, at: number, hasAge: boolean): TimesAt | null {
  const [first, length] = timeWords(words, at);
  const open = /^@(.+)$|^(.+)[-–]$/.exec(first);
  const closed = /^[-–](?=\d{4}|\d\d[:.])(.+)$/.exec(first)?.[1];
  const ended = closed === undefined ? null : loneTime(closed);
  if (typeof ended === "number") return { count: 1, end: ended };
  const opened = open ? loneTime(open[1] ?? open[2] ?? "") : null;
  if (opened !== null) return opened === false ? { count: 1, ask: NO_TIME } : { count: 1, start: opened };
  const isYear = /^(?:in|since)$/.test(words.joined(at - 1)) && YEAR.test(first);
  const minute = isYear ? null : loneTime(first);
  if (minute === null || UNITS.test(words.joined(at + length))) return null;
  if (minute === false) return { count: length, ask: NO_TIME };
  if (isNight(first)) return { count: length, ask: WHICH_HALF };
  const behind = words.joined(at + length);
  if (/^start(?:ed)?$/.test(behind)) return { count: length + 1, start: minute };
  if (/^(?:end|ended|finish|finished)$/.test(behind) && loneTime(words.joined(at + length + 1)) === null) {
    return { count: length + 1, end: minute };
  }
  const [lasts, count] = durationAt(words, at + length, hasAge);
  if (lasts > 0) return { count: length + count, start: minute, end: (minute + lasts) % DAY_MINUTES };
  return { count: length, lone: minute };
}

/** `from 0900`, `0900 start`, `0900`: a time after a duration. */
function startAt(words: LineWords, at: number): { count: number; start: number } | null {
  const lead = START.test(words.joined(at)) ? 1 : 0;
  const start = loneTime(words.joined(at + lead));
  const more = /^start(?:ed)?$/.test(words.joined(at + lead + 1)) ? 1 : 0;
  return typeof start === "number" ? { count: lead + 1 + more, start } : null;
}

function isHour(text: string): boolean {
  return /^\d{1,2}$/.test(text);
}

function isClockHour(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 24;
}

/** `11-1` may be times; `L 4-5`, `toes 2-3` and `stage 2-3` are none. */
function mayBeHours(words: LineWords, at: number, from: string, to: string): boolean {
  const before = words.joined(at - 1);
  const areLevels = Number(to) === Number(from) + 1 && Number(to) < 8;
  return isClockHour(from) && isClockHour(to) && !areLevels && !NUMBERED.test(before);
}

interface Clock {
  text: string;
  minute: number | false;
  /** It says which half of the day it is in. */
  half: boolean;
  /** It may be meant in the half of the day that a clock does not show: `2.30`. */
  twelve: boolean;
}

function clockOf(text: string): Clock {
  const half = /m$|noon|midday|night/.test(text);
  return { text, minute: minuteOf(text), half, twelve: !half && /^(?:[1-9]|1[0-2])(?:[:.h]|$)/.test(text) };
}

function ofRange(count: number, from: Clock, to: Clock): TimesAt | null {
  if (from.minute === false || to.minute === false) {
    // Numbers that no clock shows, and that are not written as times, belong to the operation.
    const areTimes = /\d[:.]\d|\d{4}|[ap]m/.test(from.text + to.text);
    return areTimes ? { count, ask: "These are not valid times" } : null;
  }
  if (isHour(to.text) && !from.half) {
    const isTime = /^\d{4}$|[:.h]/.test(from.text);
    return isTime ? { count, ask: "When did it end? Write both times with their minutes" } : null;
  }
  let [start, end] = [from.minute, to.minute];
  if (from.twelve && to.half) {
    // `11-1pm` starts in the morning, `8-12am` in the evening.
    const latest = end === 0 ? DAY_MINUTES : end;
    const early = start % NOON;
    return { count, start: early + NOON < latest || early >= latest ? early + NOON : early, end };
  }
  if (from.half && to.twelve) {
    end = [end % NOON, (end % NOON) + NOON].find((minute) => minute > start) ?? end % NOON;
    return { count, start, end };
  }
  if (from.twelve && start < MORNING) {
    if (to.twelve) return { count, ask: WHICH_HALF };
    if (start + NOON < end) start += NOON;
  } else if (to.twelve && end <= start && end + NOON > start) end += NOON;
  const isRead = start !== from.minute || end !== to.minute;
  return { count, start, end, ...(isRead ? { check: `Read as ${clockTime(start)} to ${clockTime(end)}` } : {}) };
}

/** Null for text that is not written as a time, false for a time whose hours or minutes do not exist. */
function loneTime(text: string): number | false | null {
  return LONE.test(text) ? minuteOf(text) : null;
}

/** True for `2:30`, which is more often in the afternoon; `02:30` is at night. */
function isNight(text: string): boolean {
  return /^[1-6][:.]\d\d$/.test(text);
}

function minuteOf(text: string): number | false {
  if (text.endsWith("midnight")) return 0;
  if (/(?:noon|midday)$/.test(text)) return NOON;
  return (
    readEndTime(
      text
        .replace(/(?:hrs?|hours|h)$/, "")
        .replace("h", ":")
        .replace(".m", "m"),
    ) ?? false
  );
}
