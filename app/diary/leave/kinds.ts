/** Types and statuses of leave, in the words of rota offices. */

export const LEAVE_TYPES = {
  annual: "Annual leave",
  study: "Study leave",
  professional: "Professional leave",
  sick: "Sick leave",
  toil: "Time off in lieu",
  bank_holiday: "Bank holiday off",
  lieu: "Bank holiday in lieu",
  parental: "Parental leave",
  compassionate: "Compassionate leave",
  carer: "Carer's leave",
  jury: "Jury service",
  unpaid: "Unpaid leave",
  industrial_action: "Industrial action",
  other: "Other leave",
} as const;

export type LeaveType = keyof typeof LEAVE_TYPES;

export function isLeaveType(text: string): text is LeaveType {
  return Object.hasOwn(LEAVE_TYPES, text);
}

export const LEAVE_STATUSES = {
  planned: "Planned",
  requested: "Requested",
  approved: "Approved",
  taken: "Taken",
  cancelled: "Cancelled",
} as const;

export type LeaveStatus = keyof typeof LEAVE_STATUSES;

export type DayPart = "full" | "am" | "pm";

/** Days off, both dates included. For a single day `start_part` gives the half, and `end_part` is `full`. */
export interface LeaveSpan {
  date_start: string;
  date_end: string;
  start_part: DayPart;
  end_part: DayPart;
}

/** The part of a leave that figures and effects depend on. */
export interface LeaveTerms extends LeaveSpan {
  unique_ref: string;
  type: LeaveType;
  status: LeaveStatus;
  /** PA units stated by the user; null for the worth of its days by the job plan. */
  stated_pa_units: number | null;
}

/**
 * Whether leave is approved or taken. Only such leave greys the diary and lowers the expected work; other leave is
 * planned, requested or cancelled.
 */
export function isGranted({ status }: Pick<LeaveTerms, "status">): boolean {
  return status === "approved" || status === "taken";
}

/**
 * Whether leave of a type lowers the expected work. Time in lieu does not: the work that it compensates was counted
 * when it was done, and would be counted twice.
 */
export function lowersExpected(type: LeaveType): boolean {
  return type !== "toil" && type !== "lieu";
}

/** Most days of one leave. It limits how far before a stretch a query must look for leave that reaches into it. */
export const MAX_LEAVE_DAYS = 366;

/** Colours of types; types with the same colour differ by their letters. */
export type LeaveTone = "annual" | "study" | "sick" | "other";

/** How a day of each type is shown in the calendar of the year. */
export const LEAVE_MARKS: Record<LeaveType, { letter: string; tone: LeaveTone }> = {
  annual: { letter: "A", tone: "annual" },
  study: { letter: "S", tone: "study" },
  professional: { letter: "P", tone: "study" },
  sick: { letter: "K", tone: "sick" },
  toil: { letter: "T", tone: "other" },
  bank_holiday: { letter: "B", tone: "other" },
  lieu: { letter: "L", tone: "other" },
  parental: { letter: "F", tone: "other" },
  compassionate: { letter: "C", tone: "other" },
  carer: { letter: "D", tone: "other" },
  jury: { letter: "J", tone: "other" },
  unpaid: { letter: "U", tone: "other" },
  industrial_action: { letter: "I", tone: "other" },
  other: { letter: "O", tone: "other" },
};
