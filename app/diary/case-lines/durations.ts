import { MAX_MINUTES, UNITS } from "./clock-words";
import type { LineWords } from "./line-words";

const LEAD = "(?:for|x|lasting|lasted|took|over|about|approx|circa|duration|dur)?";
const DURATION = new RegExp(
  `^${LEAD}(?:(\\d{1,2})(\\.5|1/2|½)?h(?:rs?|ours?)?(?:and)?(\\d{2})?)?(?:(\\d{1,3})(?:m(?:ins?|inutes?)?|['’]))?$`,
);
const HALF_AN_HOUR = /^(?:for)?(half)?(?:an?)?hour$/;
/** Minutes without their unit, after a time: `0830 x 90`, `0830 took 90`. */
const BARE = /^(?:for|x|lasted|took|duration|dur)(\d{2,3})$/;
/** After a duration: it is of something else than the case. */
const OF_ELSE =
  /^(?:in|recovery|late|early|over|overrun|delay\w*|break|wait\w*|post\w*|obs|tourniquet|x-?clamp|cross|isch\w*|bypass|cpb|before|after|ago)$/;
const MAX_WORDS = 6;

/**
 * A duration in minutes with its number of words: `90min`, `1h25`, `1 h 25 min`, `for 2 hours`; zeros for none.
 * @param hasAge false while `45m` may be a man of 45
 */
export function durationAt(words: LineWords, at: number, hasAge: boolean): [minutes: number, count: number] {
  for (let count = MAX_WORDS; count > 0; count -= 1) {
    // `20M in 0915` is no 20 minutes, either.
    if ([count, 1, 2].some((length) => isPatient(words.phrase(at, length), hasAge))) continue;
    const lasts = minutesOf(words.joined(at, count));
    if (lasts > 0) return [lasts, count];
  }
  return [0, 0];
}

/** The minutes of a duration that is written as one word: `1h25`; 0 for none. */
export function minutesOf(text: string): number {
  const hour = HALF_AN_HOUR.exec(text);
  if (hour) return hour[1] ? 30 : /an?hour$/.test(text) ? 60 : 0;
  const found = DURATION.exec(text);
  if (!found) return 0;
  const [hours, , past, minutes] = found.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number];
  const lasts = (hours + (found[2] ? 0.5 : 0)) * 60 + past + minutes;
  return lasts <= MAX_MINUTES ? lasts : 0;
}

/** A duration directly after a time, perhaps behind a dash: `0830 - 1.5h`, `0830 + 90`. */
export function durationAfter(words: LineWords, at: number, hasAge: boolean): [minutes: number, count: number] {
  const mark = words.isMark(at) ? 1 : 0;
  const [lasts, count] = durationAt(words, at + mark, hasAge);
  if (lasts > 0) return OF_ELSE.test(words.joined(at + mark + count)) ? [0, 0] : [lasts, mark + count];
  const plus = /\+\s*\d+$/.test(words.typed(at - 1, 2)) ? /^\d{2,3}$/.exec(words.joined(at))?.[0] : undefined;
  const bare = [1, 2].find((length) => BARE.test(words.joined(at, length)));
  const minutes = Number(plus ?? (bare ? BARE.exec(words.joined(at, bare))?.[1] : 0));
  const taken = plus ? 1 : (bare ?? 0);
  return minutes > 0 && minutes <= MAX_MINUTES && !UNITS.test(words.joined(at + taken)) ? [minutes, taken] : [0, 0];
}

/** `45M` is a man, as is `45m` in a line that has not given an age before. */
function isPatient(typed: string, hasAge: boolean): boolean {
  return /^\d{1,3} ?M$/.test(typed) || (!hasAge && /^\d{1,3} ?m$/.test(typed));
}
