import type { LondonDate } from "./london";

let today: LondonDate | null = null;

/**
 * The day on which a page was last asked for, here or, in a browser, at its server. It only tells which year is meant where
 * somebody leaves it out of a date: fields are read far from the request and its clock, and half a year is near enough.
 */
export function lastToday(): LondonDate | null {
  return today;
}

export function noteToday(date: LondonDate): void {
  today = date;
}
