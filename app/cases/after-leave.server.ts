import type { Database } from "~/db/database.server";
import { isGranted, type LeaveSpan, type LeaveStatus } from "~/leave/kinds";
import { leaveOf } from "~/leave/queries.server";
import { sessionsAroundLeave, sessionsInside } from "./leave-sessions.server";

type Kept = LeaveSpan & { status: LeaveStatus };

/** How many sessions fall in a leave that is granted. */
export async function countInLeave(db: Database, userRef: string, leaveRef: string): Promise<number> {
  const [[leave], around] = await db.batch([
    leaveOf(db, userRef, leaveRef),
    sessionsAroundLeave(db, userRef, leaveRef),
  ]);
  return leave && isGranted(leave) ? sessionsInside(leave, around).length : 0;
}

/** Whether a change of leave may put sessions inside it that were not: its sessions are asked about once. */
export function asksAgain(before: Kept, after: Kept): boolean {
  if (!isGranted(after)) return false;
  const names = ["date_start", "date_end", "start_part", "end_part"] as const;
  return !isGranted(before) || names.some((name) => before[name] !== after[name]);
}

/** Where a saved leave leads, and what is said there. @param done `Leave added` */
export function afterLeave(leaveRef: string, inside: number, done: string): { path: string; says: string } {
  if (inside === 0) return { path: "/leave/", says: done };
  const says = `${done}. ${inside === 1 ? "1 session falls" : `${inside} sessions fall`} in it`;
  return { path: `/leave/${leaveRef}/sessions/`, says };
}
