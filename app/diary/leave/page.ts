import { lockOf } from "~/diary/locks/rules";
import { showPa } from "~/planning/job-plans/pa-rules";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { shownPaUnits } from "~/planning/job-plans/shown-units";
import { shortMoney } from "~/platform/money";
import { BANK_HOLIDAYS_KNOWN_FROM, formatUnknownBankHolidays } from "~/platform/time/bank-holidays";
import { longDate } from "~/platform/time/dates";
import { type LondonDate, weekday } from "~/platform/time/london";
import { calendarOfYear } from "./calendar";
import { worthOf } from "./day-values";
import { amountOf, entitledFrom, isInHours, termsOf } from "./entitlement";
import { leaveFigures, showAmounts, showAnnualAmounts, weeklyUnitsOf } from "./figures";
import { LEAVE_MARKS, LEAVE_TYPES, type LeaveType } from "./kinds";
import type { ReadLeaveYear } from "./queries.server";
import { formatSpan, nameOfLeave } from "./rules";
import { STUDY_TYPES, threeYearsTo } from "./study";
import { datesOf, hasDayIn, isLeaveYear, type LeaveYear, leaveYear } from "./years";

/** Number of years to choose from before and after the one that is shown. */
const YEARS_AROUND = 2;

/** All data of a leave year's page. */
export function leavePage(read: ReadLeaveYear) {
  const { year, settings, values } = read;
  const weekly = weeklyUnitsOf(read);
  const show = showAmounts(settings.shown_first, weekly);
  const showAnnual = showAnnualAmounts(read, weekly);
  const leave = read.leave.filter((each) => hasDayIn(year, each));
  return {
    ...leaveFigures(read, weekly),
    /** `1 April 2026 to 31 March 2027`. */
    dates: dateRange({ date_start: year.begins, date_end: year.ends }),
    year: year.year,
    label: year.label,
    /** The leave year of today. */
    current: read.current.year,
    years: yearsAround(year, settings.year_start, read.yearRows),
    notes: [...notesOf(read, weekly), ...(areRounded(leave, values) ? [ROUNDED_NOTE] : [])],
    months: calendarOfYear(year, leave, values, isInHours(termsOf(year, read.yearRows))),
    legend: legendOf(leave),
    today: read.today,
    lines: leave.map((each) => ({
      unique_ref: each.unique_ref,
      dates: formatSpan(each),
      name: nameOfLeave(each),
      /** The label of its type, if it has a name of its own; else null. */
      type: each.name ? LEAVE_TYPES[each.type] : null,
      status: each.status,
      locked: lockOf(read.locks, each.date_start, each.date_end) !== null,
      amount: (each.type === "annual" ? showAnnual : show)(amountOf(worthOf(each, values))),
      /** The cost of study leave, if recorded. */
      cost: each.study_cost_pence === null ? null : shortMoney(each.study_cost_pence),
    })),
  };
}

export type LeavePage = ReturnType<typeof leavePage>;

function yearsAround({ year }: LeaveYear, yearStart: string, saved: ReadLeaveYear["yearRows"]) {
  const years = Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, at) => year - YEARS_AROUND + at);
  const there = years.filter(isLeaveYear);
  return there.map((each) => ({ year: each, label: leaveYear(each, yearStart, saved).label }));
}

/** Notes on how the figures are calculated. */
function notesOf(read: ReadLeaveYear, weekly: number | null): string[] {
  const { year, values } = read;
  const days = datesOf(year).filter(values.isPublicHoliday).length;
  const terms = termsOf(year, read.yearRows);
  const notes = [
    (isInHours(terms) ? HOURS_NOTES : DAYS_NOTES)(weekly),
    terms.bank_holidays === "in_proportion"
      ? "Your part of the bank holidays is added to your annual leave, and each on a day of work is taken from it."
      : `${days} bank ${days === 1 ? "holiday" : "holidays"} in this leave year do not use up leave.`,
  ];
  const from = entitledFrom(year, terms, read.plans);
  if (from !== year.begins && !terms.post_begins) {
    notes.push(
      `Your entitlement is from ${longDate(from)}, the first day of your first job plan. If your post began before that day, enter its first day in the leave settings.`,
    );
  }
  const part = partOfWeek(read);
  if (part !== null) notes.push(part);
  const unknown = formatUnknownBankHolidays(firstCounted(read), year.ends);
  return unknown === null ? notes : [...notes, unknown];
}

