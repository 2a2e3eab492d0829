import { dateRange } from "~/planning/job-plans/plan-dates";
import { formatList } from "~/platform/time/counted";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { type DayValues, worthByDate } from "./day-values";
import { type DayPart, isGranted, LEAVE_TYPES, type LeaveSpan, type LeaveStatus, type LeaveType } from "./kinds";

/** The name of a leave: the user's own, or else that of its type. */
export function nameOfLeave({ type, name }: { type: LeaveType; name: string }): string {
  return name || LEAVE_TYPES[type];
}

/** The types of leave that spend time in lieu. */
export const LIEU_TYPES: readonly LeaveType[] = ["toil", "lieu"];

export function spendsLieu(type: LeaveType): boolean {
  return LIEU_TYPES.includes(type);
}

/** The first half day of a leave, as text that sorts: 1 is a morning, 2 an afternoon. */
function firstHalf({ date_start, start_part }: LeaveSpan): string {
  return date_start + (start_part === "pm" ? 2 : 1);
}

/** The last half day of a leave. For a single day `start_part` determines the half. */
function lastHalf({ date_start, date_end, start_part, end_part }: LeaveSpan): string {
  const endsAtNoon = end_part === "am" || (date_start === date_end && start_part === "am");
  return date_end + (endsAtNoon ? 1 : 2);
}

/** Whether two leaves share half a day. A morning and an afternoon of one day do not. */
export function sharesHalf(one: LeaveSpan, other: LeaveSpan): boolean {
  return firstHalf(one) <= lastHalf(other) && firstHalf(other) <= lastHalf(one);
}

export const BOTH_HALVES = "For one day, choose the whole day or one half only";
export const FIRST_DAY_MORNING = "For the first of several days, choose the whole day or the afternoon";
export const LAST_DAY_AFTERNOON = "For the last of several days, choose the whole day or the morning";

/** Days and parts as they were sent. */
interface Answered {
  date_start: LondonDate;
  date_end: LondonDate;
  start_part: DayPart;
  end_part: DayPart;
}

/** The leave with its parts normalised, or the error of its parts, by field. */
export function spanOf(answered: Answered): LeaveSpan | { field: "start_part" | "end_part"; problem: string } {
  const { date_start, date_end, start_part, end_part } = answered;
  if (date_start === date_end) {
    if (start_part !== "full" && end_part !== "full" && start_part !== end_part) {
      return { field: "end_part", problem: BOTH_HALVES };
    }
    return { date_start, date_end, start_part: start_part === "full" ? end_part : start_part, end_part: "full" };
  }
  if (start_part === "am") return { field: "start_part", problem: FIRST_DAY_MORNING };
  if (end_part === "pm") return { field: "end_part", problem: LAST_DAY_AFTERNOON };
  return answered;
}

const HALF_LABELS: Record<DayPart, string> = { full: "", am: "morning", pm: "afternoon" };

/**
 * `3 to 7 August 2026`, `3 August 2026, morning`, `3 to 7 August 2026, from noon of the first day, to noon of the
 * last`.
 */
export function formatSpan(span: LeaveSpan): string {
  const { date_start, date_end, start_part, end_part } = span;
  if (date_start === date_end) return [dateRange(span), HALF_LABELS[start_part]].filter(Boolean).join(", ");
  const parts = [start_part === "pm" && "from noon of the first day", end_part === "am" && "to noon of the last"];
  return [dateRange(span), ...parts.filter(Boolean)].join(", ");
}

/** `½ day`, `1 day`, `4½ days`. */
export function formatLeaveDays(halves: number): string {
  const whole = Math.floor(halves / 2);
  const text = `${whole === 0 && halves === 1 ? "" : whole}${halves % 2 === 1 ? "½" : ""}`;
  return `${text} ${halves <= 2 && halves > 0 ? "day" : "days"}`;
}

/** `10.0`, `19.25`, `−2.5`: days from hundredths, one decimal unless a fraction of full time needs two. */
export function daysText(hundredths: number): string {
  const size = Math.abs(hundredths);
  const text = size % 10 === 0 ? (size / 100).toFixed(1) : (size / 100).toFixed(2);
  return hundredths < 0 ? `−${text}` : text;
}

/** `1.0 hour`, `187.5 hours`, `124.83 hours`: from hundredths of an hour, rounded to whole ones. */
export function hoursText(hundredths: number): string {
  const rounded = Math.round(hundredths);
  return `${daysText(rounded)} ${rounded === 100 ? "hour" : "hours"}`;
}

/** Error if a leave cannot have its status yet, by field: future leave cannot be taken. */
export function statusFault(
  { status, date_start }: { status: LeaveStatus; date_start: LondonDate },
  today: LondonDate,
): Record<string, string> {
  if (status !== "taken" || date_start <= today) return {};
  return { status: "This leave is in the future, so it cannot be taken yet. Choose Approved" };
}

