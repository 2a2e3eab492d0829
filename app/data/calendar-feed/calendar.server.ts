import { and, asc, eq, gte, isNull, lt, ne, or, sql } from "drizzle-orm";
import { feeds } from "~/account/feeds-table.server";
import { levelOf } from "~/account/level-of.server";
import { mayOpen } from "~/account/levels";
import { users } from "~/account/table.server";
import { calendarText } from "~/data/export/calendar";
import { leaveEvent, sessionEvent } from "~/data/export/calendar-events";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { addDays, londonInstant, londonToday } from "~/platform/time/london";

/** How far back the calendar goes: the years before it are in the export. */
const DAYS_BACK = 400;
/** When it was read last is noted no more often: calendar programs ask all day. */
const NOTED_EACH_MS = 60 * 60 * 1000;

/**
 * The calendar that an address leads to: sessions and leave, and never cases, notes, fees or places.
 * @returns null for an address of nobody, or of somebody who may have no diary any more.
 */
export async function feedCalendar(db: Database, token: string, now: number): Promise<string | null> {
  const [feed] = await db
    .select({ unique_ref: feeds.unique_ref, user_ref: feeds.user_ref, user_id: users.id, content: feeds.content })
    .from(feeds)
    .innerJoin(users, eq(users.unique_ref, feeds.user_ref))
    .where(eq(feeds.token_hash, await hashOf(token)));
  if (!feed) return null;
  const from = addDays(londonToday(now), -DAYS_BACK);
  const [[account], worked, away] = await db.batch([
    levelOf(db, feed.user_ref),
    db
      .select({
        unique_ref: sessions.unique_ref,
        start_at: sessions.start_at,
        end_at: sessions.end_at,
        pa_units: sessions.pa_units,
        // Named apart: a batch hands rows over by column name.
        updated_at: sql<number>`${sessions.updated_at}`.mapWith(Number).as("changed_at"),
        element: jobPlanElements.description,
      })
      .from(sessions)
      .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .where(and(eq(sessions.user_id, feed.user_id), gte(sessions.start_at, londonInstant(from))))
      .orderBy(asc(sessions.start_at)),
    db
      .select()
      .from(leave)
      .where(and(eq(leave.user_id, feed.user_id), gte(leave.date_end, from), ne(leave.status, "cancelled")))
      .orderBy(asc(leave.date_start)),
    db
      .update(feeds)
      .set({ last_read_at: now })
      .where(
        and(
          eq(feeds.unique_ref, feed.unique_ref),
          or(isNull(feeds.last_read_at), lt(feeds.last_read_at, now - NOTED_EACH_MS)),
        ),
      ),
  ]);
  if (!account || !mayOpen("diary", account.level)) return null;
  const events = [
    ...worked.map((session) => sessionEvent({ ...session, site: "" }, feed.content)),
    ...away.map(leaveEvent),
  ];
  return calendarText(events, now);
}
