import { type BankCalendar, isPublicHoliday } from "~/platform/time/bank-holidays";
import { addDays, type LondonDate, weekday } from "~/platform/time/london";
import type { LeaveSpan } from "./kinds";

/** One date of a leave, and how much of it is off. */
export interface LeaveDate {
  date: LondonDate;
  halves: 1 | 2;
}

/** Every date of a leave, weekends and bank holidays included. */
export function leaveDates(span: LeaveSpan): LeaveDate[] {
  const dates: LeaveDate[] = [];
  for (let date = span.date_start; date <= span.date_end; date = addDays(date, 1)) {
    const half =
      (date === span.date_start && span.start_part !== "full") || (date === span.date_end && span.end_part !== "full");
    dates.push({ date, halves: half ? 1 : 2 });
  }
  return dates;
}

/** Whether a date of leave takes from the days of an entitlement: Monday to Friday, and no bank holiday. */
export function isLeaveDay(date: LondonDate, calendar: BankCalendar): boolean {
  return weekday(date) <= 5 && !isPublicHoliday(date, calendar);
}
