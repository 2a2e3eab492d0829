import { clockTime } from "~/platform/time/clock-time";
import {
  DAY_MINUTES,
  ENDS_BEFORE,
  isClockHour,
  isHour,
  isReversed,
  minuteOf,
  NOON,
  TIME,
  type TimesAt,
  UNITS,
  WHICH_HALF,
  WITH_MINUTES,
} from "./clock-words";
import { durationAt } from "./durations";
import type { LineWords } from "./line-words";
import { endAt, loneAt, saidAt, startAt } from "./said-times";

const HOURS = "(h|hrs?|hours)?";
const RANGE = new RegExp(
  `^(?:from|between)?@?(${TIME}|\\d{1,2})${HOURS}(?:[-=]*>|[-–—→]+|\\.{2,}|_|through(?:to)?|thru|to|until|till?|and|/(?=\\d{4}|\\d\\d[:.]\\d\\d))@?(${TIME}|\\d{1,2})${HOURS}$`,
);
/** Words before two numbers that are not times (`VITALS`), and after such a number (`UNITS`). */
const VITALS = /^(?:bp|map|hr|sats|ebl)$/;
/** Regions of the spine, before its levels: `L 4-5`. An `L` before times is a side. */
const SPINE = /^[clts]$/;
/** Words before a number that is no hour, besides those of one letter and of several things. */
const NUMBERED = /^(?:no|day|grade|stage|level|type|zone|asa|part|n?cepod|cat|[a-z#])$|[s\d]$/;
/** Operations that start before this are more often meant to be in the afternoon. */
const MORNING = 420;
const MAX_HOURS = 6;
const MAX_WORDS_OF_A_RANGE = 6;

/**
 * Reads `1405-1530`, `14.05 to 15.30`, `2pm-3.30pm`, `at 1405`, `end 1530`, `1405 90min`, `90 min from 1405`, `1405`.
 * Null for none.
 * @param hasAge false while `45m` may be a man of 45
 */
export function timesAt(words: LineWords, at: number, hasAge = true): TimesAt | null {
  const found = foundAt(words, at, hasAge);
  const { count, start, end } = found ?? {};
  return count && start !== undefined && end !== undefined && isReversed(start, end)
    ? { count, ask: ENDS_BEFORE }
    : found;
}

function foundAt(words: LineWords, at: number, hasAge: boolean): TimesAt | null {
  for (let count = MAX_WORDS_OF_A_RANGE; count > 0; count -= 1) {
    const range = RANGE.exec(words.joined(at, count));
    const before = words.joined(at - 1);
    if (!range || UNITS.test(words.joined(at + count)) || VITALS.test(before)) continue;
    const [, from = "", , to = "", hours] = range;
    if (SPINE.test(before) && isHour(from) && isHour(to)) continue;
    if (/\dand\d/.test(range[0]) && !range[0].startsWith("between")) continue;
    const isSaid = /^(?:from|between)|till?/.test(range[0]);
    if (isHour(from) && isHour(to))
      return isSaid || mayBeHours(words, at, from, to) ? { count, ask: WITH_MINUTES } : null;
    return lasting(count, clockOf(from), to, hours) ?? ofRange(count, clockOf(from), clockOf(to));
  }
  const [lastsBefore, taken] = durationAt(words, at, hasAge);
  const after = lastsBefore > 0 ? startAt(words, at + taken) : null;
  if (after) {
    return { count: taken + after.count, start: after.start, end: (after.start + lastsBefore) % DAY_MINUTES };
  }
  const before = lastsBefore > 0 ? endAt(words, at + taken) : null;
  if (before) {
    const start = (before.end - lastsBefore + DAY_MINUTES) % DAY_MINUTES;
    return { count: taken + before.count, start, end: before.end };
  }
  return saidAt(words, at) ?? loneAt(words, at, hasAge);
}

/** `11-1` may be times; `L 4-5`, `toes 2-3` and `stage 2-3` are none. */
function mayBeHours(words: LineWords, at: number, from: string, to: string): boolean {
  const before = words.joined(at - 1);
  const areLevels = Number(to) === Number(from) + 1 && Number(to) < 8;
  return isClockHour(from) && isClockHour(to) && !areLevels && !NUMBERED.test(before);
}

/** `0830-2h` lasts two hours, as it cannot end at two o'clock at night. */
function lasting(count: number, { minute, text }: Clock, to: string, hours: string | undefined): TimesAt | null {
  const isDuration = hours && isHour(to) && Number(to) <= MAX_HOURS && !isHour(text);
  if (!isDuration || minute === false || Number(to) * 60 > minute) return null;
  const end = (minute + Number(to) * 60) % DAY_MINUTES;
  return { count, start: minute, end, check: `Read as ${clockTime(minute)} to ${clockTime(end)}` };
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
