import type { Asked } from "~/account/guard.server";
import { USUAL_SETTINGS } from "~/diary/leave/entitlement";
import { isGranted, type LeaveSpan, type LeaveStatus } from "~/diary/leave/kinds";
import { leaveOf, leaveSettingsOf } from "~/diary/leave/queries.server";
import { leaveYearOf } from "~/diary/leave/years";
import { pathTo } from "~/platform/http/path-to";
import { londonToday } from "~/platform/time/london";
import { sessionsAroundLeave, sessionsInside } from "./leave-sessions.server";

type Kept = LeaveSpan & { status: LeaveStatus };

/** Whether a change of leave may put sessions inside it that were not: its sessions are asked about once. */
export function asksAgain(before: Kept, after: Kept): boolean {
  if (!isGranted(after)) return false;
  const names = ["date_start", "date_end", "start_part", "end_part"] as const;
  return !isGranted(before) || names.some((name) => before[name] !== after[name]);
}

/**
 * Where a saved leave leads, to its sessions or to its leave year, and what is said there.
 * @param done `Leave added`
 * @param asks whether sessions inside it are asked about
 */
export async function afterLeave({ db, user, now }: Asked, leaveRef: string, done: string, asks: boolean) {
  const [[leave], [settings], around] = await db.batch([
    leaveOf(db, user.id, leaveRef),
    leaveSettingsOf(db, user.id),
    sessionsAroundLeave(db, user.id, leaveRef),
  ]);
  const { year_start } = settings ?? USUAL_SETTINGS;
  const current = leaveYearOf(londonToday(now), year_start).year;
  const year = leave ? leaveYearOf(leave.date_start, year_start).year : current;
  const inside = asks && leave && isGranted(leave) ? sessionsInside(leave, around).length : 0;
  if (inside === 0) return { path: year === current ? "/leave/" : `/leave/?year=${year}`, message: done };
  const message = `${done}. ${inside === 1 ? "1 session falls" : `${inside} sessions fall`} in it`;
  return { path: pathTo("/leave/:leaveRef/sessions/", { leaveRef }), message };
}
