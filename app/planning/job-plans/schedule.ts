import { upperFirst } from "~/platform/letter-case";
import { clockTime } from "~/platform/time/clock-time";
import { dayOfMonth, nameOfWeekday } from "~/platform/time/dates";
import { MINUTE_MS } from "~/platform/time/durations";
import {
  addDays,
  daysBetween,
  earlierOf,
  type LondonDate,
  laterOf,
  londonInstant,
  mondayOf,
  weekday,
} from "~/platform/time/london";
import { isMonthly, type Pattern, RECURRENCES, type Recurrence } from "./elements";
import { type PaRules, type WorkedMinutes, workedMinutes } from "./pa-rules";
import { cycleOf, formatRotaWeeks } from "./rota-weeks";

/** One line of an element's times. An end at or before the start is on the next day. */
export interface ScheduleRow {
  /** ISO weekday, 1 Monday to 7 Sunday. */
  weekday: number;
  start_minute: number;
  end_minute: number;
  recurrence: Recurrence;
  /** Any date of a week in which the row occurs, for every 2 to 4 weeks; of week 1 of a rota. */
  anchor_date: LondonDate | null;
  /** The weeks of a rota in which it occurs, as `2,3,5/8`; only with that recurrence. */
  rota_weeks?: string | null;
}

/** The dates of a plan, both included; `date_end` is null for an open plan. */
export interface PlanDates {
  date_start: LondonDate;
  date_end: LondonDate | null;
}

/** A day, or the last day of a plan that ends before it. */
export function notAfter({ date_end }: Pick<PlanDates, "date_end">, day: LondonDate): LondonDate {
  return date_end === null ? day : earlierOf(date_end, day);
}

/**
 * The Monday of an ordinary week: no clock change in it or after its Sunday night, so that 20:00-08:00 is twelve hours.
 * A constant rather than a week of the plan, so that the same times have the same value in every plan with the same
 * rules, even if Easter is in the plan's first week.
 */
const REFERENCE_MONDAY: LondonDate = "2026-11-16";

export function rowMinutes(row: Pick<ScheduleRow, "start_minute" | "end_minute">): number {
  const length = row.end_minute - row.start_minute;
  return length > 0 ? length : length + 1440;
}

/** The standard and premium minutes of one occurrence of a row in an ordinary week, without bank holidays. */
export function rowWorked(row: ScheduleRow, rules: PaRules): WorkedMinutes {
  const start = londonInstant(addDays(REFERENCE_MONDAY, row.weekday - 1), row.start_minute);
  return workedMinutes(start, start + rowMinutes(row) * MINUTE_MS, { ...rules, bank_holidays_premium: false });
}

/**
 * The average number of occurrences of a row in a week of the plan. Every n weeks: 1/n. The nth weekday of the month: as
 * often as in the year from the plan's start, 12 for the first to fourth, the actual number for the fifth. So the days
 * that are over count the same when the plan is ended, or goes on. Some weeks of a rota: as many of all its weeks.
 */
export function timesAWeek(row: ScheduleRow, { date_start }: Pick<PlanDates, "date_start">): number {
  if (!isMonthly(row.recurrence)) {
    const { weeks, of } = cycleOf(row);
    return weeks.length / of;
  }
  const end = addDays(aYearAfter(date_start), -1);
  const nth = row.recurrence - 20;
  const dates = nth < 5 ? 12 : nthWeekdays(row.weekday, nth, date_start, end).length;
  return dates / ((daysBetween(date_start, end) + 1) / 7);
}

/** The dates from `from` to `to`, both included, that are the nth such weekday of their month. */
export function nthWeekdays(isoWeekday: number, nth: number, from: LondonDate, to: LondonDate): LondonDate[] {
  const dates: LondonDate[] = [];
  const first = addDays(from, (isoWeekday - weekday(from) + 7) % 7);
  for (let date = first; date <= to; date = addDays(date, 7)) {
    if (Math.ceil(dayOfMonth(date) / 7) === nth) dates.push(date);
  }
  return dates;
}

/**
 * The dates from `from` to `to`, both included, on which a row occurs. Every 2 to 4 weeks, and the weeks of a rota, count
 * from the week of its anchor, else from the week in which its plan starts.
 */
