import { clockTime } from "./clock-time";
import { shortDate } from "./dates";
import { type LondonDate, londonInstants } from "./london";

/** Of a clock time that London's clocks skip on a date, that they do, for a message to go on from; else null. */
export function skippedTime(date: LondonDate, minute: number): string | null {
  if (londonInstants(date, minute).length > 0) return null;
  return `${clockTime(minute)} does not exist on ${shortDate(date)}, when the clocks go forward`;
}
