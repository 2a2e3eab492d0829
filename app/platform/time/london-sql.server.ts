import { type SQL, sql } from "drizzle-orm";

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
