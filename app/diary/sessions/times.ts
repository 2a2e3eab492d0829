import {
  type Disambiguation,
  disambiguatedInstant,
  disambiguationOf,
  endAfter,
  endQuestion,
  skippedTime,
} from "~/platform/time/ambiguous-time";
import { clockTime, hoursAndMinutes } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";

/** The exact messages of the specification (section 5). */
export const DATE_MESSAGE = "Please choose a date";
export const TIME_MESSAGE = "Please check the time is in the format hh:mm";

/** Longest session. It also bounds how far back a search for overlapping sessions must look. */
export const MAX_SESSION_DAYS = 14;

/** The times of a session as read from its form. Minutes count from midnight on the clock face. */
export interface TypedTimes {
  date: LondonDate;
  start: number | null;
  end: number | null;
  startWhich: Disambiguation;
  endWhich: Disambiguation;
  wholeDay: boolean;
  /** Blank times then mean 00:00 to 00:00; otherwise forgotten times would become 24 hours of PAs. */
  fixedBasis: boolean;
  longerThanADay: boolean;
  endDate: LondonDate | null;
}

export interface SessionSpan {
  startAt: number;
  endAt: number;
}

/** Whether a session shares time with a span: one that ends as the other begins does not. */
export function overlaps({ start_at, end_at }: { start_at: number; end_at: number }, span: SessionSpan): boolean {
  return start_at < span.endAt && end_at > span.startAt;
}

export type ReadTimes =
  /** `moved`: messages about an end that the clocks skip, and that is therefore an hour later. */
  | ({ ok: true; moved: string[] } & SessionSpan)
  /** Errors by field name. */
  | { ok: false; errors: Record<string, string> };

/**
 * Converts typed times to instants. An end that is not after the start is on the next day, unless its clock time occurs
 * again in the same night: then the user must choose. A whole day runs from 00:00 to 00:00, or from its start to the same
 * time of the next day; with `longerThanADay` the end has its own date.
 */
export function readTimes(asTyped: TypedTimes): ReadTimes {
  const errors = timeErrors(asTyped);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const typed = asTyped.wholeDay ? wholeDayOf(asTyped) : asTyped;
  const { date, start, end, endDate } = { ...typed, start: typed.start ?? 0, end: typed.end ?? 0 };
  const noStart = skippedTime(date, start);
  if (noStart) {
    return { ok: false, errors: { session_start_time: `${noStart}: enter ${clockTime(start + 60)} or later` } };
  }
  const startAt = disambiguatedInstant(date, start, typed.startWhich);
  const endOn = typed.longerThanADay && endDate ? endDate : null;
  const onClock = { date, start, end, startWhich: typed.startWhich, endWhich: typed.endWhich };
  const problem = endOn ? null : endQuestion(onClock)?.problem;
  if (problem) return { ok: false, errors: { session_end_time_which: problem } };
  const endAt = endOn ? disambiguatedInstant(endOn, end, typed.endWhich) : endAfter(startAt, onClock);
  if (endOn) {
    const refused = longSpanError(date, start, startAt, endAt);
    if (refused) return { ok: false, errors: { session_end_date: refused } };
  }
  const noEnd = skippedTime(endOn ?? londonMoment(endAt).date, end);
  return { ok: true, startAt, endAt, moved: noEnd ? [`${noEnd}: moved to ${clockTime(end + 60)}`] : [] };
}

/** From one clock time to the same of the next day: from midnight, or from the time that was typed. */
function wholeDayOf(typed: TypedTimes): TypedTimes {
  const from = typed.start ?? typed.end ?? 0;
  return { ...typed, start: from, end: from, endWhich: typed.longerThanADay ? typed.endWhich : "next" };
}

