import { and, asc, eq, sql } from "drizzle-orm";
import { LEAVE_TYPES, type LeaveSpan, type LeaveStatus, type LeaveType } from "~/diary/leave/kinds";
import { leave } from "~/diary/leave/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import { refersTo } from "~/platform/db/columns.server";
import { rowPages } from "~/platform/db/row-pages.server";
import { CALENDAR_FOOT, CALENDAR_HEAD, type CalendarEvent, eventText } from "./calendar";

/** Yields all sessions that are held, and all leave that is not cancelled, as an iCalendar file: never notes, cases or fees. */
export async function* calendarFile({ db, userId }: Pick<Actor, "db" | "userId">, now: number) {
  const ref = sessions.unique_ref;
  const from = sql`${sessions} WHERE ${and(eq(sessions.user_id, userId), eq(sessions.outcome, "held"))}`;
  const pages = await rowPages(db, { from, ref, size: sql`0`, order: sql`${ref}` });
  yield CALENDAR_HEAD;
  for (const { refs } of pages) {
    const rows = await db
      .select({
        unique_ref: sessions.unique_ref,
        start_at: sessions.start_at,
        end_at: sessions.end_at,
        site: sessions.site,
        pa_units: sessions.pa_units,
        updated_at: sql<number>`${sessions.updated_at}`.mapWith(Number).as("changed_at"),
        element: sessionName(),
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
  yield CALENDAR_FOOT;
}

/** What a calendar shows of a session: never its notes, its cases or its fee. */
interface CalendarSession {
  unique_ref: string;
  start_at: number;
  end_at: number;
  /** Description of its element; null without one. */
  element: string | null;
  site: string;
  pa_units: number;
  updated_at: number;
}

interface CalendarLeave extends LeaveSpan {
  unique_ref: string;
  type: LeaveType;
  name: string;
  status: LeaveStatus;
  updated_at: number;
}

/** @param content as set for a feed: the title alone, or with the PAs */
export function sessionEvent(session: CalendarSession, content: "titles" | "pas"): CalendarEvent {
  const title = session.element ?? "Session";
  return {
    uid: `${session.unique_ref}@daybook`,
    title: content === "pas" ? `${title} (${showPa(session.pa_units)} PA)` : title,
    ...(session.site !== "" && { location: session.site }),
    changedAt: session.updated_at,
    from: session.start_at,
    until: session.end_at,
  };
}

/** The event of a leave. Cancelled leave has none: the caller leaves it out. */
export function leaveEvent(leave: CalendarLeave): CalendarEvent {
  const wish = leave.status === "planned" || leave.status === "requested" ? `, ${leave.status}` : "";
  return {
    uid: `${leave.unique_ref}@daybook`,
    title: `${leave.name || LEAVE_TYPES[leave.type]}${formatPart(leave)}${wish}`,
    changedAt: leave.updated_at,
    firstDay: leave.date_start,
    lastDay: leave.date_end,
  };
}

function formatPart({ date_start, date_end, start_part, end_part }: LeaveSpan): string {
  if (date_start === date_end) return start_part === "full" ? "" : start_part === "am" ? ", morning" : ", afternoon";
  const words = [start_part === "pm" && "from the first afternoon", end_part === "am" && "to the last morning"];
  return words
    .filter((each) => each !== false)
    .map((each) => `, ${each}`)
    .join("");
}
