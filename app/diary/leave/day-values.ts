import { NATIONAL_RULES, PA_UNITS } from "~/planning/job-plans/pa-rules";
import { plansOn } from "~/planning/job-plans/plan-dates";
import { type PlanDates, rowDates, type ScheduleRow, timesAWeek } from "~/planning/job-plans/schedule";
import { shared, type WeekUnits } from "~/planning/job-plans/weekly";
import { calendarOf, type LocalPublicHoliday, regionOn } from "~/planning/public-holidays/calendar";
import { type BankCalendar, type BankHolidayRegion, isPublicHoliday } from "~/platform/time/bank-holidays";
import { type LondonDate, weekday } from "~/platform/time/london";
import type { LeaveSpan, LeaveTerms } from "./kinds";
import { type DateRange, datesOf } from "./years";

/** What the worth of a day of leave depends on in a plan. */
export interface WorthOfPlan extends PlanDates {
  unique_ref?: string;
  /** PA units of all counted work, by weekday. */
  week: WeekUnits;
  /** The times of its work with fixed times, and the rest of `week`; left out for a plan that is known by its week. */
  fixed_times?: readonly ScheduleRow[];
  untimed?: WeekUnits;
  pa_rules: { bank_holiday_region: BankHolidayRegion; standard_minutes_per_pa: number };
}

/** The kind and worth of a user's days, by the plans that cover them and their bank holidays. */
export interface DayValues {
  isPublicHoliday(date: LondonDate): boolean;
  /** Whether a day off on this date takes a day, unless it is a bank holiday: see `isWorkday`. */
  isWorkday(date: LondonDate): boolean;
  /** Days of work in an average week of the plans that cover this date: 5 of full time, 3 from Monday to Wednesday. */
  workdaysAWeek(date: LondonDate): number;
  /** PA units that all plans count on this date, be it a bank holiday or not. */
  unitsOfWork(date: LondonDate): number;
  /** PA units that all plans count on this date; none on a bank holiday. */
  paUnits(date: LondonDate): number;
  /** Hundredths of an hour that PA units of this date take, by the hours a PA of its plans. */
  hoursOf(date: LondonDate, units: number): number;
  /** Hundredths of an hour of an average week of the plans that cover this date. */
  hoursAWeek(date: LondonDate): number;
  /** Whether annual leave on this date is counted in hours; left out where nobody asks. */
  takesHours?(date: LondonDate): boolean;
  /** Whether any plan covers this date; without one a day has no worth in PAs. */
  isPlanned(date: LondonDate): boolean;
}

/** Makes the values of days; `regionOn` determines whose bank holidays apply on each. */
export function dayValuesOf(plans: readonly WorthOfPlan[], local: readonly LocalPublicHoliday[]): DayValues {
  const calendars = new Map<BankHolidayRegion, BankCalendar>();
  const calendarOn = (date: LondonDate) => {
    const region = regionOn(plans, date);
    const calendar = calendars.get(region) ?? calendarOf(region, local);
    calendars.set(region, calendar);
    return calendar;
  };
  const working = plans.filter(saysWork).map(workingPlan);
  const unitsOfWork = (date: LondonDate) => sumOf(plansOn(plans, date).map(({ week }) => week[weekday(date) - 1] ?? 0));
  return {
    isPublicHoliday: (date) => isPublicHoliday(date, calendarOn(date)),
    isWorkday: (date) => isWorkday(date, plansOn(working, date)),
    workdaysAWeek: (date) => workdaysAWeek(plansOn(working, date)),
    unitsOfWork,
    paUnits: (date) => (isPublicHoliday(date, calendarOn(date)) ? 0 : unitsOfWork(date)),
    hoursOf: (date, units) => inHours(units, minutesPerPa(plansOn(plans, date), date)),
    hoursAWeek: (date) =>
      sumOf(plansOn(plans, date).map(({ week, pa_rules }) => inHours(sumOf(week), pa_rules.standard_minutes_per_pa))),
    isPlanned: (date) => plansOn(plans, date).length > 0,
  };
}

/** The values of days of somebody without a plan: each day from Monday to Friday is a day of work. */
export const WITHOUT_PLANS = dayValuesOf([], []);

/** The mean of a value over the days of a range that a plan covers; over all of them if none does. */
export function meanOfPlanned(value: (date: LondonDate) => number, range: DateRange, values: DayValues): number {
  const dates = datesOf(range);
  const planned = dates.filter(values.isPlanned);
  const each = (planned.length > 0 ? planned : dates).map(value);
  return sumOf(each) / each.length;
}

/** One date of a leave, with what it takes in half days and PA units. */
export interface WorthOfDate {
  date: LondonDate;
  /** Half days off: 1 for half a day. */
  off: 1 | 2;
  /** Half days that count against an entitlement: none on a day without planned work or on a bank holiday. */
  halves: 0 | 1 | 2;
  units: number;
  /** Those PAs in hundredths of an hour, not rounded. */
  hours: number;
}

/**
 * The worth of each date of a leave: the plans' PAs on that day, half of them for half a day, rounded once per day. PAs
 * that the user stated instead are divided among its days that count, or among all of them if none does.
 */
