import { fallsInLeave, type ShownLeave } from "~/diary/leave/rules";
import type { LockedPeriod } from "~/diary/locks/rules";
import { lockOf } from "~/diary/locks/rules";
import { isMonthly } from "~/planning/job-plans/elements";
import { bankCalendarOf } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { nthWeekdays, type ScheduleRow } from "~/planning/job-plans/schedule";
import { isPublicHoliday } from "~/platform/time/bank-holidays";
import { shortDate } from "~/platform/time/dates";
import {
  addDays,
  daysBetween,
  type LondonDate,
  londonInstant,
  londonMoment,
  mondayOf,
  weekday,
} from "~/platform/time/london";
import { columnsWithPas } from "./columns-of-answers.server";
import { findElement, type PlanChoice } from "./element-choices";
import type { ChosenColumns, SessionColumns, SessionRow } from "./queries.server";
import { rulesOfSession } from "./rules";
import type { LoggedRow } from "./week-due";

/** Days ahead in which the next day of a session is looked for: a fifth weekday of a month may be three months away. */
export const NEXT_DAY_WITHIN = 200;

export interface SessionCopy {
  date: LondonDate;
  columns: SessionColumns;
  /** Description of its element. */
  element: string | null;
  /** The source had an element that cannot be used on that day: it is archived, or its plan does not cover the day. */
  lostElement: boolean;
}

/** The columns that tell whether two sessions are the same work. */
export type Occasion = Pick<SessionRow, "start_at" | "end_at" | "element_ref">;

/**
 * Whether two sessions are the same: they start together and have the same element, or, if one has none, end together.
 * Otherwise a session that starts at the same time is different work. `noneExists` in copy.server.ts repeats this rule
 * in SQL.
 */
export function isSameSession(one: Occasion, other: Occasion): boolean {
  if (one.start_at !== other.start_at) return false;
  if (one.element_ref === null || other.element_ref === null) return one.end_at === other.end_at;
  return one.element_ref === other.element_ref;
}

/**
 * Separates copies from those whose planned session did not happen on their day: each cancellation answers the copy of
 * its element that starts nearest to it.
 */
export function withoutCancelled<Copy>(
  copies: readonly Copy[],
  cancelled: readonly LoggedRow[],
  occasionOf: (copy: Copy) => Occasion,
): { left: Copy[]; cancelled: Copy[] } {
  const left = [...copies];
  for (const { start_at, element_ref } of cancelled) {
    const away = (copy: Copy) => Math.abs(occasionOf(copy).start_at - start_at);
    const [nearest] = left
      .filter((copy) => occasionOf(copy).element_ref === element_ref)
      .filter((copy) => londonMoment(occasionOf(copy).start_at).date === londonMoment(start_at).date)
      .sort((one, other) => away(one) - away(other));
    if (nearest) left.splice(left.indexOf(nearest), 1);
  }
  return { left, cancelled: copies.filter((copy) => !left.includes(copy)) };
}

/** Start, end and element of the session on another day, regardless of its plan. */
function occasionOn(source: Occasion, date: LondonDate): Occasion {
  const { startAt, endAt } = spanOn(source, date);
  return { start_at: startAt, end_at: endAt, element_ref: source.element_ref };
}

/**
 * Whether "Copy last week" has something to add: sessions of the week before have no counterpart here, which
 * neither did not happen nor would be on a locked day, and the week is empty, or has fewer sessions and began no earlier
 * than last week. A week with as many sessions was worked differently, and has no gap.
 */
export function copiesInto(
  monday: LondonDate,
  today: LondonDate,
  onDay: (date: LondonDate) => readonly Occasion[],
  { locks = [], cancelled = [] }: { locks?: readonly LockedPeriod[]; cancelled?: readonly LoggedRow[] } = {},
): boolean {
  const week = (first: LondonDate) => Array.from({ length: 7 }, (_, day) => onDay(addDays(first, day))).flat();
  const [there, before] = [week(monday), week(addDays(monday, -7))];
  if (there.length > 0 && (there.length >= before.length || monday < addDays(mondayOf(today), -7))) return false;
  const copies = before
    .map((session) => occasionOn(session, addDays(londonMoment(session.start_at).date, 7)))
    .filter((next) => !there.some((each) => isSameSession(each, next)));
  const { left: missing } = withoutCancelled(copies, cancelled, (copy) => copy);
  // It copies all of them or none.
  return missing.length > 0 && !missing.some(({ start_at }) => lockOf(locks, londonMoment(start_at).date));
}

