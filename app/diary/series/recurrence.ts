import { RECURRENCES, type Recurrence } from "~/planning/job-plans/elements";
import { bankCalendarOf } from "~/planning/job-plans/pa-rules";
import { includesDate, planInForce } from "~/planning/job-plans/plan-dates";
import { formatRotaWeeks, ROTA_WEEKS_MESSAGE } from "~/planning/job-plans/rota-weeks";
import { aYearAfter, rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import { skippedTime } from "~/platform/time/ambiguous-time";
import { type BankCalendar, isPublicHoliday } from "~/platform/time/bank-holidays";
import { formatCounted } from "~/platform/time/counted";
import { longDate, shortDate, weekdayName } from "~/platform/time/dates";
import { addDays, type LondonDate, weekday } from "~/platform/time/london";
import { findElement, outsidePlanMessage, type PlanChoice } from "../sessions/element-choices";
import { rulesWithoutPlan } from "../sessions/rules";
import { DATE_MESSAGE } from "../sessions/times";

/** Most sessions of one series. */
export const MAX_SERIES_SESSIONS = 400;

export const WEEKLY = ["11", "12", "13", "14"] as const;
export const MONTHLY = ["21", "22", "23", "24", "25"] as const;

export const REPEAT_TYPES = ["weekly", "monthly", "rota"] as const;
type RepeatType = (typeof REPEAT_TYPES)[number];

/** The recurrence options of a session's form, as chosen so far (specification 3.7). */
export interface RepeatChoice {
  /** Date of the first session. */
  date: LondonDate;
  elementRef: string;
  type: RepeatType | null;
  /** 11 to 14, 21 to 25. */
  selected: string | null;
  /** The weeks of a rota, as `2,3,5/8`, and a date of its week 1. */
  rotaWeeks: string | null;
  rotaStart: LondonDate | null;
  until: "end" | "date" | null;
  untilDate: LondonDate | null;
  skipBankHolidays: boolean;
  /** Start of each session in minutes of London's clock; null while it is not typed. */
  start: number | null;
  /** Whether the session of a date would fall in leave that is left out; undefined when leave is not left out. */
  isAway?: ((date: LondonDate) => boolean) | undefined;
}

export interface Series {
  ok: true;
  dates: LondonDate[];
  /** Bank holidays on which there would be a session. */
  skipped: LondonDate[];
  /** Days of leave on which there would be a session. */
  away: LondonDate[];
  /** Days on which the clocks skip its start, and that are left out. */
  unstarted: LondonDate[];
  /** Messages about where the series differs from what one might expect. */
  notes: string[];
}

type PlannedSeries = Series | { ok: false; errors: Record<string, string> };

/** Returns the dates of a series, or the errors in its options. Page and server both use it. */
export function plannedSeries(choice: RepeatChoice, plans: readonly PlanChoice[]): PlannedSeries {
  const often = howOften(choice);
  if ("errors" in often) return refused(often.errors);
  const tagged = choice.elementRef ? findElement(plans, choice.elementRef) : null;
  if (tagged && !includesDate(tagged.plan, choice.date)) {
    return refused({ job_plan_element_unique_ref: outsidePlanMessage(tagged) });
  }
  const plan = tagged?.plan ?? planInForce(plans, choice.date) ?? null;
  const last = lastDateOf(choice, plan);
  if (typeof last === "object") return refused(last);
  const rules = plan?.pa_rules ?? rulesWithoutPlan(plans);
  const skips = choice.skipBankHolidays ? bankCalendarOf(rules) : null;
  const all = datesOf(often, choice.date, last);
  const { dates: worked, skipped } = withoutBankHolidays(all, skips);
  const { isAway = () => false } = choice;
  // For the date in the form, the field of its start reports it.
  const hasNoStart = (date: LondonDate) => date !== choice.date && skippedTime(date, choice.start ?? 0) !== null;
  const unstarted = worked.filter(hasNoStart);
  const started = worked.filter((date) => !hasNoStart(date));
  const dates = started.filter((date) => !isAway(date));
  const field = choice.until === "date" ? "recurringChoice_until_date" : "recurringChoice_until";
  if (dates.length < 2) return refused({ [field]: tooFew(dates, last) });
  if (dates.length > MAX_SERIES_SESSIONS) {
    const fits = longDate(dates[MAX_SERIES_SESSIONS - 1] as LondonDate);
    const message = `A series can have ${MAX_SERIES_SESSIONS} sessions at most; this one would have ${dates.length}. Choose a date up to ${fits}`;
    return refused({ [field]: message });
  }
  const away = started.filter(isAway);
  return { ok: true, dates, skipped, away, unstarted, notes: laterStart(choice.date, all[0], often) };
}

type HowOften = Pick<ScheduleRow, "recurrence"> & Partial<Pick<ScheduleRow, "anchor_date" | "rota_weeks">>;

/** The dates from `first` to `last` of a recurrence, on the weekday of `first`. */
export function datesOf(often: HowOften, first: LondonDate, last: LondonDate): LondonDate[] {
  const times = { start_minute: 0, end_minute: 0 };
  return rowDates({ ...times, anchor_date: null, ...often, weekday: weekday(first) }, first, first, last);
}

/** Splits dates by bank holidays. @param calendar null: bank holidays are kept in */
export function withoutBankHolidays(all: readonly LondonDate[], calendar: BankCalendar | null) {
  const isOff = (date: LondonDate) => calendar !== null && isPublicHoliday(date, calendar);
  return { dates: all.filter((date) => !isOff(date)), skipped: all.filter(isOff) };
}

function howOften({
  type,
  selected,
  rotaWeeks,
  rotaStart,
}: RepeatChoice): HowOften | { errors: Record<string, string> } {
  if (type === null) return { errors: { recurringChoice_type: "Choose weekly or monthly" } };
  if (type === "rota") {
    if (rotaWeeks === null) return { errors: { recurringChoice_rota_weeks: ROTA_WEEKS_MESSAGE } };
    if (rotaStart === null) return { errors: { recurringChoice_rota_start: "Enter any date in week 1 of the rota" } };
    return { recurrence: 31, rota_weeks: rotaWeeks, anchor_date: rotaStart };
  }
  const codes: readonly string[] = type === "weekly" ? WEEKLY : MONTHLY;
  if (selected !== null && codes.includes(selected)) return { recurrence: Number(selected) as Recurrence };
  const message = type === "weekly" ? "Choose how many weeks apart" : "Choose which week of the month";
  return { errors: { recurringChoice_selected: message } };
}

/** Returns the last day that a series may reach, or the errors, by field name. */
function lastDateOf(
  { date, until, untilDate }: RepeatChoice,
  plan: PlanChoice | null,
): LondonDate | Record<string, string> {
  const limit = plan?.date_end ?? addDays(aYearAfter(date), -1);
  if (until === null) return { recurringChoice_until: "Choose how long it repeats" };
  if (until === "end") {
    if (plan) return limit;
    return { recurringChoice_until: `No job plan covers ${shortDate(date)}. Choose the date until which it repeats` };
  }
  if (untilDate === null) return { recurringChoice_until_date: DATE_MESSAGE };
  if (untilDate <= date) {
    return { recurringChoice_until_date: `Choose a date after ${longDate(date)}, when the first session is` };
  }
  if (untilDate <= limit) return untilDate;
  const upTo = `Choose a date up to ${longDate(limit)}`;
  if (plan === null) return { recurringChoice_until_date: `Without a job plan a session repeats for a year. ${upTo}` };
  const why = plan.date_end === null ? "has no end, so that a session repeats for a year" : "ends before that";
  return { recurringChoice_until_date: `${plan.title} ${why}. ${upTo}` };
}

function tooFew(dates: readonly LondonDate[], last: LondonDate): string {
  const only = dates[0] ? `only ${shortDate(dates[0])} is left` : "no date is left";
  return `Up to ${longDate(last)} ${only}. Choose a later date, or clear ‘Recurring’`;
}

function laterStart(asked: LondonDate, first: LondonDate | undefined, often: HowOften): string[] {
  if (first === undefined || first === asked) return [];
  const nth = `the ${RECURRENCES[often.recurrence].split(" ")[0]} ${weekdayName(asked)} of its month`;
  const not = often.rota_weeks ? `in weeks ${formatRotaWeeks(often.rota_weeks)}` : nth;
  return [`${shortDate(asked)} is not ${not}, so the first session is on ${shortDate(first)}`];
}

function refused(errors: Record<string, string>) {
  return { ok: false as const, errors };
}

/** `21 sessions, from Tue 17 Nov 2026 to Tue 6 Apr 2027`. */
export function formatSeries(dates: readonly LondonDate[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return "No sessions";
  if (dates.length === 1) return `1 session, on ${shortDate(first)}`;
  return `${dates.length} sessions, from ${shortDate(first)} to ${shortDate(last)}`;
}

const MAX_NAMED = 3;

/** `2 bank holidays are left out: Fri 25 Dec 2026, Fri 1 Jan 2027`; null for none. */
export function formatSkipped(skipped: readonly LondonDate[]): string | null {
  return formatLeftOut(skipped, formatCounted(skipped.length, "bank holiday is", "bank holidays are"));
}

/** `2 days of leave are left out: Tue 15 Dec 2026, Tue 22 Dec 2026`; null for none. */
export function formatLeaveSkipped(away: readonly LondonDate[]): string | null {
  return formatLeftOut(away, formatCounted(away.length, "day of leave is", "days of leave are"));
}

/** `1 day is left out, when the clocks go forward over the start: Sun 28 Mar 2027`; null for none. */
export function formatSkippedStarts(unstarted: readonly LondonDate[]): string | null {
  const many = formatCounted(unstarted.length, "day is", "days are");
  return formatLeftOut(unstarted, many, ", when the clocks go forward over the start");
}

function formatLeftOut(dates: readonly LondonDate[], many: string, why = ""): string | null {
  if (dates.length === 0) return null;
  const named = dates.slice(0, MAX_NAMED).map((date) => shortDate(date));
  const more = dates.length > MAX_NAMED ? ` and ${dates.length - MAX_NAMED} more` : "";
  return `${many} left out${why}: ${named.join(", ")}${more}`;
}

/** Dates for reading, with the days of each month in a line: `November 2026` and `17, 24`. */
export function byMonth(dates: readonly LondonDate[]) {
  const months = new Map<string, string[]>();
  for (const date of dates) {
    const [day = "", ...month] = longDate(date).split(" ");
    const name = month.join(" ");
    months.set(name, [...(months.get(name) ?? []), day]);
  }
  return [...months].map(([month, days]) => ({ month, days: days.join(", ") }));
}
