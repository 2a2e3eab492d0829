import type { Category } from "~/job-plans/elements";
import { bankCalendarOf, type PaRules, paUnitsOf, rulesOfElement, showPa } from "~/job-plans/pa-rules";
import { holds } from "~/job-plans/plan-dates";
import {
  type Occurrence,
  occurrencesBetween,
  type PlanDates,
  rowWorked,
  type ScheduleRow,
  timesAWeek,
} from "~/job-plans/schedule";
import { type Away, awayWords, fallsInLeave, leaveOfWeek, partOn } from "~/leave/away";
import { isBankDay } from "~/time/bank-holidays";
import { clockTime } from "~/time/clock-time";
import { dayOfMonth, fullDate, shortDate, weekdayName, weekHeading } from "~/time/dates";
import { type InLane, inLanes, type Stretch } from "~/time/lanes";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/time/london";
import { copiesInto, type DiarySession } from "./diary";
import { besideWords, sumsOf, type WeeklyPlan, weekFigures } from "./sums";
import { timesText } from "./times";

/** A session as the calendar reads it. */
export type CalendarSession = Omit<DiarySession, "fee">;

/** A row of an element's times, with what of its element and plan the calendar needs. */
export interface TimedElement extends ScheduleRow, PlanDates {
  element_ref: string;
  element: string;
  category: Category;
  counts_to_balance: boolean;
  stated_pa_units: number | null;
  custom_minutes_per_pa: number | null;
  pa_rules: PaRules;
}

export interface CalendarInput {
  monday: LondonDate;
  now: number;
  /** In the order of their starts; those of the week before tell what can be copied. */
  sessions: readonly CalendarSession[];
  timed: readonly TimedElement[];
  plans: readonly WeeklyPlan[];
  /** Granted leave of the week's days. */
  leave?: readonly Away[];
}

/** What a day, and a block on it, is called that is none of work. */
export const HOLIDAY = "Bank holiday";

/** Missing is what was planned, is over, and was not logged. */
export type BlockKind = "worked" | "planned" | "missing" | "holiday" | "leave";

export interface CalendarBlock {
  key: string;
  kind: BlockKind;
  to: string;
  element: string | null;
  category: Category | null;
  times: string;
  /** `from Wed 18 Nov` on the days after the first. */
  since: string | null;
  pa: string | null;
  /** Minutes of the day on which it is drawn. */
  start: number;
  end: number;
}

export type PlacedBlock = InLane<CalendarBlock>;

export interface CalendarDay {
  date: LondonDate;
  number: number;
  weekday: string;
  name: string;
  today: boolean;
  weekend: boolean;
  /** A bank holiday, and the leave of the day, in words. */
  away: string | null;
  /** What of it is off, in minutes of the day: null for none. */
  off: Stretch | null;
  blocks: PlacedBlock[];
  /** PAs of the sessions that begin on it, and what of them does not count. */
  done: string;
  beside: string[];
  /** PAs of what has its time on it and counts; null when nothing has. */
  planned: string | null;
  difference: string | null;
}

/** A week by the clock: what was planned for each day, what was worked, and what is missing. */
export function weekCalendar({ monday, now, sessions, timed, plans, leave = [] }: CalendarInput) {
  const today = londonMoment(now).date;
  const occurrences = timed.flatMap((row) => occurrencesBetween([row], row, monday, addDays(monday, 6)));
  const worth = (row: TimedElement) => occurrenceUnits(row, timed);
  const days = Array.from({ length: 7 }, (_, index): CalendarDay => {
    const date = addDays(monday, index);
    const begun = sessions.filter((session) => londonMoment(session.start_at).date === date);
    const due = occurrences.filter((each) => each.date === date);
    const open = unmatched(due, begun);
    // What lies on a bank holiday or in leave was not due, unless it was worked all the same.
    const counted = due.filter((each) => {
      return each.row.counts_to_balance && (isDue(each, leave) || !open.includes(each));
    });
    const planned = counted.reduce((units, { row }) => units + worth(row), 0);
    const sums = sumsOf(begun, plans);
    const blocks = [
      ...sessions.flatMap((session) => workedBlock(session, date) ?? []),
      ...open.map((each) => plannedBlock(each, worth(each.row), now, leave)),
    ];
    return {
      ...{ date, number: dayOfMonth(date), weekday: weekdayName(date), name: fullDate(date) },
      ...{ today: date === today, weekend: index > 4, blocks: inLanes(blocks) },
      ...{ away: dayWords(timed, leave, date), off: offOn(leave, date) },
      ...{ done: showPa(sums.done), beside: besideWords(sums), planned: counted.length > 0 ? showPa(planned) : null },
      difference: counted.length > 0 && date <= today ? differenceWords(sums.done - planned) : null,
    };
  });
  const blocks = days.flatMap((day) => day.blocks);
  const own = sessions.filter((session) => londonMoment(session.start_at).date >= monday);
  return {
    ...{ monday, heading: weekHeading(monday), past: addDays(monday, 6) < today, leave: leaveOfWeek(leave, monday) },
    ...weekFigures(monday, own, plans),
    copies: copiesInto(monday, today, (date) =>
      sessions.filter(({ start_at }) => londonMoment(start_at).date === date),
    ),
    missing: blocks.filter(({ kind }) => kind === "missing").length,
    firstHour: Math.min(7, ...blocks.map(({ start }) => Math.floor(start / 60))),
    lastHour: Math.max(19, ...blocks.map(({ end }) => Math.ceil(end / 60))),
    days,
  };
}