/**
 * Copies a session to another day: at the same clock times in London, valued by the rules of that day. It keeps its
 * element only if a form would offer it there.
 */
export function copyOn(source: ChosenColumns, date: LondonDate, plans: readonly PlanChoice[]): SessionCopy {
  const span = spanOn(source, date);
  const found = source.element_ref === null ? null : findElement(plans, source.element_ref);
  const kept = found?.element.active && includesDate(found.plan, date) ? found.element : null;
  const element_ref = kept?.unique_ref ?? null;
  const { site, pa_basis, fixed_pa_units } = source;
  const pa_rules = rulesOfSession(plans, element_ref, date, span, null);
  return {
    date,
    columns: columnsWithPas(span, { element_ref, site, pa_basis, fixed_pa_units, pa_rules }),
    element: kept?.description ?? null,
    lostElement: source.element_ref !== null && element_ref === null,
  };
}

/**
 * Moves the times of a session to another date. A time that the clocks skip becomes an hour later; if the start then
 * reaches the end, the session keeps its length.
 */
export function spanOn({ start_at, end_at }: Pick<ChosenColumns, "start_at" | "end_at">, date: LondonDate) {
  const [start, end] = [londonMoment(start_at), londonMoment(end_at)];
  const startAt = londonInstant(date, start.minute);
  const endAt = londonInstant(addDays(date, daysBetween(start.date, end.date)), end.minute);
  return { startAt, endAt: endAt > startAt ? endAt : startAt + (end_at - start_at) };
}

/**
 * Returns the next usual day of a session, by its element's times for that weekday: a line that starts with the session
 * if there is one, else the first; without such a line a week later.
 */
export function nextUsualDay(startAt: number, schedule: readonly ScheduleRow[]): LondonDate {
  const { date, minute } = londonMoment(startAt);
  const onDay = schedule.filter((row) => row.weekday === weekday(date));
  const row = onDay.find((each) => each.start_minute === minute) ?? onDay[0];
  if (!row || row.recurrence === 11) return addDays(date, 7);
  if (!isMonthly(row.recurrence)) return addDays(date, 7 * (row.recurrence - 10));
  const [next] = nthWeekdays(row.weekday, row.recurrence - 20, addDays(date, 1), addDays(date, NEXT_DAY_WITHIN));
  return next ?? addDays(date, 7);
}

/**
 * Notes about copies for the user: `2 have no job plan element: no plan has theirs on those days`, `Mon 25 May is a
 * bank holiday`.
 */
export function copyNotes(copies: readonly SessionCopy[], leave: readonly ShownLeave[]): string[] {
  const lost = copies.filter((copy) => copy.lostElement).length;
  const holidays = copies.filter(({ date, columns }) => isPublicHoliday(date, bankCalendarOf(columns.pa_rules)));
  const days = [...new Set(holidays.map(({ date }) => shortDate(date, false)))];
  const notes = [];
  if (lost === 1) notes.push("One has no job plan element: no plan has it on that day");
  if (lost > 1) notes.push(`${lost} have no job plan element: no plan has theirs on those days`);
  if (days.length > 0)
    notes.push(`${days.join(" and ")} ${days.length === 1 ? "is a bank holiday" : "are bank holidays"}`);
  const away = copies.filter(({ columns: { start_at: startAt, end_at: endAt } }) =>
    leave.some((each) => fallsInLeave({ startAt, endAt }, each)),
  );
  if (away.length > 0) {
    const dates = [...new Set(away.map(({ date }) => shortDate(date, false)))];
    notes.push(`${dates.join(" and ")} ${dates.length === 1 ? "is" : "are"} in your leave`);
  }
  return notes;
}
