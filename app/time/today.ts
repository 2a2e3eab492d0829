import type { LondonDate } from "./london";

let today: LondonDate | null = null;

/**
 * The day on which a page was last asked for: in a browser as its document says. It only tells which year is meant where
 * somebody leaves it out of a date: fields are read far from the request and its clock, and half a year is near enough.
 */
export function lastToday(): LondonDate | null {
  return typeof document === "undefined" ? today : (document.documentElement.dataset.today ?? null);
}

/** The server's. */
export function noteToday(date: LondonDate): void {
  today = date;
}