/** What the diary shows of a leave, and compares sessions with. */
export interface ShownLeave extends LeaveSpan {
  type: LeaveType;
  /** The user's own name; empty for that of its type. */
  name: string;
  /** PAs that the user typed; left out for the plans' PAs. */
  stated_pa_units?: number | null;
}

/** The leave that affects the diary: approved or taken. */
export function grantedLeaveOf(rows: readonly (ShownLeave & { status: LeaveStatus })[]): ShownLeave[] {
  return rows.filter(isGranted).map(({ type, name, date_start, date_end, start_part, end_part, stated_pa_units }) => {
    const stated = typeof stated_pa_units === "number" && { stated_pa_units };
    return { type, name, date_start, date_end, start_part, end_part, ...stated };
  });
}

/** The part of a date that is off; null for none. */
export function partOn(span: LeaveSpan, date: LondonDate): DayPart | null {
  if (date < span.date_start || date > span.date_end) return null;
  if (date === span.date_start && span.start_part !== "full") return span.start_part;
  return date === span.date_end ? span.end_part : "full";
}

const PARTS: Record<DayPart, string> = { full: "", am: ", ½ day: morning", pm: ", ½ day: afternoon" };

/** `Annual leave`, `Study leave, ½ day: morning`: the leave on a date; null on a working day. */
export function formatLeaveOn(leaves: readonly ShownLeave[], date: LondonDate): string | null {
  const words = leaves.flatMap((each) => {
    const part = partOn(each, date);
    return part ? [`${nameOfLeave(each)}${PARTS[part]}`] : [];
  });
  return words.join("; ") || null;
}

/** `5 days of leave`, `27.1 hours of leave`: what the leave of a week takes, as an entitlement counts it; null for nothing. */
export function leaveOfWeek(leaves: readonly ShownLeave[], monday: LondonDate, values: DayValues): string | null {
  const dates = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day));
  const takesHours = (type: LeaveType, date: LondonDate) => type === "annual" && values.takesHours?.(date) === true;
  const counted = dates.filter((date) => values.isWorkday(date) && !values.isPublicHoliday(date));
  const halves = counted.reduce((sum, date) => {
    const inDays = leaves.filter(({ type }) => !takesHours(type, date));
    const parts = inDays.flatMap((each) => partOn(each, date) ?? []);
    return (
      sum +
      Math.min(
        2,
        parts.reduce((all, part) => all + (part === "full" ? 2 : 1), 0),
      )
    );
  }, 0);
  const hours = leaves.flatMap((each) => {
    const terms = { unique_ref: "", status: "approved", stated_pa_units: null, ...each } as const;
    const taken = worthByDate(terms, values).filter(({ date }) => dates.includes(date) && takesHours(each.type, date));
    return taken.map((worth) => worth.hours);
  });
  const all = hours.reduce((sum, each) => sum + each, 0);
  const amounts = [...(all > 0 ? [hoursText(all)] : []), ...(halves > 0 ? [formatLeaveDays(halves)] : [])];
  return amounts.length === 0 ? null : `${formatList(amounts)} of leave`;
}

/**
 * Leave until noon excludes sessions that start at `NOON` or later; leave from noon includes sessions that end after
 * `AFTERNOON`.
 */
const NOON = 12 * 60;
const AFTERNOON = 14 * 60;

/**
 * Whether a session falls in a leave. A session that began the day before and ends by noon does not: an on-call that
 * ends in the morning of the first day off is worked before the leave.
 */
export function fallsInLeave({ startAt, endAt }: { startAt: number; endAt: number }, span: LeaveSpan): boolean {
  const { date_start, date_end } = span;
  const [first, last] = [partOn(span, date_start), partOn(span, date_end)];
  const until = last === "am" ? londonInstant(date_end, NOON) : londonInstant(addDays(date_end, 1));
  if (startAt >= until) return false;
  const begins = londonInstant(date_start);
  if (first === "pm") return endAt > londonInstant(date_start, AFTERNOON);
  return startAt >= begins || endAt > londonInstant(date_start, NOON);
}

/** `Annual leave, 14 to 18 December 2026`. */
export function leaveSentence(leave: ShownLeave): string {
  return `${nameOfLeave(leave)}, ${formatSpan(leave)}`;
}

/** `It falls in your leave: Annual leave, …`: a warning that does not prevent the save; null if it does not. */
export function leaveWarning(
  leaves: readonly ShownLeave[],
  session: { startAt: number; endAt: number },
): string | null {
  const [first] = leaves.filter((each) => fallsInLeave(session, each));
  return first ? `It falls in your leave: ${leaveSentence(first)}` : null;
}
