import { type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "./durations";

/**
 * SQL form of `londonInstant`, for a date that only the database knows: the instant of its midnight in London. Summer
 * time is from the last Sunday of March to the last of October, as it has been since 1996. The midnight of the first of
 * these days is before the change, that of the last in summer time.
 */
export function londonMidnight(date: SQL): SQL<number> {
  const lastSunday = (end: string) => {
    const day = sql`substr(day, 1, 4) || ${end}`;
    return sql`date(${day}, '-' || strftime('%w', ${day}) || ' days')`;
  };
  return sql<number>`(SELECT (unixepoch(day)
    - CASE WHEN day > ${lastSunday("-03-31")} AND day <= ${lastSunday("-10-31")} THEN 3600 ELSE 0 END) * 1000
    FROM (SELECT ${date} AS day))`;
}

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
