import { clockTime } from "./clock-time";
import { shortDate } from "./dates";
import { addDays, type LondonDate, londonInstant, londonInstants, londonMoment } from "./london";

/**
 * Which of two equal clock times is meant, in the night when the clocks go back; "" when it was not given. For an end
 * at or before the start whose clock time occurs again after the start in the same night, "next" means that of the next
 * day.
 */
export type Disambiguation = "" | "first" | "second" | "next";

/** Reads the value of a form: unknown text counts as not given. */
export function readDisambiguation(text: string): Disambiguation {
  return text === "first" || text === "second" || text === "next" ? text : "";
}

/** A period of work of less than a day, by clock times; minutes count from midnight on the clock face. */
export interface ClockSpan {
  date: LondonDate;
  start: number;
  end: number;
  startWhich: Disambiguation;
  endWhich: Disambiguation;
}

interface EndQuestion {
  /** The values that may be meant. */
  choices: Exclude<Disambiguation, "">[];
  /** The fault of the given value, or of a missing one; null when it is valid. */
  problem: string | null;
}

/**
 * The instant of a clock time. For a time that occurs twice it is the first unless `which` is "second"; a time that the
 * clocks skip moves one hour later.
 */
export function disambiguatedInstant(date: LondonDate, minute: number, which: Disambiguation): number {
  const second = londonInstants(date, minute)[1];
  return which === "second" && second !== undefined ? second : londonInstant(date, minute);
}

/**
 * Determines whether a form must ask which end is meant: if the end occurs twice in the night and the start does not
 * decide between them, or if the given end is before the start. No default is assumed then.
 * @returns the choices; null if nothing needs to be asked
 */
export function endQuestion({ date, start, end, startWhich, endWhich }: ClockSpan): EndQuestion | null {
  const [first, second] = londonInstants(date, end);
  if (first === undefined || second === undefined) return null;
  const startAt = disambiguatedInstant(date, start, startWhich);
  const time = clockTime(end);
  if (end > start) {
    if (endWhich !== "first" || first > startAt) return null;
    return { choices: ["second"], problem: `The first ${time} is before the start: choose the second` };
  }
  if (second > startAt) {
    const isSaid = endWhich === "second" || endWhich === "next";
    return { choices: ["second", "next"], problem: isSaid ? null : `Choose which ${time} it ends at` };
  }
  // Both ends are before the start: the end is on the next day, and `endWhich` does not refer to this night.
  if (endWhich === "" || londonInstants(date, start).length < 2) return null;
  const problem = `Neither ${time} of this night is after the start: choose ${time} of the next day, or change the times`;
  return { choices: ["next"], problem: endWhich === "next" ? null : problem };
}

/**
 * The instant of the end. It is on the start's day if its clock time is later than the start's, or if its second
 * occurrence is meant and is after the start; else it is on the next day.
 */
export function endAfter(startAt: number, { date, start, end, endWhich }: Omit<ClockSpan, "startWhich">): number {
  const isOnDay = end > start || endWhich === "second";
  const isSaid = endWhich === "first" || endWhich === "second";
  const onDay = isSaid
    ? [disambiguatedInstant(date, end, endWhich)]
    : [...londonInstants(date, end), londonInstant(date, end)];
  const later = isOnDay ? onDay.find((instant) => instant > startAt) : undefined;
  return later ?? disambiguatedInstant(addDays(date, 1), end, endWhich);
}

/** "first" or "second" for a clock time that happens twice, else "". */
export function disambiguationOf(instant: number): "" | "first" | "second" {
  const { date, minute } = londonMoment(instant);
  const instants = londonInstants(date, minute);
  return instants.length < 2 ? "" : instant === instants[0] ? "first" : "second";
}

/** A clock time for which a form asks which occurrence is meant. */
export interface AmbiguousTime {
  time: string;
  which: Disambiguation;
  choices: { value: string; label: string }[];
}

export function ambiguousEnd({ date, end, endWhich }: ClockSpan, { choices }: EndQuestion): AmbiguousTime {
  return { ...ambiguousTime(date, end, choices), which: choices.find((choice) => choice === endWhich) ?? "" };
}

/** The question for an instant as calculated so far; null if its clock time occurs once. */
export function ambiguousTimeAt(instant: number): AmbiguousTime | null {
  const { date, minute } = londonMoment(instant);
  const which = disambiguationOf(instant);
  return which === "" ? null : { ...ambiguousTime(date, minute, ["first", "second"]), which };
}

function ambiguousTime(date: LondonDate, minute: number, choices: EndQuestion["choices"]) {
  const time = clockTime(minute);
  const labels = {
    first: `First ${time}`,
    second: `Second ${time}`,
    next: `${time} on ${shortDate(addDays(date, 1), false)}`,
  };
  return { time, choices: choices.map((value) => ({ value, label: labels[value] })) };
}

/** The beginning of a message, if London's clocks skip a clock time on a date; else null. */
export function skippedTime(date: LondonDate, minute: number): string | null {
  if (londonInstants(date, minute).length > 0) return null;
  return `${clockTime(minute)} does not exist on ${shortDate(date)}, when the clocks go forward`;
}
