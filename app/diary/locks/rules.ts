import { dateRange } from "~/planning/job-plans/plan-dates";
import { longDate } from "~/platform/time/dates";
import { addDays, earlierOf, type LondonDate, laterOf } from "~/platform/time/london";

export const LOCKED_PERIODS = "/reports/locks/";

/** A period; both dates are included. */
export interface LockedPeriod {
  date_start: LondonDate;
  date_end: LondonDate;
}

/** Message: why nothing was changed, and what to do. Follows what the page or the notice says. */
export function formatLocked(period: LockedPeriod): string {
  const these = theseDays(period);
  return `You locked ${dateRange(period)}, so sessions, cases and leave on ${these} cannot be changed. Unlock ${these} in Reports first`;
}

function theseDays({ date_start, date_end }: LockedPeriod): string {
  return date_start === date_end ? "this day" : "these days";
}

/** Message: why a job plan or its elements were not changed, and what to do instead. */
export function formatPlanLocked(period: LockedPeriod): string {
  const these = theseDays(period);
  return `You locked ${dateRange(period)}, and the report of ${these} counts by the job plan of ${these}. Unlock ${these} in Reports first, or change the plan from ${longDate(addDays(period.date_end, 1))} or later`;
}

/** Message: why the job plan of days beside locked ones was not changed, and what to do instead. */
export function formatLeaveLocked(period: LockedPeriod): string {
  const these = theseDays(period);
  return `You locked ${dateRange(period)}. Leave with PAs that you entered goes beyond ${these}, and the job plan of all its days says how these PAs are divided. Unlock ${these} in Reports first, or change your work from a date after this leave`;
}

/** Message: why an option was not renamed, and what to do instead. */
export function formatNameLocked(period: LockedPeriod): string {
  const these = theseDays(period);
  return `You locked ${dateRange(period)}, and a case on ${these} shows this name. To use another name from now on, archive this option and enter the new name in your next case`;
}

/** What of a profile is held while days with work are locked, by its fields. */
export const PROFILE_HELD =
  "what is out of hours, how patients’ ages are kept, where age bands begin and your labels for who you supervise";

/** Message: why a profile was not saved, and what to do instead. Every report goes by the one profile. */
export function formatProfileLocked(period: LockedPeriod): string {
  return `You locked ${dateRange(period)}, and reports of locked days go by ${PROFILE_HELD}. Unlock all locked days in Reports first, or leave these as they were and save the rest`;
}

/**
 * The days of a period that can be locked: those that are over, so that their report counts them. Null if there are
 * none.
 */
export function lockableDays({ date_start, date_end }: LockedPeriod, today: LondonDate): LockedPeriod | null {
  const last = earlierOf(date_end, addDays(today, -1));
  return date_start <= last ? { date_start, date_end: last } : null;
}

/** Those of these days that are locked, in order: locked periods that overlap or are adjacent count as one. */
export function lockedWithin(days: LockedPeriod, locked: readonly LockedPeriod[]): LockedPeriod[] {
  const found: LockedPeriod[] = [];
  for (const each of [...locked].sort((one, other) => one.date_start.localeCompare(other.date_start))) {
    const date_start = laterOf(each.date_start, days.date_start);
    const date_end = earlierOf(each.date_end, days.date_end);
    if (date_start > date_end) continue;
    const last = found.at(-1);
    if (!last || date_start > addDays(last.date_end, 1)) found.push({ date_start, date_end });
    else last.date_end = laterOf(last.date_end, date_end);
  }
  return found;
}

/** Whether all these days are locked, by one period or by several. */
export function isLocked(days: LockedPeriod, locked: readonly LockedPeriod[]): boolean {
  const [first] = lockedWithin(days, locked);
  return first?.date_start === days.date_start && first.date_end === days.date_end;
}

/** Which of these days stay locked by other periods once their own is unlocked. */
export function formatStillLocked(unlocked: LockedPeriod, others: readonly LockedPeriod[]): string[] {
  return others.flatMap((other) =>
    lockedWithin(unlocked, [other]).map(
      (days) =>
        `${dateRange(days)} ${days.date_start === days.date_end ? "stays" : "stay"} locked: you also locked ${dateRange(other)}`,
    ),
  );
}

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
export function formatLockedPeriod(
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
export function isForReading(locked: string | null, form: { kept?: string | undefined }, answer: unknown): boolean {
  return locked !== null && answer === undefined && !form.kept;
}

export function lockedDays(locked: readonly LockedPeriod[]): LockedDays[] {
  return locked.map((period) => ({ ...period, words: dateRange(period) }));
}

/** The days that a report offers to lock. */
export interface DaysToLock extends LockedPeriod {
  isLocked: boolean;
  /** Those of them that are locked. */
  locked: LockedPeriod[];
}

/** Returns null if none of a report's days can be locked. */
export function daysToLock(
  period: LockedPeriod,
  locked: readonly LockedPeriod[],
  today: LondonDate,
): DaysToLock | null {
  const days = lockableDays(period, today);
  return days && { ...days, isLocked: isLocked(days, locked), locked: lockedWithin(days, locked) };
}
