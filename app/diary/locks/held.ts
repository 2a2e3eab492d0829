import { dateRange } from "~/planning/job-plans/plan-dates";
import type { LondonDate } from "~/platform/time/london";
import type { LockedPeriod } from "./rules";

/** A locked period as a form gets it, for the days that are chosen in it. */
export interface LockedDays extends LockedPeriod {
  /** `1 April 2025 to 31 March 2026`. */
  words: string;
}

/** The first locked period with one of these days; null if there is none. */
export function lockOf<Period extends LockedPeriod>(
  locked: readonly Period[],
  from: LondonDate,
  until: LondonDate = from,
): Period | null {
  return locked.find(({ date_start, date_end }) => date_start <= until && date_end >= from) ?? null;
}

/** That period in words, such as `1 April 2025 to 31 March 2026`. */
export function lockedWords(
  locked: readonly LockedPeriod[],
  from: LondonDate,
  until: LondonDate = from,
): string | null {
  const period = lockOf(locked, from, until);
  return period && dateRange(period);
}

/**
 * Whether a page shows a locked entry for reading only. Not if its form was sent and comes back: then it holds answers
 * that can be saved once the days are unlocked.
 * @param answer what the page's action returned
 */
export function isForReading(locked: string | null, form: { kept?: true }, answer: unknown): boolean {
  return locked !== null && answer === undefined && !form.kept;
}

export function lockedDays(locked: readonly LockedPeriod[]): LockedDays[] {
  return locked.map((period) => ({ ...period, words: dateRange(period) }));
}
