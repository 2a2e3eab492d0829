import { leaveBetween } from "~/diary/leave/queries.server";
import { awayOf, leaveWarning } from "~/diary/leave/rules";
import type { Database } from "~/platform/db/database.server";
import { londonMoment } from "~/platform/time/london";
import type { SessionSpan } from "./times";

/** The leave of the days of a session. For an action's batch. */
export function overlappingLeave(db: Database, userId: number, { startAt, endAt }: SessionSpan) {
  return leaveBetween(db, userId, londonMoment(startAt).date, londonMoment(endAt).date);
}

/** What is said of a session that falls in leave. */
export function leaveNotes(rows: Awaited<ReturnType<typeof overlappingLeave>>, span: SessionSpan): string[] {
  const words = leaveWarning(awayOf(rows), span);
  return words === null ? [] : [words];
}
