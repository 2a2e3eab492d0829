import { dateRange } from "~/planning/job-plans/plan-dates";
import { addDays, type LondonDate } from "~/platform/time/london";

export const LOCKED_PERIODS = "/reports/locks/";

/** Both dates included. */
export interface LockedPeriod {
  date_start: LondonDate;
  date_end: LondonDate;
}

/** Why something on these days does not change. */
export function formatLocked(period: LockedPeriod): string {
  return `${dateRange(period)} is locked because you sent it to your appraiser. Unlock it in Reports to change it`;
}

/** Of a period those days that can be locked: they are over, so that their report counts them. Null where none is. */
export function lockableDays({ date_start, date_end }: LockedPeriod, today: LondonDate): LockedPeriod | null {
  const last = date_end < today ? date_end : addDays(today, -1);
  return date_start <= last ? { date_start, date_end: last } : null;
}

/** Whether one of them holds all of these days. */
export function isLocked(days: LockedPeriod, locked: readonly LockedPeriod[]): boolean {
  return locked.some(({ date_start, date_end }) => date_start <= days.date_start && date_end >= days.date_end);
}
