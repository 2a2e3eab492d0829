import { readClockTime, readEndTime } from "~/platform/time/clock-time";
import { readDate } from "~/platform/time/dates";
import { type LondonDate, londonInstant, londonInstants } from "~/platform/time/london";
import {
  askedEnd,
  askedTwice,
  type ClockSpan,
  endAfter,
  instantOf,
  plainTwice,
  plainWhich,
  readWhich,
  type TwiceTime,
  type Which,
} from "~/platform/time/which-time";

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

/** Date and clock times of stand-alone work; null where not entered. */
export interface TimesAlone {
  date: LondonDate | null;
  start: number | null;
  end: number | null;
  startWhich: Which | null;
  endWhich: Which | null;
}

/** The clock span of these times; null without a date and both times. */
export function clockSpanOf({ date, start, end, startWhich, endWhich }: TimesAlone): ClockSpan | null {
  if (date === null || start === null || end === null) return null;
  return { date, start, end, startWhich: startWhich ?? "", endWhich: endWhich ?? "" };
}

/**
 * The instants of stand-alone work. An end at or before the start is on the next day, unless the user chose the second
 * of two equal clock times in the same night. Work whose start the clocks skip, which no form accepts any more, keeps
 * its length.
 */
export function timesAlone(times: TimesAlone): { startAt: number; endAt: number } | null {
  const span = clockSpanOf(times);
  if (!span) return null;
  const { date, start, end } = span;
  const startAt = instantOf(date, start, span.startWhich);
  if (londonInstants(date, start).length > 0) return { startAt, endAt: endAfter(startAt, span) };
  const until = end > start ? end : end + DAY_MINUTES;
  const endAt = londonInstant(date, until);
  return { startAt, endAt: endAt > startAt ? endAt : startAt + (until - start) * MINUTE_MS };
}

/** The stored choice between equal clock times; null for times that occur only once. */
export function whichOfTimes(times: TimesAlone) {
  const span = clockSpanOf(times);
  const instants = timesAlone(times);
  if (!span || !instants) return { start_which: null, end_which: null };
  const { startAt, endAt } = instants;
  const end = askedEnd(span) ? span.endWhich : plainWhich(endAt);
  return { start_which: kept(plainWhich(startAt)), end_which: kept(end) };
}

function kept<Value extends Which>(which: Value) {
  return which === "" ? null : (which as Exclude<Value, "">);
}

/** The times of a fee's form for which it asks which of two is meant, according to what was typed so far. */
export function twiceTimes(answer: (name: string) => string): { start: TwiceTime | null; end: TwiceTime | null } {
  const typed = read(answer);
  const span = clockSpanOf(typed);
  const times = timesAlone(typed);
  if (!span || !times) return { start: null, end: null };
  const asked = askedEnd(span);
  const end = asked ? askedTwice(span, asked) : plainTwice(times.endAt);
  return { start: plainTwice(times.startAt), end };
}

function read(answer: (name: string) => string): TimesAlone {
  const end = readEndTime(answer("end_time"));
  return {
    date: readDate(answer("work_date")) || null,
    start: known(readClockTime(answer("start_time"))),
    end: end === false || end === null ? null : end % 1440,
    startWhich: readWhich(answer("start_time_which")),
    endWhich: readWhich(answer("end_time_which")),
  };
}

function known(minute: number | null | false): number | null {
  return minute === false ? null : minute;
}
