import { clockTime } from "./clock-time";
import { shortDate } from "./dates";
import { addDays, type LondonDate, londonInstant, londonInstants, londonMoment } from "./london";

/**
 * Which of two equal clock times is meant, in the night the clocks go back; "" when nobody said. Of an end at or before
 * the start, which comes again after it in the same night, "next" is that of the next day.
 */
export type Which = "" | "first" | "second" | "next";

/** As a form sent it: what it does not know was not said. */
export function readWhich(text: string): Which {
  return text === "first" || text === "second" || text === "next" ? text : "";
}

/** Work of less than a day by its clock times; minutes count from midnight on the clock face. */
export interface ClockSpan {
  date: LondonDate;
  start: number;
  end: number;
  startWhich: Which;
  endWhich: Which;
}

interface AskedEnd {
  /** What may be meant. */
  choices: Exclude<Which, "">[];
  /** What is wrong with what was said, or with nothing said; null when it will do. */
  problem: string | null;
}

/** A time that happens twice means the first unless told; one that the clocks skip moves an hour on. */
export function instantOf(date: LondonDate, minute: number, which: Which): number {
  const second = londonInstants(date, minute)[1];
  return which === "second" && second !== undefined ? second : londonInstant(date, minute);
}

/**
 * Where the night has the end twice and the start does not tell the two apart, or where what was said is before the
 * start: what may be meant. Nothing is taken for granted then. null where nothing needs to be said.
 */
export function askedEnd({ date, start, end, startWhich, endWhich }: ClockSpan): AskedEnd | null {
  const [first, second] = londonInstants(date, end);
  if (first === undefined || second === undefined) return null;
  const startAt = instantOf(date, start, startWhich);
  const time = clockTime(end);
  if (end > start) {
    if (endWhich !== "first" || first > startAt) return null;
    return { choices: ["second"], problem: `The first ${time} is before the start: choose the second` };
  }
  if (second > startAt) {
    const isSaid = endWhich === "second" || endWhich === "next";
    return { choices: ["second", "next"], problem: isSaid ? null : `Choose which ${time} it ends at` };
  }
  // Of a start after all of this the end is tomorrow's, and what is said of it is of no night.
  if (endWhich === "" || londonInstants(date, start).length < 2) return null;
  const problem = `Neither ${time} of this night is after the start: choose ${time} of the next day, or change the times`;
  return { choices: ["next"], problem: endWhich === "next" ? null : problem };
}

/** The end on the start's day if the clock shows it later than the start, or again after it; else on the next day. */
export function endAfter(startAt: number, { date, start, end, endWhich }: Omit<ClockSpan, "startWhich">): number {
  const isOnDay = end > start || endWhich === "second";
  const isSaid = endWhich === "first" || endWhich === "second";
  const onDay = isSaid ? [instantOf(date, end, endWhich)] : [...londonInstants(date, end), londonInstant(date, end)];
  const later = isOnDay ? onDay.find((instant) => instant > startAt) : undefined;
  return later ?? instantOf(addDays(date, 1), end, endWhich);
}

/** "first" or "second" for a clock time that happens twice, else "". */
export function plainWhich(instant: number): "" | "first" | "second" {
  const { date, minute } = londonMoment(instant);
  const instants = londonInstants(date, minute);
  return instants.length < 2 ? "" : instant === instants[0] ? "first" : "second";
}

/** A clock time of which a form asks which is meant. */
export interface TwiceTime {
  time: string;
  which: Which;
  choices: { value: string; label: string }[];
}

export function askedTwice({ date, end, endWhich }: ClockSpan, { choices }: AskedEnd): TwiceTime {
  return { ...twiceTime(date, end, choices), which: choices.find((choice) => choice === endWhich) ?? "" };
}

/** Of an instant as it is calculated so far; null where its clock time comes once. */
export function plainTwice(instant: number): TwiceTime | null {
  const { date, minute } = londonMoment(instant);
  const which = plainWhich(instant);
  return which === "" ? null : { ...twiceTime(date, minute, ["first", "second"]), which };
}

function twiceTime(date: LondonDate, minute: number, choices: AskedEnd["choices"]) {
  const time = clockTime(minute);
  const labels = {
    first: `First ${time}`,
    second: `Second ${time}`,
    next: `${time} on ${shortDate(addDays(date, 1), false)}`,
  };
  return { time, choices: choices.map((value) => ({ value, label: labels[value] })) };
}

/** Of a clock time that London's clocks skip on a date, that they do, for a message to go on from; else null. */
export function skippedTime(date: LondonDate, minute: number): string | null {
  if (londonInstants(date, minute).length > 0) return null;
  return `${clockTime(minute)} does not exist on ${shortDate(date)}, when the clocks go forward`;
}
