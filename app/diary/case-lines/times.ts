import { readEndTime } from "~/platform/time/clock-time";
import type { LineWords } from "./line-words";

/** Clock times that begin at a word, in minutes from midnight, with the number of words. */
export interface TimesAt {
  count: number;
  start?: number;
  end?: number;
  /** A time without a word that says which: the start, or the end if the start is known. */
  lone?: number;
  ask?: string;
}

const TIME = String.raw`\d{1,2}[:.]\d{2}|\d{2}h\d{2}|\d{3,4}|\d{1,2}(?:[:.]\d{2})?[ap]m`;
const RANGE = new RegExp(
  `^(?:from)?(${TIME}|\\d{1,2}(?:[:.]\\d{2})?)(?:h|hrs)?(?:[-=]*>|[-–—→]+|to|until|till|/(?=\\d{4}))(${TIME})(?:h|hrs)?$`,
);
const LONE = /^(?:\d{1,2}:\d{2}|[012]\dh\d{2}|[012]\d{3}|\d{1,2}(?:[:.]\d{2})?[ap]m)(?:h|hrs)?$/;
const START = /^(?:at|@|from|start|started)$/;
const END = /^(?:end|ended|fin|finish|finished|until)$/;
/** Words before two numbers that are not times (`VITALS`), and after such a number (`UNITS`). */
const VITALS = /^(?:bp|map|hr|sats|ebl|c|l|t|s)$/;
const UNITS = /^(?:ml|mls|mg|mcg|g|kg|cm|mm|units?|iu|mmhg|%)\b/;
const NO_TIME = "This is not a valid time";
const DAY_MINUTES = 1440;
/** Longer than any operation. */
const MOST_MINUTES = 1080;

/**
 * Reads `1405-1530`, `14.05 to 15.30`, `2pm-3.30pm`, `at 1405`, `end 1530`, `1405 90min`, `90 min from 1405`, `1405`.
 * Null for none.
 */
export function timesAt(words: LineWords, at: number): TimesAt | null {
  for (const count of [3, 2, 1]) {
    const range = RANGE.exec(words.joined(at, count));
    if (!range || UNITS.test(words.joined(at + count)) || VITALS.test(words.joined(at - 1))) continue;
    return ofRange(count, range[1] as string, range[2] as string);
  }
  const [lastsBefore, taken] = durationAt(words, at);
  const after = lastsBefore > 0 ? startAt(words, at + taken) : null;
  if (after) {
    return { count: taken + after.count, start: after.start, end: (after.start + lastsBefore) % DAY_MINUTES };
  }
  const first = words.joined(at);
  if (/^(?:[01]\d|2[0-3])[:.]?[0-5]\d[-–]\d{1,2}$/.test(first)) {
    return { count: 1, ask: "When did it end? Write both times with their minutes" };
  }
  const [isStart, isEnd] = [START.test(first), END.test(first)];
  if (isStart || isEnd) {
    const minute = loneTime(words.joined(at + 1));
    if (minute === null) return null;
    if (minute === false) return { count: 2, ask: NO_TIME };
    return isStart ? { count: 2, start: minute } : { count: 2, end: minute };
  }
  const open = /^@(.+)$|^(.+)[-–]$/.exec(first);
  const opened = open ? loneTime(open[1] ?? open[2] ?? "") : null;
  if (opened !== null) return opened === false ? { count: 1, ask: NO_TIME } : { count: 1, start: opened };
  const isYear = /^(?:in|since)$/.test(words.joined(at - 1));
  const minute = isYear ? null : loneTime(first);
  if (minute === null || UNITS.test(words.joined(at + 1))) return null;
  if (minute === false) return { count: 1, ask: NO_TIME };
  const behind = words.joined(at + 1);
  if (/^start(?:ed)?$/.test(behind)) return { count: 2, start: minute };
  if (/^(?:end|ended|finish|finished)$/.test(behind) && loneTime(words.joined(at + 2)) === null) {
    return { count: 2, end: minute };
  }
  const [lasts, count] = durationAt(words, at + 1);
  if (lasts > 0) return { count: 1 + count, start: minute, end: (minute + lasts) % DAY_MINUTES };
  return { count: 1, lone: minute };
}

/** `from 0900`, `0900 start`, `0900`: a time after a duration. */
function startAt(words: LineWords, at: number): { count: number; start: number } | null {
  const lead = START.test(words.joined(at)) ? 1 : 0;
  const start = loneTime(words.joined(at + lead));
  const more = /^start(?:ed)?$/.test(words.joined(at + lead + 1)) ? 1 : 0;
  return typeof start === "number" ? { count: lead + 1 + more, start } : null;
}

function ofRange(count: number, from: string, to: string): TimesAt | null {
  const half = /[ap]m$/.exec(to)?.[0] ?? "";
  const start = minuteOf(/[ap]m$/.test(from) ? from : from + half);
  const end = minuteOf(to);
  if (start !== false && end !== false) return { count, start, end };
  // Numbers that no clock shows, and that are not written as times, belong to the operation.
  return /\d[:.]\d|\d{4}|[ap]m/.test(from + to) ? { count, ask: "These are not valid times" } : null;
}

/** Null for text that is not written as a time, false for a time whose hours or minutes do not exist. */
function loneTime(text: string): number | false | null {
  return LONE.test(text) ? minuteOf(text) : null;
}

/** A duration in minutes with its number of words: `90min`, `1h25`, `1 h 25 min`. */
function durationAt(words: LineWords, at: number): [minutes: number, count: number] {
  for (const count of [4, 3, 2, 1]) {
    const found = /^(?:for)?(?:(\d{1,2})h(?:rs?)?(\d{2})?)?(?:(\d{1,3})m(?:ins?)?)?$/.exec(words.joined(at, count));
    const [hours = 0, past = 0, minutes = 0] = (found ?? []).slice(1).map((text) => Number(text ?? 0));
    const lasts = hours * 60 + past + minutes;
    if (lasts > 0 && lasts <= MOST_MINUTES) return [lasts, count];
  }
  return [0, 0];
}

function minuteOf(text: string): number | false {
  return readEndTime(text.replace(/(?:hrs?|h)$/, "").replace("h", ":")) ?? false;
}
