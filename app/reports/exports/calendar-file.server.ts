import { asc, eq, sql } from "drizzle-orm";
import { jobPlanElements } from "~/job-plans/table.server";
import { leave } from "~/leave/table.server";
import { sessions } from "~/sessions/table.server";
import { calendarFoot, calendarHead, eventText } from "./calendar";
import { leaveEvent, sessionEvent } from "./calendar-events";
import { type Reader, takeStock } from "./records.server";

/** All sessions, and all leave that was not called off, as a calendar: never notes, cases or fees. */
export async function* calendarFile({ db, userRef }: Pick<Reader, "db" | "userRef">, now: number) {
  const stock = await takeStock(db, userRef);
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
      .leftJoin(jobPlanElements, eq(jobPlanElements.unique_ref, sessions.element_ref))
      .where(
        sql`+${sessions.user_ref} = ${userRef} AND ${sessions.unique_ref} IN (SELECT value FROM json_each(${refs}))`,
      );
    yield rows.map((row) => eventText(sessionEvent(row, "pas"), now)).join("");
  }
  const away = await db.select().from(leave).where(eq(leave.user_ref, userRef)).orderBy(asc(leave.date_start));
  yield away
    .filter(({ status }) => status !== "cancelled")
    .map((each) => eventText(leaveEvent(each), now))
    .join("");
  yield calendarFoot();
}
