import { dateRange } from "~/planning/job-plans/plan-dates";
import { addDays, type LondonDate } from "~/platform/time/london";

export const LOCKED_PERIODS = "/reports/locks/";

/** A period; both dates are included. */
export interface LockedPeriod {
  date_start: LondonDate;
  date_end: LondonDate;
}

/** Message: entries on these days cannot be changed, and why. */
export function formatLocked(period: LockedPeriod): string {
  return `${dateRange(period)} is locked because you sent it to your appraiser. Unlock it in Reports to change it`;
}

/**
 * The days of a period that can be locked: those that are over, so that their report counts them. Null if there are
 * none.
 */
export function lockableDays({ date_start, date_end }: LockedPeriod, today: LondonDate): LockedPeriod | null {
  const last = date_end < today ? date_end : addDays(today, -1);
  return date_start <= last ? { date_start, date_end: last } : null;
}

/** Whether one locked period contains all these days. */
export function isLocked(days: LockedPeriod, locked: readonly LockedPeriod[]): boolean {
  return locked.some(({ date_start, date_end }) => date_start <= days.date_start && date_end >= days.date_end);
}

/** Whether one locked period contains this day, for something that begins on it. */
export function holdsDay(locked: readonly LockedPeriod[], day: LondonDate): boolean {
  return locked.some(({ date_start, date_end }) => date_start <= day && date_end >= day);
}

/** The days that a report offers to lock, and whether they are locked. Null if none can be. */
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
