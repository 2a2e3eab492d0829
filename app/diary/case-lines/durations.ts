import type { LineWords } from "./line-words";

const DURATION =
  /^(?:for|x|lasting|took|over|about|approx)?(?:(\d{1,2})(\.5)?h(?:rs?|ours?)?(?:and)?(\d{2})?)?(?:(\d{1,3})m(?:ins?|inutes?)?)?$/;
/** Longer than any operation. */
const MOST_MINUTES = 1080;
const MOST_WORDS = 6;

/**
 * A duration in minutes with its number of words: `90min`, `1h25`, `1 h 25 min`, `for 2 hours`; zeros for none.
 * @param hasAge false while `45m` may be a man of 45
 */
export function durationAt(words: LineWords, at: number, hasAge: boolean): [minutes: number, count: number] {
  for (let count = MOST_WORDS; count > 0; count -= 1) {
    const found = DURATION.exec(words.joined(at, count));
    if (!found || isPatient(words.phrase(at, count), hasAge)) continue;
    const [hours = 0, half = 0, past = 0, minutes = 0] = found.slice(1).map((text) => Number(text ?? 0));
    const lasts = (hours + half) * 60 + past + minutes;
    if (lasts > 0 && lasts <= MOST_MINUTES) return [lasts, count];
  }
  return [0, 0];
}

/** `45M` is a man, as is `45m` in a line that has not given an age before. */
function isPatient(typed: string, hasAge: boolean): boolean {
  return /^\d{1,3} ?M$/.test(typed) || (!hasAge && /^\d{1,3} ?m$/.test(typed));
}