/** How a day off is counted, by the PA units a week of the year’s plans; null without one. */
type WorthNote = (weekly: number | null) => string;

const DAYS_NOTES: WorthNote = (weekly) =>
  weekly === null
    ? "No job plan covers this year, so leave is counted in days only."
    : `A day off uses the PAs that your job plan has on that day. Your entitlement in PAs is based on the ${showPa(weekly)} PA a week of the year’s plans.`;

const HOURS_NOTES: WorthNote = (weekly) =>
  weekly === null
    ? "No job plan covers this year, so Daybook cannot tell how many hours a day off uses."
    : `A day off uses the hours of the PAs that your job plan has on that day. The year’s plans have ${showPa(weekly)} PA a week.`;

/**
 * A note where the days a week that the plan has work on are not the part of full time that the entitlement is for: a
 * day of leave is then no longer one of the days that the entitlement counts. Null where they are alike, or no plan is.
 */
function partOfWeek({ year, values, yearRows }: ReadLeaveYear): string | null {
  const weekdays = datesOf(year).filter((date) => weekday(date) <= 5 && values.isPlanned(date));
  const terms = termsOf(year, yearRows);
  const { fraction_hundredths } = terms;
  const hundredths = Math.round((100 * weekdays.filter(values.isWorkday).length) / weekdays.length);
  const isAlike = Math.abs(hundredths - fraction_hundredths) < APART_HUNDREDTHS;
  if (weekdays.length === 0 || isInHours(terms) || isAlike) return null;
  const days = `${Number((hundredths / 20).toFixed(1))} ${hundredths === 20 ? "day" : "days"} a week`;
  return `Your job plan has work on ${days}. If that is your whole week, enter ${hundredths / 100} as the part of full time in the leave settings: days off are counted in days of that week.`;
}

/** Less than half a day a fortnight is no other week. */
const APART_HUNDREDTHS = 5;

/**
 * First date whose bank holidays matter. Study leave is counted over three years, but years before the tables of bank
 * holidays begin matter only if there is study leave in them.
 */
function firstCounted({ year, leave, settings, yearRows }: ReadLeaveYear): LondonDate {
  const three = threeYearsTo(year, settings.year_start, yearRows);
  const isEarly = ({ type, status, date_start, date_end }: ReadLeaveYear["leave"][number]) =>
    STUDY_TYPES.includes(type) &&
    status !== "cancelled" &&
    date_start < BANK_HOLIDAYS_KNOWN_FROM &&
    date_end >= three.begins;
  return leave.some(isEarly) ? three.begins : year.begins;
}

const ROUNDED_NOTE = "Figures are rounded to 2 decimals, so those of the list may not add up exactly to the totals.";

/** Whether the PAs of more than one leave are rounded: what one is rounded by is in its total too. */
function areRounded(leave: ReadLeaveYear["leave"], values: ReadLeaveYear["values"]): boolean {
  const units = leave.filter(({ status }) => status !== "cancelled").map((each) => worthOf(each, values).units);
  return units.filter((each) => shownPaUnits(each) !== each).length > 1;
}

function legendOf(leave: ReadLeaveYear["leave"]) {
  const shown = leave.filter(({ status }) => status !== "cancelled");
  const types = (Object.keys(LEAVE_TYPES) as LeaveType[]).filter((type) => shown.some((each) => each.type === type));
  return types.map((type) => ({ ...LEAVE_MARKS[type], name: LEAVE_TYPES[type] }));
}
