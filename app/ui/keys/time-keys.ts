import { machineNow } from "~/platform/time/clock";
import { clockTime, readClockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";

/** Returns the value of a time field after a press of N, up or down. */
export function timeAfter(key: string, text: string): string {
  const now = machineNow();
  if (key !== "ArrowUp" && key !== "ArrowDown") return timeNow(now);
  return steppedTime(text, key === "ArrowUp" ? 1 : -1, now);
}

/** Step of the up and down keys. */
const STEP_MINUTES = 5;

/**
 * Returns the time after a press of up (1) or down (-1): the next multiple of five minutes, also across midnight. An
 * empty field gets the current time, rounded down to five minutes; text that is no time is returned unchanged.
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

/** The current time in London: `14:07`. */
export function timeNow(now: number): string {
  return clockTime(londonMoment(now).minute);
}
