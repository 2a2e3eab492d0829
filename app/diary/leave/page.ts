import { showPa } from "~/planning/job-plans/pa-rules";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { shortMoney } from "~/platform/money";
import { BANK_HOLIDAYS_KNOWN_FROM, formatUnknownBankHolidays } from "~/platform/time/bank-holidays";
import type { LondonDate } from "~/platform/time/london";
import { calendarOfYear } from "./calendar";
import { worthOf } from "./day-values";
import { amountOf, STUDY_TYPES, threeYearsTo } from "./entitlement";
import { leaveFigures, showAmounts, weeklyUnitsOf } from "./figures";
import { LEAVE_MARKS, LEAVE_TYPES, type LeaveType } from "./kinds";
import type { ReadLeaveYear } from "./queries.server";
import { formatSpan, nameOfLeave } from "./rules";
import { datesOf, FIRST_LEAVE_YEAR, LAST_LEAVE_YEAR, type LeaveYear, leaveYear } from "./years";

/** Years to choose from on each side of the one that is shown. */
const YEARS_AROUND = 2;

/** All that the page of a leave year says. */
export function leavePage(read: ReadLeaveYear) {
  const { year, settings, values } = read;
  const weekly = weeklyUnitsOf(read);
  const show = showAmounts(settings.shown_first, weekly);
  const leave = read.leave.filter(({ date_start, date_end }) => date_start <= year.ends && date_end >= year.begins);
  return {
    ...leaveFigures(read, weekly),
    /** `1 April 2026 to 31 March 2027`. */
    dates: dateRange({ date_start: year.begins, date_end: year.ends }),
    year: year.year,
    label: year.label,
    /** The year of today. */
    current: read.current.year,
    years: yearsAround(year, settings.year_start),
    notes: notesOf(read, weekly),
    months: calendarOfYear(year, leave, values),
    legend: legendOf(leave),
    today: read.today,
    lines: leave.map((each) => ({
      unique_ref: each.unique_ref,
      dates: formatSpan(each),
      name: nameOfLeave(each),
      /** Of its type, where it has a name of its own. */
      type: each.name ? LEAVE_TYPES[each.type] : null,
      status: each.status,
      amount: show(amountOf(worthOf(each, values))),
      /** Of study. */
      cost: each.study_cost_pence === null ? null : shortMoney(each.study_cost_pence),
    })),
  };
}

export type LeavePage = ReturnType<typeof leavePage>;

function yearsAround({ year }: LeaveYear, yearStart: string): { year: number; label: string }[] {
  const years = Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, at) => year - YEARS_AROUND + at);
  const there = years.filter((each) => each >= FIRST_LEAVE_YEAR && each <= LAST_LEAVE_YEAR);
  return there.map((each) => ({ year: each, label: leaveYear(each, yearStart).label }));
}

/** What the figures rest on. */
function notesOf(read: ReadLeaveYear, weekly: number | null): string[] {
  const { year, values } = read;
  const days = datesOf(year).filter(values.isPublicHoliday).length;
  const notes = [
    weekly === null
      ? "No job plan covers this year, so leave is counted in days only."
      : `A day off uses the PAs that your job plan has on that day. Your entitlement in PAs is based on the ${showPa(weekly)} PA a week of the year’s plans.`,
    `${days} bank ${days === 1 ? "holiday" : "holidays"} in this leave year do not use up leave.`,
  ];
  const unknown = formatUnknownBankHolidays(firstCounted(read), year.ends);
  return unknown === null ? notes : [...notes, unknown];
}

/** Study leave counts by three years: of those before the tables begin, only where there is some of it. */
function firstCounted({ year, leave, settings }: ReadLeaveYear): LondonDate {
  const three = threeYearsTo(year, settings.year_start);
  const isEarly = ({ type, status, date_start, date_end }: ReadLeaveYear["leave"][number]) =>
    STUDY_TYPES.includes(type) &&
    status !== "cancelled" &&
    date_start < BANK_HOLIDAYS_KNOWN_FROM &&
    date_end >= three.begins;
  return leave.some(isEarly) ? three.begins : year.begins;
}

function legendOf(leave: ReadLeaveYear["leave"]) {
  const shown = leave.filter(({ status }) => status !== "cancelled");
  const types = (Object.keys(LEAVE_TYPES) as LeaveType[]).filter((type) => shown.some((each) => each.type === type));
  return types.map((type) => ({ ...LEAVE_MARKS[type], name: LEAVE_TYPES[type] }));
}
