import { clockTime, readClockTime } from "./clock-time";
import { londonMoment } from "./london";

/** What the up and down keys move a time by. */
const STEP_MINUTES = 5;

/**
 * The time after a press of up (1) or down (-1): the next multiple of five minutes, over midnight too. Without a
 * time it starts from now; what is no time stays as it is.
 */
export function steppedTime(text: string, direction: 1 | -1, now: number): string {
  const read = readClockTime(text);
  if (read === false) return text;
  const from = read ?? londonMoment(now).minute;
  const steps = from / STEP_MINUTES;
  if (read === null) return clockTime(Math.floor(steps) * STEP_MINUTES);
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return clockTime(next * STEP_MINUTES);
}

/** What London's clocks show: `14:07`. */
export function timeNow(now: number): string {
  return clockTime(londonMoment(now).minute);
}