function timeErrors({ start, end, wholeDay, fixedBasis, longerThanADay, endDate }: TypedTimes): Record<string, string> {
  const errors: Record<string, string> = {};
  if (wholeDay && start !== null && end !== null && start !== end) {
    errors.whole_day = "A whole day ends at the time it starts. Leave the end blank, or clear ‘Whole day’";
  } else if (!wholeDay && (start === null || end === null)) {
    const bothBlank = start === null && end === null;
    if (!bothBlank || !fixedBasis) {
      if (start === null) errors.session_start_time = TIME_MESSAGE;
      if (end === null) errors.session_end_time = TIME_MESSAGE;
    }
  }
  if (longerThanADay && endDate === null) errors.session_end_date = DATE_MESSAGE;
  return errors;
}

function longSpanError(date: LondonDate, start: number, startAt: number, endAt: number): string | null {
  if (endAt <= startAt) {
    return `The end must be after the start, ${shortDate(date)} ${clockTime(start)}. Check the end date and time`;
  }
  return endAt > londonInstant(addDays(date, MAX_SESSION_DAYS), start)
    ? `A session can last ${MAX_SESSION_DAYS} days at most. Check the end date`
    : null;
}

/** The fields of a stored session's times: `readTimes` reads the same two instants from them. */
export function timesForm({ startAt, endAt }: SessionSpan): Record<string, string> {
  const start = londonMoment(startAt);
  const end = londonMoment(endAt);
  const wholeDay = start.minute === 0 && end.minute === 0;
  const startWhich = disambiguationOf(startAt);
  const onClock = { date: start.date, start: start.minute, end: end.minute, startWhich };
  const isAsked = end.date !== start.date && endQuestion({ ...onClock, endWhich: "" }) !== null;
  const endWhich = isAsked ? "next" : disambiguationOf(endAt);
  const short = readTimes({
    ...{ ...onClock, endWhich, wholeDay, fixedBasis: false },
    ...{ longerThanADay: false, endDate: null },
  });
  const longer = !(short.ok && short.endAt === endAt);
  return {
    session_start_time: wholeDay ? "" : clockTime(start.minute),
    session_end_time: wholeDay ? "" : clockTime(end.minute),
    session_start_time_which: startWhich,
    session_end_time_which: endWhich,
    whole_day: wholeDay ? "yes" : "",
    session_greater_24_hours: longer ? "yes" : "",
  };
}

/** `Ends Thu 19 Nov (next day)`; null for an end on the day of the start. */
export function endsSentence({ startAt, endAt }: SessionSpan): string | null {
  const date = londonMoment(startAt).date;
  const end = londonMoment(endAt);
  if (end.date === date) return null;
  if (end.date === addDays(date, 1)) return `Ends ${shortDate(end.date, false)} (next day)`;
  return `Ends ${shortDate(end.date, false)} at ${clockTime(end.minute)}, after ${hoursAndMinutes((endAt - startAt) / MINUTE_MS)}`;
}

/** The times of a session in a diary: `20:00 – 04:00` and `ends Thu 19`, or `Whole day`. */
export function timesText({ startAt, endAt }: SessionSpan): { times: string; ends: string | null } {
  const start = londonMoment(startAt);
  const end = londonMoment(endAt);
  const lastDay = end.minute === 0 ? addDays(end.date, -1) : end.date;
  const wholeDay = start.minute === 0 && end.minute === 0 && lastDay === start.date;
  return {
    times: wholeDay ? "Whole day" : `${clockTime(start.minute)} – ${clockTime(end.minute)}`,
    ends: lastDay === start.date ? null : `ends ${shortDate(end.date, false).replace(/ \w+$/, "")}`,
  };
}

interface End {
  end: number | null;
  /** The end date of a session that has one; else null. */
  endDate: LondonDate | null;
}

/** Reads an end at 24:00 as 00:00 of the next day: after the given end date, or else on the day after the start. */
export function readEnd({ end, endDate }: End): End {
  return end === 1440 ? { end: 0, endDate: endDate && addDays(endDate, 1) } : { end, endDate };
}
