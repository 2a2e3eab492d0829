import type { LeaveSpan } from "~/diary/leave/kinds";
import { fallsInLeave, formatLeaveOn, partOn, type ShownLeave } from "~/diary/leave/rules";
import type { Category, Counting } from "~/planning/job-plans/elements";
import { bankCalendarOf, type PaRules, paUnitsOf, rulesOfElement } from "~/planning/job-plans/pa-rules";
import { type CountedDates, firstCounted, includesDate } from "~/planning/job-plans/plan-dates";
import {
  type Occurrence,
  occurrencesBetween,
  type PlanDates,
  rowWorked,
  type ScheduleRow,
  timesAWeek,
} from "~/planning/job-plans/schedule";
import type { ValuedElement, ValuedPlan } from "~/planning/job-plans/valued-plans.server";
import { isPublicHoliday } from "~/platform/time/bank-holidays";
import type { MinuteRange } from "~/platform/time/lanes";
import { addDays, type LondonDate, laterOf, londonInstant, londonMoment } from "~/platform/time/london";
import type { SessionSpan } from "./times";

/** A row of an element's times, with the columns of its element and plan that the calendar needs. */
export interface TimedElement extends ScheduleRow, CountedDates {
  element_ref: string;
  element: string;
  category: Category;
  counts_to_balance: boolean;
  /** Left out: by its sessions. */
  counting?: Counting;
  stated_pa_units: number | null;
  custom_minutes_per_pa: number | null;
  pa_rules: PaRules;
}

/** The columns by which a planned time is matched with a session or a cancellation. */
type MatchedRow = ScheduleRow & Pick<TimedElement, "element_ref"> & Partial<Pick<TimedElement, "category">>;

/** The columns by which a session or a cancellation is matched with a planned time. */
export interface LoggedRow {
  start_at: number;
  element_ref: string | null;
  /** The kind of work of its element, and the dates of that element's plan. */
  category?: Category | null;
  plan_start?: LondonDate | null;
  plan_end?: LondonDate | null;
}

/** Label of a bank holiday, and of a block on it. */
export const HOLIDAY = "Bank holiday";

/** The times of the active elements of a plan. */
export function timesOfPlan({ elements, date_start, date_end, counts_from, pa_rules }: ValuedPlan): TimedElement[] {
  return elements.filter(hasTimes).flatMap(({ unique_ref, description, schedule, ...element }) => {
    const { category, counts_to_balance, stated_pa_units, custom_minutes_per_pa, counting } = element;
    const terms = { category, counts_to_balance, stated_pa_units, custom_minutes_per_pa, counting };
    const plan = { date_start, date_end, counts_from, pa_rules };
    return schedule.map((row) => ({ ...row, element_ref: unique_ref, element: description, ...terms, ...plan }));
  });
}

/** Whether an element happens at fixed times. */
export function hasTimes({
  active,
  pattern,
  schedule,
}: Pick<ValuedElement, "active" | "pattern" | "schedule">): boolean {
  return active && pattern === "fixed_times" && schedule.length > 0;
}

/** The sessions that plans expect between two dates: the occurrences of elements' times, each while its plan counts. */
export function timesBetween<Row extends TimedElement>(
  timed: readonly Row[],
  from: LondonDate,
  until: LondonDate,
): Occurrence<Row>[] {
  return timed.flatMap((row) => {
    const first = firstCounted(row);
    return occurrencesBetween([row], row, laterOf(first, from), until);
  });
}

/** Those that begin on a date in London. */
export function startingOn<Each extends { start_at: number }>(all: readonly Each[], date: LondonDate): Each[] {
  return all.filter(({ start_at }) => londonMoment(start_at).date === date);
}

/** The times of a day without a matching session: `cancelled` have a matching cancellation, `open` have none. */
export function unmatchedTimes<Row extends MatchedRow>(
  due: Occurrence<Row>[],
  begun: readonly LoggedRow[],
  cancelled: readonly LoggedRow[],
) {
  const left = unmatched(due, begun);
  const open = unmatched(left, cancelled);
  return { open, cancelled: left.filter((each) => !open.includes(each)) };
}

