import {
  type AmbiguousTime,
  ambiguousEnd,
  ambiguousTimeAt,
  type ClockSpan,
  type Disambiguation,
  disambiguatedInstant,
  disambiguationOf,
  endAfter,
  endQuestion,
  readDisambiguation,
} from "~/platform/time/ambiguous-time";
import { readClockTime, readEndTime } from "~/platform/time/clock-time";
import { readDate } from "~/platform/time/dates";
import { MINUTE_MS } from "~/platform/time/durations";
import { type LondonDate, londonInstant, londonInstants } from "~/platform/time/london";

const DAY_MINUTES = 1440;

/** Date and clock times of stand-alone work; null where not entered. */
export interface StandaloneTimes {
  date: LondonDate | null;
  start: number | null;
  end: number | null;
  startWhich: Disambiguation | null;
  endWhich: Disambiguation | null;
}

/** The clock span of these times; null without a date and both times. */
export function clockSpanOf({ date, start, end, startWhich, endWhich }: StandaloneTimes): ClockSpan | null {
  if (date === null || start === null || end === null) return null;
  return { date, start, end, startWhich: startWhich ?? "", endWhich: endWhich ?? "" };
}

/**
 * The instants of stand-alone work. An end at or before the start is on the next day, unless the user chose the second
 * of two equal clock times in the same night. Work whose start the clocks skip, which no form accepts any more, keeps
 * its length.
 */
export function standaloneTimes(times: StandaloneTimes): { startAt: number; endAt: number } | null {
  const span = clockSpanOf(times);
  if (!span) return null;
  const { date, start, end } = span;
  const startAt = disambiguatedInstant(date, start, span.startWhich);
  if (londonInstants(date, start).length > 0) return { startAt, endAt: endAfter(startAt, span) };
  const until = end > start ? end : end + DAY_MINUTES;
  const endAt = londonInstant(date, until);
  return { startAt, endAt: endAt > startAt ? endAt : startAt + (until - start) * MINUTE_MS };
}

/** The stored choice between equal clock times; null for times that occur only once. */
export function disambiguationOfTimes(times: StandaloneTimes) {
  const span = clockSpanOf(times);
  const instants = standaloneTimes(times);
  if (!span || !instants) return { start_which: null, end_which: null };
  const { startAt, endAt } = instants;
  const end = endQuestion(span) ? span.endWhich : disambiguationOf(endAt);
  return { start_which: kept(disambiguationOf(startAt)), end_which: kept(end) };
}

function kept<Value extends Disambiguation>(which: Value) {
  return which === "" ? null : (which as Exclude<Value, "">);
}

/** The times of a fee's form for which it asks which of two is meant, according to what was typed so far. */
export function ambiguousTimes(answer: (name: string) => string): {
  start: AmbiguousTime | null;
  end: AmbiguousTime | null;
} {
  const typed = read(answer);
  const span = clockSpanOf(typed);
  const times = standaloneTimes(typed);
  if (!span || !times) return { start: null, end: null };
  const asked = endQuestion(span);
  const end = asked ? ambiguousEnd(span, asked) : ambiguousTimeAt(times.endAt);
  return { start: ambiguousTimeAt(times.startAt), end };
}

function read(answer: (name: string) => string): StandaloneTimes {
  const end = readEndTime(answer("end_time"));
  return {
    date: readDate(answer("work_date")) || null,
    start: known(readClockTime(answer("start_time"))),
    end: end === false || end === null ? null : end % 1440,
    startWhich: readDisambiguation(answer("start_time_which")),
    endWhich: readDisambiguation(answer("end_time_which")),
  };
}

function known(minute: number | null | false): number | null {
  return minute === false ? null : minute;
}
