import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { type DayPart, isGranted, type LeaveSpan, type LeaveStatus, type LeaveType } from "./kinds";
import { formatDay, formatSpan, nameOfLeave } from "./rules";

/** What the diary shows of a leave, and judges sessions by. */
export interface Away extends LeaveSpan {
  type: LeaveType;
  /** A name of the user's own. */
  name: string;
}

/** The leave that counts in the diary: what was only asked for, or was called off, leaves it as it is. */
export function awayOf(rows: readonly (Away & { status: LeaveStatus })[]): Away[] {
  return rows.filter(isGranted).map(({ type, name, date_start, date_end, start_part, end_part }) => {
    return { type, name, date_start, date_end, start_part, end_part };
  });
}

/** How much of a date is off; null for none of it. */
export function partOn(span: LeaveSpan, date: LondonDate): DayPart | null {
  if (date < span.date_start || date > span.date_end) return null;
  if (date === span.date_start && span.start_part !== "full") return span.start_part;
  return date === span.date_end ? span.end_part : "full";
}

const PARTS: Record<DayPart, string> = { full: "", am: ", ½ day: morning", pm: ", ½ day: afternoon" };

/** `Annual leave`, `Study leave, ½ day: morning`: what is off on a date; null on a day at work. */
export function formatAway(leaves: readonly Away[], date: LondonDate): string | null {
  const words = leaves.flatMap((each) => {
    const part = partOn(each, date);
    return part ? [`${nameOfLeave(each)}${PARTS[part]}`] : [];
  });
  return words.join("; ") || null;
}

/** `5 days of leave`: what of Monday to Friday of a week is off; null for none. */
export function leaveOfWeek(leaves: readonly Away[], monday: LondonDate): string | null {
  const halves = [0, 1, 2, 3, 4].reduce((sum, day) => {
    const parts = leaves.flatMap((each) => partOn(each, addDays(monday, day)) ?? []);
    return (
      sum +
      Math.min(
        2,
        parts.reduce((all, part) => all + (part === "full" ? 2 : 1), 0),
      )
    );
  }, 0);
  return halves === 0 ? null : `${formatDay(halves)} of leave`;
}

/** A half day ends for a session that starts from noon on, and begins for one that goes on after two. */
const NOON = 12 * 60;
const AFTERNOON = 14 * 60;

/**
 * Whether a session falls in a leave. One that began the day before and ends by noon does not: an on-call that ends
 * in the morning of the first day off is worked before it.
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
export function leaveSentence(leave: Away): string {
  return `${nameOfLeave(leave)}, ${formatSpan(leave)}`;
}

/** `It falls in your leave: Annual leave, …`: a question, no refusal; null where it does not. */
export function leaveWarning(leaves: readonly Away[], session: { startAt: number; endAt: number }): string | null {
  const [first] = leaves.filter((each) => fallsInLeave(session, each));
  return first ? `It falls in your leave: ${leaveSentence(first)}` : null;
}