/**
 * The times without a matching session. Each session matches one time of its element on its day, the nearest. Otherwise
 * a session whose plan does not cover its day matches the same kind of work at its start: what the plan before has left
 * there is not missing from the next.
 */
function unmatched<Row extends MatchedRow>(due: Occurrence<Row>[], begun: readonly LoggedRow[]): Occurrence<Row>[] {
  const left = [...due];
  const take = (found: Occurrence<Row> | undefined) => found && left.splice(left.indexOf(found), 1);
  const others = begun.filter((session) => {
    const start = londonMoment(session.start_at).minute;
    const [nearest] = left
      .filter(({ row }) => row.element_ref === session.element_ref)
      .sort((one, other) => Math.abs(one.row.start_minute - start) - Math.abs(other.row.start_minute - start));
    return take(nearest) === undefined;
  });
  for (const { start_at, category } of others.filter(isLeftBehind)) {
    take(left.find((each) => each.row.category === category && instantsOf(each).startAt === start_at));
  }
  return left;
}

/** Whether the plan of its element does not cover its day: that has ended since. */
function isLeftBehind({ start_at, plan_start: date_start, plan_end: date_end = null }: LoggedRow): boolean {
  return Boolean(date_start) && !includesDate({ date_start, date_end } as PlanDates, londonMoment(start_at).date);
}

/**
 * The PAs of an occurrence, in pa_units: calculated from its times, or its share of the PAs that were typed for the
 * week.
 */
export function occurrenceUnits(row: TimedElement, timed: readonly TimedElement[]): number {
  if (row.stated_pa_units === null) {
    const rules = rulesOfElement(row.pa_rules, row.custom_minutes_per_pa);
    return paUnitsOf(rowWorked(row, rules), rules);
  }
  const ofElement = timed.filter((each) => each.element_ref === row.element_ref);
  const often = ofElement.reduce((sum, each) => sum + timesAWeek(each, each), 0);
  return often === 0 ? 0 : Math.round(row.stated_pa_units / often);
}

/** Whether the plan of a time has a bank holiday on a date. */
export function isHoliday(row: TimedElement, date: LondonDate): boolean {
  return isPublicHoliday(date, bankCalendarOf(row.pa_rules));
}

/** A bank holiday of a plan that covers the date, and leave, in words; null for neither. */
export function formatDayOff(
  timed: readonly TimedElement[],
  leave: readonly ShownLeave[],
  date: LondonDate,
): string | null {
  const isOff = timed.some((row) => includesDate(row, date) && isHoliday(row, date));
  return [isOff && HOLIDAY, formatLeaveOn(leave, date)].filter(Boolean).join("; ") || null;
}

/** The part of a day that is leave, in minutes: all of it, or the half before or after noon; null for none. */
export function leaveMinutesOn(leave: readonly ShownLeave[], date: LondonDate): MinuteRange | null {
  const parts = new Set(leave.flatMap((each) => partOn(each, date) ?? []));
  if (parts.size === 0) return null;
  const half = parts.size === 1 && !parts.has("full");
  return { start: half && parts.has("pm") ? 720 : 0, end: half && parts.has("am") ? 720 : 1440 };
}

/** The times of an occurrence as instants. An end at or before the start is on the next day. */
export function instantsOf({ row, date }: { row: ScheduleRow; date: LondonDate }): SessionSpan {
  const nextDay = row.end_minute <= row.start_minute;
  return {
    startAt: londonInstant(date, row.start_minute),
    endAt: londonInstant(nextDay ? addDays(date, 1) : date, row.end_minute),
  };
}

/** Whether an occurrence falls in leave. */
export function isOff(each: Occurrence<TimedElement>, leave: readonly LeaveSpan[]): boolean {
  return leave.some((span) => fallsInLeave(instantsOf(each), span));
}

/** Whether an occurrence is to be worked: not on a bank holiday, nor in leave. */
export function isDue(each: Occurrence<TimedElement>, leave: readonly LeaveSpan[]): boolean {
  return !isHoliday(each.row, each.date) && !isOff(each, leave);
}