export type WeekCalendar = ReturnType<typeof weekCalendar>;

/** What no session of its element on its day answers: each session answers one, the nearest in time. */
function unmatched(due: Occurrence<TimedElement>[], begun: readonly CalendarSession[]): Occurrence<TimedElement>[] {
  const left = [...due];
  for (const session of begun) {
    const start = londonMoment(session.start_at).minute;
    const [nearest] = left
      .filter(({ row }) => row.element_ref === session.element_ref)
      .sort((one, other) => Math.abs(one.row.start_minute - start) - Math.abs(other.row.start_minute - start));
    if (nearest) left.splice(left.indexOf(nearest), 1);
  }
  return left;
}

/** By its times; PAs that were typed for the week are shared by its times. */
function occurrenceUnits(row: TimedElement, timed: readonly TimedElement[]): number {
  if (row.stated_pa_units === null) {
    const rules = rulesOfElement(row.pa_rules, row.custom_minutes_per_pa);
    return paUnitsOf(rowWorked(row, rules), rules);
  }
  const ofElement = timed.filter((each) => each.element_ref === row.element_ref);
  const often = ofElement.reduce((sum, each) => sum + timesAWeek(each, each), 0);
  return often === 0 ? 0 : Math.round(row.stated_pa_units / often);
}

function isHoliday(row: TimedElement, date: LondonDate): boolean {
  return isBankDay(date, bankCalendarOf(row.pa_rules));
}

/** A bank holiday of a plan that has its times then, and leave, in words. */
function dayWords(timed: readonly TimedElement[], leave: readonly Away[], date: LondonDate): string | null {
  const isOff = timed.some((row) => holds(row, date) && isHoliday(row, date));
  return [isOff && HOLIDAY, awayWords(leave, date)].filter(Boolean).join("; ") || null;
}

/** A whole day, or the half before or after noon. */
function offOn(leave: readonly Away[], date: LondonDate): Stretch | null {
  const parts = new Set(leave.flatMap((each) => partOn(each, date) ?? []));
  if (parts.size === 0) return null;
  const half = parts.size === 1 && !parts.has("full");
  return { start: half && parts.has("pm") ? 720 : 0, end: half && parts.has("am") ? 720 : 1440 };
}

/** The times of an occurrence as instants. */
function spanOf({ row, date }: Occurrence<TimedElement>) {
  const nextDay = row.end_minute <= row.start_minute;
  return {
    startAt: londonInstant(date, row.start_minute),
    endAt: londonInstant(nextDay ? addDays(date, 1) : date, row.end_minute),
  };
}

function isOff(each: Occurrence<TimedElement>, leave: readonly Away[]): boolean {
  return leave.some((span) => fallsInLeave(spanOf(each), span));
}

function isDue(each: Occurrence<TimedElement>, leave: readonly Away[]): boolean {
  return !isHoliday(each.row, each.date) && !isOff(each, leave);
}

/** The part of a session that is worked on a day; null for none. */
function workedBlock(session: CalendarSession, date: LondonDate): CalendarBlock | null {
  const [midnight, next] = [londonInstant(date), londonInstant(addDays(date, 1))];
  if (session.start_at >= next || session.end_at <= midnight) return null;
  const first = londonMoment(session.start_at);
  const last = londonMoment(session.end_at);
  const begins = first.date === date;
  const { times } = timesText({ startAt: session.start_at, endAt: session.end_at });
  return {
    ...{ key: session.unique_ref, kind: "worked", to: `/logbook/session/${session.unique_ref}/?view=week` },
    ...{ element: session.element, category: session.category },
    times: times.replace(" – ", "–"),
    since: begins ? null : `from ${shortDate(first.date, false)}`,
    pa: begins ? showPa(session.pa_units) : null,
    start: begins ? first.minute : 0,
    end: session.end_at >= next ? 1440 : last.minute,
  };
}

function plannedBlock(
  each: Occurrence<TimedElement>,
  units: number,
  now: number,
  leave: readonly Away[],
): CalendarBlock {
  const { row, date } = each;
  const nextDay = row.end_minute <= row.start_minute;
  const [start, end] = [clockTime(row.start_minute), clockTime(row.end_minute)];
  const over = spanOf(each).endAt <= now;
  const off = isHoliday(row, date) ? "holiday" : isOff(each, leave) ? "leave" : null;
  const asked = new URLSearchParams({ date, element: row.element_ref, start, end, view: "week" });
  return {
    key: `${row.element_ref}-${row.start_minute}`,
    kind: off ?? (over ? "missing" : "planned"),
    to: `/logbook/session/new/?${asked}`,
    ...{ element: row.element, category: row.category, times: `${start}–${end}`, since: null, pa: showPa(units) },
    ...{ start: row.start_minute, end: nextDay ? 1440 : row.end_minute },
  };
}

/** `1.25 over`, `0.50 short`; null for what is as planned. */
function differenceWords(units: number): string | null {
  const shown = showPa(Math.abs(units));
  return shown === "0.00" ? null : `${shown} ${units > 0 ? "over" : "short"}`;
}
