/** The words of leave, as a rota office uses them. */

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

export const LEAVE_STATUSES = {
  planned: "Planned",
  requested: "Requested",
  approved: "Approved",
  taken: "Taken",
  cancelled: "Cancelled",
} as const;

export type LeaveStatus = keyof typeof LEAVE_STATUSES;

export type DayPart = "full" | "am" | "pm";

/** Days off, both dates included. Of a single day `start_part` says which half; `end_part` is then `full`. */
export interface LeaveSpan {
  date_start: string;
  date_end: string;
  start_part: DayPart;
  end_part: DayPart;
}

/** What figures and effects need of a leave. */
export interface LeaveTerms extends LeaveSpan {
  unique_ref: string;
  type: LeaveType;
  status: LeaveStatus;
  /** Typed over; null: what its days are worth by the job plan. */
  stated_pa_units: number | null;
}

/** Only this leave greys the diary and lowers what is expected: the rest is a wish, or called off. */
export function isGranted({ status }: Pick<LeaveTerms, "status">): boolean {
  return status === "approved" || status === "taken";
}

/**
 * Whether a type lowers what is expected while it lasts. Time in lieu does not: it spends work that was counted as
 * done when it was earned, and would be counted twice.
 */
export function lowersExpected(type: LeaveType): boolean {
  return type !== "toil" && type !== "lieu";
}

/** The longest leave that is entered at once, in days: what bounds a look for leave that reaches into a stretch. */
export const LEAVE_MOST_DAYS = 366;

/** Types that are alike in colour; their letters tell them apart. */
export type LeaveTone = "annual" | "study" | "sick" | "other";

/** What a day of each type shows in the calendar of the year. */
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
