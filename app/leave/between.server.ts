import { and, asc, eq, gte, lte } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { addDays, type LondonDate } from "~/time/london";
import { LEAVE_MOST_DAYS } from "./kinds";
import { leave } from "./table.server";

/**
 * All leave, the called off too, of which a day lies from `from` to `to`, both included; first to last, without its
 * notes. By the index on its start: no leave is longer than a year. For a page's batch.
 */
export function leaveBetween(db: Database, userRef: string, from: LondonDate, to: LondonDate) {
  return db
    .select({
      unique_ref: leave.unique_ref,
      type: leave.type,
      called: leave.called,
      date_start: leave.date_start,
      date_end: leave.date_end,
      start_part: leave.start_part,
      end_part: leave.end_part,
      status: leave.status,
      stated_pa_units: leave.stated_pa_units,
      study_cost_pence: leave.study_cost_pence,
      version: leave.version,
    })
    .from(leave)
    .where(
      and(
        eq(leave.user_ref, userRef),
        gte(leave.date_start, addDays(from, -LEAVE_MOST_DAYS)),
        lte(leave.date_start, to),
        gte(leave.date_end, from),
      ),
    )
    .orderBy(asc(leave.date_start), asc(leave.created_at));
}
