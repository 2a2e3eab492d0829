import { type LeaveYear, leaveYear, leaveYearOf } from "~/diary/leave/years";
import type { LondonDate } from "~/platform/time/london";

/** The year of appraisal: it begins with the first of a month of one's own, and is named as a leave year is. */
export type AppraisalYear = LeaveYear;

/** @param month of the profile, 1 to 12 */
export function appraisalYear(year: number, month: number): AppraisalYear {
  return leaveYear(year, firstOf(month));
}

export function appraisalYearOf(date: LondonDate, month: number): AppraisalYear {
  return leaveYearOf(date, firstOf(month));
}

function firstOf(month: number): string {
  return `${String(month).padStart(2, "0")}-01`;
}
