import { hoursAndMinutes } from "~/platform/time/clock-time";
import { HOUR_MS, MINUTE_MS } from "~/platform/time/durations";
import { addDays, daysBetween, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import type { AgeUnit } from "./codes";

const DAY_MINUTES = 1440;

/** First words of the message after a case was saved. */
export const CASE_SAVED = "Case saved";

/** Start and end of a session, in UTC milliseconds. */
export interface Span {
  start_at: number;
  end_at: number;
}

/** The first instant at or after `from` when London's clocks show `minute` (0 to 1439). */
export function firstAtOrAfter(from: number, minute: number): number {
  const { date } = londonMoment(from);
  const today = londonInstant(date, minute);
  if (today >= from) return today;
  // When the clocks go back, an hour occurs twice; `from` may be between the two occurrences.
  const again = today + HOUR_MS;
  if (again >= from && londonMoment(again).date === date && londonMoment(again).minute === minute) return again;
  return londonInstant(addDays(date, 1), minute);
}

/** A list may run early: a case may begin so long before its session. */
export const EARLY_MS = 2 * HOUR_MS;

/**
 * The earliest start that a clock time of a case may mean. If the session lasts nearly 24 hours there is less time before
 * it, since a clock time that occurs in the session means that.
 */
export function earliestStart({ start_at, end_at }: Span): number {
  const { date, minute } = londonMoment(end_at);
  return Math.min(start_at, Math.max(start_at - EARLY_MS, londonInstant(addDays(date, -1), minute)));
}

/** Whether an instant lies in a session, or so shortly before it that a case of the session may begin then. */
export function isInOrBefore({ start_at, end_at }: Span, at: number): boolean {
  return at >= start_at - EARLY_MS && at < end_at;
}

/** The London dates of a session, first to last; a session that ends at midnight does not include the next day. */
export function daysOf({ start_at, end_at }: Span): LondonDate[] {
  const first = londonMoment(start_at).date;
  const last = londonMoment(end_at - 1).date;
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

/** True for a session longer than 24 hours by the clock: its cases also need a day. */
export function isMultiDay({ start_at, end_at }: Span): boolean {
  const start = londonMoment(start_at);
  const end = londonMoment(end_at);
  return daysBetween(start.date, end.date) * DAY_MINUTES + end.minute - start.minute > DAY_MINUTES;
}

/**
 * The days to choose from for a case; empty when its times alone determine the day. A case whose start is not where its
 * session's times would put it, because the session was moved since, keeps its day as a choice.
 */
export function caseDays(session: Span, startAt: number | null): LondonDate[] {
  const moment = startAt === null ? null : londonMoment(startAt);
  const elsewhere = moment !== null && firstAtOrAfter(earliestStart(session), moment.minute) !== startAt;
  if (!isMultiDay(session) && !elsewhere) return [];
  return [...new Set(moment ? [...daysOf(session), moment.date] : daysOf(session))].sort();
}

/** Whether the day of a case must be asked for, because its times alone do not determine it. */
export function requiresDay(session: Span, startAt: number | null): boolean {
  return caseDays(session, startAt).length > 0;
}

export interface CaseTimes {
  start_at: number | null;
  end_at: number | null;
}

interface TypedTimes {
  /** Minutes from midnight; null when left blank. */
  start: number | null;
  end: number | null;
  /** One of `caseDays`; null for the first such time. */
  day: LondonDate | null;
}

/**
 * The start and end of a case. Its start is the first such clock time from 2 hours before its session's start, or on the
 * chosen day; its end is the first at or after its own start. Without a start the end is found as a start would be.
 * @param was the saved start; null for none
 * @returns false when the time would be on another day than the chosen one: on the session's first day, long before it
 */
export function caseTimes(
  session: Span,
  { start, end, day }: TypedTimes,
  was: number | null = null,
): CaseTimes | false {
  // A case keeps its saved day even if its session is now on other days.
  const own = day !== null && !daysOf(session).includes(day) && was !== null && londonMoment(was).date === day;
  const dayStart = day === null ? earliestStart(session) : londonInstant(day);
  const from = own ? dayStart : Math.max(session.start_at - EARLY_MS, dayStart);
  const start_at = start === null ? null : firstAtOrAfter(from, start);
  const end_at = end === null ? null : firstAtOrAfter(start_at ?? from, end);
  if (day !== null && start_at !== null && londonMoment(start_at).date !== day) return false;
  return { start_at, end_at };
}

interface Answered {
  start_time: number | null;
  end_time: number | null;
  case_day: LondonDate | null;
}

/**
 * As `caseTimes`, for the answers of a form: if times alone determine the day, the day that was sent is ignored here.
 * The caller checks that it agrees with the times.
 */
export function typedTimes(session: Span, { start_time, end_time, case_day }: Answered, was: number | null) {
  const day = requiresDay(session, was) ? case_day : null;
  return caseTimes(session, { start: start_time, end: end_time, day }, was);
}

/** True for a day that is neither one of the session's nor one that the case had before. */
export function isDayElsewhere(session: Span, day: LondonDate, was: CaseTimes): boolean {
  const had = [was.start_at, was.end_at].flatMap((at) => (at === null ? [] : londonMoment(at).date));
  return !daysOf(session).includes(day) && !had.includes(day);
}

/** A case that ends later than this after its session more likely has a mistyped time than a late finish. */
const LATE_FINISH_MS = 6 * HOUR_MS;

/** True when the times of a case look wrong for its session. They are saved as typed all the same. */
export function isOutside(session: Span, { start_at, end_at }: CaseTimes): boolean {
  if (start_at !== null && (start_at < session.start_at || start_at >= session.end_at)) return true;
  return end_at !== null && (end_at < session.start_at || end_at > session.end_at + LATE_FINISH_MS);
}

/** Longer than almost any operation: a mistyped time is more likely. */
const LONG_CASE_MS = 12 * HOUR_MS;
/** Longer than any operation, even within a session of several days: the end was mistyped. */
export const NO_CASE_MS = 18 * HOUR_MS;

/**
 * True when a case that starts in its session appears to have been typed with an end before its start. Either it would
 * last longer than any operation; or the session contains this clock time before the start, and its next occurrence is
 * no plausible finish: more than 6 hours after the session, or after its end with a case longer than 12 hours. False
 * for a case that ends shortly after its session, a day after the session began.
 */
export function endsBeforeStart(session: Span, { start_at, end_at }: CaseTimes): boolean {
  if (start_at === null || end_at === null || start_at >= session.end_at) return false;
  if (end_at - start_at > NO_CASE_MS) return true;
  if (firstAtOrAfter(session.start_at, londonMoment(end_at).minute) >= start_at) return false;
  if (end_at > session.end_at + LATE_FINISH_MS) return true;
  return end_at > session.end_at && end_at - start_at > LONG_CASE_MS;
}

/** Warning about the times of a case, which are saved all the same; null when they look right. */
export function timesWarning(session: Span, times: CaseTimes): string | null {
  const { start_at, end_at } = times;
  const lasts = start_at === null || end_at === null ? 0 : end_at - start_at;
  if (lasts > LONG_CASE_MS) return `It lasts ${hoursAndMinutes(lasts / MINUTE_MS)}: check its times`;
  return isOutside(session, times) ? "Its times are outside the session. Check them" : null;
}

/** The highest age in each unit. */
export const AGE_LIMITS: Record<AgeUnit, number> = { years: 120, months: 48, days: 366 };

const DAYS_A_MONTH = 30.4375;

/**
 * An age in the smallest unit whose limit it does not exceed.
 * @param whole true for years when the age is a month or more
 */
export function normalizedAge(months: number, days: number, whole = false): { age: number; unit: AgeUnit } {
  if (days > AGE_LIMITS.days) return normalizedAge(days / DAYS_A_MONTH, 0, whole);
  if (months === 0) return { age: Math.floor(days), unit: "days" };
  if (!whole && months <= AGE_LIMITS.months) return { age: Math.floor(months), unit: "months" };
  return { age: Math.floor(months / 12), unit: "years" };
}

/**
 * Converts `6/12` of a year, `2/52` and `3/7` of a week: how doctors write months, weeks and days.
 * @param of 12, 52 or 7
 */
export function ageOfParts(count: number, of: number): { age: number; unit: AgeUnit } {
  if (of !== 12) return normalizedAge(0, of === 52 ? count * 7 : count);
  return count === 0 ? { age: 0, unit: "months" } : normalizedAge(count, 0);
}

/** `45 y`, `6 mo`, `12 d`; empty when not recorded. */
export function formatAge(age: number | null, unit: AgeUnit): string {
  if (age === null) return "";
  return `${age} ${{ years: "y", months: "mo", days: "d" }[unit]}`;
}

/** Error message for an age out of range, with the range; null when it is valid. */
export function ageProblem(age: number, unit: AgeUnit): string | null {
  const limit = AGE_LIMITS[unit];
  return age < 0 || age > limit ? `Age in ${unit} must be between 0 and ${limit}` : null;
}
