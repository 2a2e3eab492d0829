import { machineNow } from "~/platform/time/clock";
import { clockTime, readClockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";

/** What a time field holds after a press of N, up or down. */
export function timeAfter(key: string, text: string): string {
  const now = machineNow();
  if (key !== "ArrowUp" && key !== "ArrowDown") return timeNow(now);
  return steppedTime(text, key === "ArrowUp" ? 1 : -1, now);
}

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
