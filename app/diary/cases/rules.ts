import { hoursAndMinutes } from "~/platform/time/clock-time";
import { addDays, daysBetween, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import type { AgeUnit } from "./codes";

const DAY_MINUTES = 1440;
const HOUR_MS = 3_600_000;

/** A session as its cases see it: UTC milliseconds. */
export interface Span {
  start_at: number;
  end_at: number;
}

/** The first instant at or after `from` when London's clocks show `minute` (0 to 1439). */
export function firstAtOrAfter(from: number, minute: number): number {
  const { date } = londonMoment(from);
  const today = londonInstant(date, minute);
  if (today >= from) return today;
  // Where the clocks go back an hour happens twice; `from` may lie between the two.
  const again = today + HOUR_MS;
  if (again >= from && londonMoment(again).date === date && londonMoment(again).minute === minute) return again;
  return londonInstant(addDays(date, 1), minute);
}

/** The London dates on which a session runs, first to last; its end at midnight adds none. */
export function daysOf({ start_at, end_at }: Span): LondonDate[] {
  const first = londonMoment(start_at).date;
  const last = londonMoment(end_at - 1).date;
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

/** True for a session of more than 24 hours on the clock: its cases also need a day. */
export function isMultiDay({ start_at, end_at }: Span): boolean {
  const start = londonMoment(start_at);
  const end = londonMoment(end_at);
  return daysBetween(start.date, end.date) * DAY_MINUTES + end.minute - start.minute > DAY_MINUTES;
}

/**
 * The days to choose from for a case; none when the times alone are enough. A case that lies elsewhere
 * than its session's times would put it (the session was moved since) keeps its own day as a choice.
 */
export function caseDays(session: Span, startAt: number | null): LondonDate[] {
  const moment = startAt === null ? null : londonMoment(startAt);
  const elsewhere = moment !== null && firstAtOrAfter(session.start_at, moment.minute) !== startAt;
  if (!isMultiDay(session) && !elsewhere) return [];
  return [...new Set(moment ? [...daysOf(session), moment.date] : daysOf(session))].sort();
}

/** Whether the times alone do not say on which day a case was. */
export function asksDay(session: Span, startAt: number | null): boolean {
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
  /** One of `caseDays`, or null: the first such time. */
  day: LondonDate | null;
}

/**
 * When a case was. Its start is the first such clock time at or after its session's start, or on the day
 * chosen; its end is the first at or after its own start. Without a start the end is calculated from the
 * session's start. False when the day chosen has no such time within reach of the session: too early on
 * its first day.
 */
export function caseTimes(
  session: Span,
  { start, end, day }: TypedTimes,
  was: number | null = null,
): CaseTimes | false {
  // A case that keeps its own day, apart from its session's, is taken at its word.
  const own = day !== null && !daysOf(session).includes(day) && was !== null && londonMoment(was).date === day;
  const dayStart = day === null ? session.start_at : londonInstant(day);
  const from = own ? dayStart : Math.max(session.start_at, dayStart);
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

/** As `caseTimes`, of a form: where times alone are enough no day is asked, and one sent all the same must be theirs. */
export function typedTimes(session: Span, { start_time, end_time, case_day }: Answered, was: number | null) {
  const day = asksDay(session, was) ? case_day : null;
  return caseTimes(session, { start: start_time, end: end_time, day }, was);
}

/** True for a day that neither its session has nor the case had before. */
export function isDayElsewhere(session: Span, day: LondonDate, was: CaseTimes): boolean {
  const had = [was.start_at, was.end_at].flatMap((at) => (at === null ? [] : londonMoment(at).date));
  return !daysOf(session).includes(day) && !had.includes(day);
}

/** A case that ends this long after its session has more likely a mistyped time than a late finish. */
const LATE_FINISH_MS = 6 * HOUR_MS;

/** True when the times of a case look wrong beside those of its session. They are kept as typed all the same. */
export function isOutside(session: Span, { start_at, end_at }: CaseTimes): boolean {
  if (start_at !== null && (start_at < session.start_at || start_at >= session.end_at)) return true;
  return end_at !== null && (end_at < session.start_at || end_at > session.end_at + LATE_FINISH_MS);
}

/** Longer than almost any operation: a mistyped time is likelier. */
const LONG_CASE_MS = 12 * HOUR_MS;
/** Longer than any operation, even where a session of several days holds it: the end was mistyped. */
export const NO_CASE_MS = 18 * HOUR_MS;

/**
 * True when a case that starts in its session was typed to end before that: it would last longer than any operation, or
 * the session has this clock time before the start, and the next such time is no finish of it. One that runs on a little after its session, a day after that
 * began, is none.
 */
export function endsBeforeStart(session: Span, { start_at, end_at }: CaseTimes): boolean {
  if (start_at === null || end_at === null || start_at >= session.end_at) return false;
  if (end_at - start_at > NO_CASE_MS) return true;
  if (firstAtOrAfter(session.start_at, londonMoment(end_at).minute) >= start_at) return false;
  if (end_at > session.end_at + LATE_FINISH_MS) return true;
  return end_at > session.end_at && end_at - start_at > LONG_CASE_MS;
}

/** What looks wrong with the times of a case, and is saved all the same; null when nothing does. */
export function timesWarning(session: Span, times: CaseTimes): string | null {
  const { start_at, end_at } = times;
  const lasts = start_at === null || end_at === null ? 0 : end_at - start_at;
  if (lasts > LONG_CASE_MS) return `It lasts ${hoursAndMinutes(lasts / 60_000)}: check its times`;
  return isOutside(session, times) ? "Its times are outside the session. Check them" : null;
}

/** The highest age that each unit takes. */
export const AGE_LIMITS: Record<AgeUnit, number> = { years: 120, months: 48, days: 366 };

const DAYS_A_MONTH = 30.4375;

/** An age in the smallest unit that a case takes so many of. @param whole in years, however young */
export function fitAge(months: number, days: number, whole = false): { age: number; unit: AgeUnit } {
  if (days > AGE_LIMITS.days) return fitAge(days / DAYS_A_MONTH, 0);
  if (months === 0) return { age: Math.floor(days), unit: "days" };
  if (!whole && months <= AGE_LIMITS.months) return { age: Math.floor(months), unit: "months" };
  return { age: Math.floor(months / 12), unit: "years" };
}

/** `6/12` of a year, `2/52`, `3/7` of a week: how doctors write months, weeks and days. @param of 12, 52 or 7 */
export function ageOfParts(count: number, of: number): { age: number; unit: AgeUnit } {
  return of === 12 ? fitAge(count, 0) : fitAge(0, of === 52 ? count * 7 : count);
}

/** `45 y`, `6 mo`, `12 d`; empty when not recorded. */
export function formatAge(age: number | null, unit: AgeUnit): string {
  if (age === null) return "";
  return `${age} ${{ years: "y", months: "mo", days: "d" }[unit]}`;
}

/** What is wrong with an age, in words that say how to mend it; null when nothing is. */
export function ageProblem(age: number, unit: AgeUnit): string | null {
  const limit = AGE_LIMITS[unit];
  return age < 0 || age > limit ? `Age in ${unit} must be between 0 and ${limit}` : null;
}
