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

/** Whether something that begins on this day lies in one of them. */
export function holdsDay(locked: readonly LockedPeriod[], day: LondonDate): boolean {
  return locked.some(({ date_start, date_end }) => date_start <= day && date_end >= day);
}

/** What a report offers of its days: those that can be locked, and whether they are. Null where none can be. */
export interface DaysToLock extends LockedPeriod {
  isLocked: boolean;
}

export function daysToLock(
  period: LockedPeriod,
  locked: readonly LockedPeriod[],
  today: LondonDate,
): DaysToLock | null {
  const days = lockableDays(period, today);
  return days && { ...days, isLocked: isLocked(days, locked) };
}
