import { DAY_MS, HOUR_MS } from "./durations";

/**
 * Expressions: from when until when the weeks last of which days are in a row of days, which has them as dates and as
 * instants; with an hour for a change of the clocks.
 * @param days alias of the row
 */
export function londonWeeks(days: string) {
  return {
    from: `(${days}.start_at - (strftime('%w', ${days}.date_start) + 6) % 7 * ${DAY_MS})`,
    until: `(${days}.end_at + (7 - strftime('%w', ${days}.date_end)) % 7 * ${DAY_MS} + ${HOUR_MS})`,
  };
}
