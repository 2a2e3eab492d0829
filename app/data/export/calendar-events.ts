import { LEAVE_TYPES, type LeaveSpan, type LeaveStatus, type LeaveType } from "~/diary/leave/kinds";
import { showPa } from "~/planning/job-plans/pa-rules";
import type { CalendarEvent } from "./calendar";

/** What a calendar may know of a session: never its notes, its cases or its fee. */
export interface CalendarSession {
  unique_ref: string;
  start_at: number;
  end_at: number;
  /** Of its element; null without one. */
  element: string | null;
  site: string;
  pa_units: number;
  updated_at: number;
}

export interface CalendarLeave extends LeaveSpan {
  unique_ref: string;
  type: LeaveType;
  name: string;
  status: LeaveStatus;
  updated_at: number;
}

/** @param content as a feed has it: the title alone, or with the PAs */
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

/** Leave that was called off has no event: leave it out before. */
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
