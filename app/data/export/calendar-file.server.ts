import { asc, eq, sql } from "drizzle-orm";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import { calendarFoot, calendarHead, eventText } from "./calendar";
import { leaveEvent, sessionEvent } from "./calendar-events";
import { type Reader, takeSnapshot } from "./records.server";

/** All sessions, and all leave that was not called off, as a calendar: never notes, cases or fees. */
export async function* calendarFile({ db, userId }: Pick<Reader, "db" | "userId">, now: number) {
  const stock = await takeSnapshot(db, userId);
  yield calendarHead();
  for (const refs of stock.get("sessions") ?? []) {
    const rows = await db
      .select({
        unique_ref: sessions.unique_ref,
        start_at: sessions.start_at,
        end_at: sessions.end_at,
        site: sessions.site,
        pa_units: sessions.pa_units,
        updated_at: sql<number>`${sessions.updated_at}`.mapWith(Number).as("changed_at"),
        element: jobPlanElements.description,
      })
      .from(sessions)
      .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .where(sql`${sessions.user_id} = ${userId} AND ${sessions.unique_ref} IN (SELECT value FROM json_each(${refs}))`);
    yield rows.map((row) => eventText(sessionEvent(row, "pas"), now)).join("");
  }
  const away = await db.select().from(leave).where(eq(leave.user_id, userId)).orderBy(asc(leave.date_start));
  yield away
    .filter(({ status }) => status !== "cancelled")
    .map((each) => eventText(leaveEvent(each), now))
    .join("");
  yield calendarFoot();
}
