import { type SQL, sql } from "drizzle-orm";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import type { cancellations, sessions } from "./table.server";
import type { LoggedRow } from "./week-due";

interface ElementDay {
  elementRef: string;
  date: LondonDate;
}

/**
 * Guard: each element has as many sessions (or cancellations) that begin on its day as were read, so that of two
 * requests at once only one is carried out.
 */
export function unchangedSinceRead(
  userId: number,
  table: typeof sessions | typeof cancellations,
  days: readonly ElementDay[],
  read: readonly LoggedRow[],
): SQL {
  // There may be two thousand days.
  const byDay = Map.groupBy(read, ({ element_ref, start_at }) => `${element_ref}/${londonMoment(start_at).date}`);
  const list = days.map(({ elementRef, date }) => {
    const count = byDay.get(`${elementRef}/${date}`)?.length ?? 0;
    return [elementRef, londonInstant(date), londonInstant(addDays(date, 1)), count];
  });
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(list)}) AS day WHERE day.value ->> 3 <> (
    SELECT count(*) FROM ${table} AS there WHERE there.user_id = ${userId} AND there.element_ref = day.value ->> 0
    AND there.start_at >= day.value ->> 1 AND there.start_at < day.value ->> 2))`;
}
