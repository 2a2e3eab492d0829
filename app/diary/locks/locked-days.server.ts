import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { lockedPeriods } from "./table.server";

/** Query for the batch of a page that shows entries: the days of the locked periods, first to last. */
export function locksOf(db: Database, userId: number) {
  const { date_start, date_end } = lockedPeriods;
  return db
    .select({ date_start, date_end })
    .from(lockedPeriods)
    .where(eq(lockedPeriods.user_id, userId))
    .orderBy(asc(date_start));
}

/** Condition: the session of a statement on `sessions` is in a locked period. */
export const SESSION_IS_LOCKED = sql.raw(
  "EXISTS (SELECT 1 FROM locked_periods AS held WHERE held.user_id = sessions.user_id AND held.start_at <= sessions.start_at AND held.end_at > sessions.start_at)",
) as SQL<boolean>;