export function worthByDate(leave: LeaveTerms, values: DayValues): WorthOfDate[] {
  const dates = leaveDates(leave).map(({ date, halves: off }) => {
    const units = Math.round((values.paUnits(date) * off) / 2);
    const isCounted = values.isWorkday(date) && !values.isPublicHoliday(date);
    return { date, off, halves: isCounted ? off : (0 as const), units, hours: values.hoursOf(date, units) };
  });
  if (leave.stated_pa_units === null) return dates;
  const counted = dates.filter(({ halves }) => halves > 0);
  const sharing = counted.length > 0 ? counted : dates;
  const shares = shared(leave.stated_pa_units, sharing.length);
  return dates.map((each) => {
    const units = shares[sharing.indexOf(each)] ?? 0;
    return { ...each, units, hours: values.hoursOf(each.date, units) };
  });
}

/** An amount in half days, in PA units and in hundredths of an hour. */
export interface Worth {
  halves: number;
  units: number;
  hours: number;
}

export const NOTHING: Worth = { halves: 0, units: 0, hours: 0 };

export function sumOfWorth(each: readonly Worth[]): Worth {
  const of = (name: keyof Worth) => sumOf(each.map((worth) => worth[name]));
  return { halves: of("halves"), units: of("units"), hours: of("hours") };
}

/** The total worth of a leave. */
export function worthOf(leave: LeaveTerms, values: DayValues): Worth {
  return sumOfWorth(worthByDate(leave, values));
}

/** Every date of a leave, including weekends and bank holidays, with the half days off. */
export function leaveDates({ date_start, date_end, start_part, end_part }: LeaveSpan) {
  return datesOf({ begins: date_start, ends: date_end }).map((date): { date: LondonDate; halves: 1 | 2 } => {
    const isHalf = (date === date_start && start_part !== "full") || (date === date_end && end_part !== "full");
    return { date, halves: isHalf ? 1 : 2 };
  });
}

/**
 * A plan that says what work there is, with the days from Monday to Friday that have some. They are calculated once: a
 * page asks for each day of a year.
 */
interface WorkingPlan extends WorthOfPlan {
  /** How often each is a day of work: 0.5 for every second week. */
  workdays: readonly number[];
  /** Whether work without times makes each one. */
  hasUntimedWork: readonly boolean[];
}

/**
 * Whether a date is a day of work, of which leave takes one: from Monday to Friday a day on which the plans have work.
 * Every such weekday if no plan says what work there is.
 */
function isWorkday(date: LondonDate, plans: readonly WorkingPlan[]): boolean {
  if (weekday(date) > 5) return false;
  return plans.length === 0 || plans.some((plan) => hasWorkOn(plan, date));
}

function workdaysAWeek(plans: readonly WorkingPlan[]): number {
  if (plans.length === 0) return WORKDAYS.length;
  return sumOf(WORKDAYS.map((_, at) => Math.min(1, sumOf(plans.map(({ workdays }) => workdays[at] ?? 0)))));
}

const WORKDAYS = [1, 2, 3, 4, 5];

/** Minutes a PA on a date: of several plans each has its own for its work; without work that day, those of the first. */
function minutesPerPa(plans: readonly WorthOfPlan[], date: LondonDate): number {
  const work = plans.map(({ week }) => week[weekday(date) - 1] ?? 0);
  const minutes = plans.map(({ pa_rules }) => pa_rules.standard_minutes_per_pa);
  if (sumOf(work) === 0) return minutes[0] ?? NATIONAL_RULES.england.standard_minutes_per_pa;
  return sumOf(minutes.map((each, at) => each * (work[at] ?? 0))) / sumOf(work);
}

/** PA units in hundredths of an hour. */
function inHours(units: number, minutesPerPa: number): number {
  return (units * minutesPerPa * 100) / (60 * PA_UNITS);
}

function saysWork({ week }: WorthOfPlan): boolean {
  return week.some((units) => units > 0);
}

function hasWorkOn(plan: WorkingPlan, date: LondonDate): boolean {
  const onDate = (plan.fixed_times ?? []).filter((row) => row.weekday === weekday(date));
  if (onDate.some((row) => rowDates(row, plan.date_start, date, date).length > 0)) return true;
  return plan.hasUntimedWork[weekday(date) - 1] ?? false;
}

/** Full time is ten PAs in five days. */
const UNITS_PER_DAY = 2 * PA_UNITS;

/**
 * Work without times is spread over Monday to Friday, though whoever works three days does it on these: it makes days of
 * work only where the fixed times fill fewer days than the plan's PAs would.
 */
function workingPlan(plan: WorthOfPlan): WorkingPlan {
  const { week, untimed = week, fixed_times = [] } = plan;
  const timed = WORKDAYS.map((day) => {
    const rows = fixed_times.filter((row) => row.weekday === day);
    return Math.min(1, sumOf(rows.map((row) => timesAWeek(row, plan))));
  });
  const timedDays = sumOf(timed);
  const usualDays = Math.min(WORKDAYS.length, Math.floor(sumOf(week) / UNITS_PER_DAY));
  const makesDays = timedDays === 0 || timedDays < usualDays;
  const hasUntimedWork = WORKDAYS.map((day) => makesDays && (untimed[day - 1] ?? 0) > 0);
  return { ...plan, hasUntimedWork, workdays: timed.map((times, at) => (hasUntimedWork[at] ? 1 : times)) };
}

function sumOf(each: readonly number[]): number {
  return each.reduce((sum, one) => sum + one, 0);
}
