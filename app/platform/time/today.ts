import type { LondonDate } from "./london";

let onServer = (): LondonDate | null => null;

/**
 * The day on which the page was asked for: in a browser as its document says, on the server that of the request at work.
 * It only tells which year is meant where somebody leaves it out of a date: fields are read far from the request and its
 * clock.
 */
export function todayOfPage(): LondonDate | null {
  return typeof document === "undefined" ? onServer() : (document.documentElement.dataset.today ?? null);
}

/** Said once: the server has a request at work in more than one place. */
export function askServerForToday(source: () => LondonDate | null): void {
  onServer = source;
}
