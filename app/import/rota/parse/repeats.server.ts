import ICAL from "ical.js";
import type { LondonDate } from "~/platform/time/london";
import { lineValue } from "./lines";
import { instantOf, type Moment, readMoment } from "./moments.server";

/** What the rules of one file may cost together: a step of a monthly rule costs as much as twenty of a weekly one. */
export interface Budget {
  left: number;
}

export const REPEATS_BUDGET = 20_000;
const COST: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 1, MONTHLY: 20, YEARLY: 1 };

/** Whether a rule has only the parts that rules of a rota have; the iteration of each of these ends. */
function isSupported({ freq, interval, parts }: InstanceType<typeof ICAL.Recur>): boolean {
  const { BYDAY: days, BYMONTHDAY: dates, BYSETPOS: places, ...others } = parts as Record<string, unknown[]>;
  if (Object.keys(others).length > 0 || !(interval >= 1 && interval <= 400)) return false;
  const isPlain = !days && !dates && !places;
  const ofEach = (list: unknown[] | undefined, shape: RegExp) => (list ?? []).every((each) => shape.test(String(each)));
  if (freq === "WEEKLY") return !dates && !places && ofEach(days, /^(MO|TU|WE|TH|FR|SA|SU)$/);
  if (freq === "DAILY") return isPlain || (!dates && !places && interval === 1 && ofEach(days, /^[A-Z]{2}$/));
  if (freq === "YEARLY") return isPlain;
  if (freq !== "MONTHLY") return false;
  if (isPlain) return true;
  if (dates) return !days && !places && (ofEach(dates, /^(-1|[1-9]|1\d|2[0-8])$/) || interval === 1);
  if (places) return interval === 1 && ofEach(places, /^(-1|[1-4])$/) && ofEach(days, /^[A-Z]{2}$/);
  return interval <= 12 && ofEach(days, /^(-1|\+?[1-4])[A-Z]{2}$/);
}

/**
 * Returns the days from `from` to `until` on which an event recurs, by the clocks of its time zone; null for a rule
 * that is not supported.
 * @param line the whole RRULE
 */
export function repeatDays(
  line: string,
  start: Moment,
  { from, until }: { from: LondonDate; until: LondonDate },
  budget: Budget,
): LondonDate[] | null {
  try {
    const text = lineValue(line);
    // UNTIL is evaluated here: the library compares clock times of different zones.
    const [, last] = /(?:^|;)UNTIL=([^;]*)/i.exec(text) ?? [];
    const end = last === undefined ? null : readMoment(last, undefined);
    if (last !== undefined && !end) return null;
    const rule = ICAL.Recur.fromString(text.replace(/(^|;)UNTIL=[^;]*/i, "").replace(/^;/, ""));
    if (!isSupported(rule)) return null;
    const steps = rule.iterator(ICAL.Time.fromDateString(start.date));
    const days: LondonDate[] = [];
    while (budget.left > 0) {
      budget.left -= COST[rule.freq] ?? 1;
      const day = steps.next()?.toString().slice(0, 10);
      if (day === undefined || day > until || (end && isAfter(day, start, end))) return days;
      if (day >= from && day >= start.date) days.push(day);
    }
    return null;
  } catch {
    return null;
  }
}

function isAfter(day: LondonDate, start: Moment, end: Moment): boolean {
  return end.minute === null ? day > end.date : instantOf({ ...start, date: day }) > instantOf(end);
}