export function rowDates(row: ScheduleRow, planStart: LondonDate, from: LondonDate, to: LondonDate): LondonDate[] {
  if (isMonthly(row.recurrence)) return nthWeekdays(row.weekday, row.recurrence - 20, from, to);
  const { weeks, of } = cycleOf(row);
  const every = 7 * of;
  const inWeek1 = addDays(mondayOf(row.anchor_date ?? planStart), row.weekday - 1);
  const dates = weeks.flatMap((week) => {
    const ahead = (every - (daysBetween(addDays(inWeek1, 7 * (week - 1)), from) % every)) % every;
    const ofWeek: LondonDate[] = [];
    for (let date = addDays(from, ahead); date <= to; date = addDays(date, every)) ofWeek.push(date);
    return ofWeek;
  });
  return weeks.length === 1 ? dates : dates.sort();
}

/** A row of a schedule on one of its dates. */
export interface Occurrence<Row extends ScheduleRow = ScheduleRow> {
  row: Row;
  date: LondonDate;
}

/** The occurrences of rows from `from` to `to`, both included, within the dates of their plan; first to last. */
export function occurrencesBetween<Row extends ScheduleRow>(
  rows: readonly Row[],
  plan: PlanDates,
  from: LondonDate,
  to: LondonDate,
): Occurrence<Row>[] {
  const first = laterOf(plan.date_start, from);
  const last = notAfter(plan, to);
  return rows
    .flatMap((row) => rowDates(row, plan.date_start, first, last).map((date) => ({ row, date })))
    .sort((one, other) => one.date.localeCompare(other.date) || one.row.start_minute - other.row.start_minute);
}

/** The same day of the next year; 1 March for a leap day. */
export function aYearAfter(date: LondonDate): LondonDate {
  const next = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
  return date.endsWith("-02-29") ? `${next.slice(0, 4)}-03-01` : next;
}

export function isSameSchedule(one: readonly ScheduleRow[], other: readonly ScheduleRow[]): boolean {
  const rows = (schedule: readonly ScheduleRow[]) =>
    schedule.map(({ weekday, start_minute, end_minute, recurrence, anchor_date, rota_weeks = null }) => {
      return [weekday, start_minute, end_minute, recurrence, anchor_date, rota_weeks];
    });
  return JSON.stringify(rows(one)) === JSON.stringify(rows(other));
}

/** `Fri 08:00–13:00, every 2 weeks`; `Second Tue of the month 08:00–18:00`; `Sun 20:00–08:00 (next day)`. */
export function formatRow(row: ScheduleRow): string {
  const nextDay = row.end_minute <= row.start_minute ? " (next day)" : "";
  const times = `${rowTimes(row)}${nextDay}`;
  const often = formatOften(row);
  if (often === null) return `${shortDay(row)} ${times}`;
  if (!isMonthly(row.recurrence)) return `${shortDay(row)} ${times}, ${often}`;
  return `${upperFirst(often)} ${times}`;
}

/** `08:00–18:00`. */
export function rowTimes(row: ScheduleRow): string {
  return `${clockTime(row.start_minute)}–${clockTime(row.end_minute)}`;
}

/** `every 2 weeks`, `weeks 2, 3 and 5 of 8`, `second Tue of the month`; null for every week, which is not mentioned. */
export function formatOften(row: ScheduleRow): string | null {
  if (row.recurrence === 11) return null;
  if (row.rota_weeks) return `${row.rota_weeks.includes(",") ? "weeks" : "week"} ${formatRotaWeeks(row.rota_weeks)}`;
  if (!isMonthly(row.recurrence)) return RECURRENCES[row.recurrence];
  return `${RECURRENCES[row.recurrence].split(" ")[0]} ${shortDay(row)} of the month`;
}

function shortDay(row: ScheduleRow): string {
  return nameOfWeekday(row.weekday).slice(0, 3);
}

const PATTERN_LABELS: Record<Pattern, string> = {
  fixed_times: "Fixed times",
  flexible_week: "Flexible in the week",
  flexible_year: "Flexible in the year",
  on_call: "On call",
  not_timed: "Not timed",
};

/** The times of an element for a table: its pattern unless it has fixed times, then its rows. */
export function formatWhen(
  element: { pattern: Pattern; occurrences_per_year: number | null },
  rows: ScheduleRow[],
): string[] {
  const lines = rows.map(formatRow);
  if (element.pattern === "fixed_times" && lines.length > 0) return lines;
  const often = element.occurrences_per_year === null ? "" : `, ${element.occurrences_per_year} times a year`;
  return [`${PATTERN_LABELS[element.pattern]}${often}`, ...lines];
}
