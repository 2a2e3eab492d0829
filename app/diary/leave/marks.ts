import type { LeaveType } from "./kinds";

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
