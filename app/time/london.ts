import { zoneOffsetMs } from "./zone";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A calendar day in London, as ISO text `2026-11-17`: sorts and compares as text. */
export type LondonDate = string;

/** A moment shown on London's clocks. `minute` counts from midnight on the clock face, 0 to 1439. */
export interface LondonMoment {
  date: LondonDate;
  minute: number;
}

/** Offsets by hour of UTC: clocks change on the hour, and to ask for each anew is half of a page's work. */
const offsets = new Map<number, number>();
const MOST_OFFSETS = 20_000;

/** All that there have been since 1847, the war's double summer time with them: the earliest instant first. */
const OFFSETS_MS = [2 * HOUR_MS, HOUR_MS, 0];

/** Milliseconds that London's clocks are ahead of UTC at this instant. */
export function londonOffsetMs(instant: number): number {
  const hour = Math.floor(instant / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const offset = zoneOffsetMs(hour * HOUR_MS);
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** What London's clocks and calendars show at an instant. */
export function londonMoment(instant: number): LondonMoment {
  const wall = instant + londonOffsetMs(instant);
  return {
    date: new Date(wall).toISOString().slice(0, 10),
    minute: Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS),
  };
}

/**
 * The instant at which London's clocks show `minute` on `date`. `minute` may be 1440 or more: it then
 * falls on a later day at that clock time. A time that happens twice means the first; one that the
 * clocks skip moves an hour on.
 */
export function londonInstant(date: LondonDate, minute = 0): number {
  const day = addDays(date, Math.floor(minute / 1440));
  const clock = minute % 1440;
  return londonInstants(day, clock)[0] ?? londonInstant(day, clock + 60);
}

/**
 * Every instant at which London's clocks show `minute` (0 to 1439) on `date`: two when the clocks go back
 * over it, none when they skip it.
 */
export function londonInstants(date: LondonDate, minute: number): number[] {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS;
  return OFFSETS_MS.filter((offset) => londonOffsetMs(wall - offset) === offset).map((offset) => wall - offset);
}

export function londonToday(now: number): LondonDate {
  return londonMoment(now).date;
}

export function addDays(date: LondonDate, days: number): LondonDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LondonDate, to: LondonDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export function weekday(date: LondonDate): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

/** The Monday of the week that holds `date` (weeks start on Monday, specification section 9). */
export function mondayOf(date: LondonDate): LondonDate {
  return addDays(date, 1 - weekday(date));
}

/**
 * The stretches [from, until) of these years in which London's clocks are an hour ahead of UTC: last Sunday of March
 * to last Sunday of October, as the law has it since 1996.
 */
export function summerTimes(firstYear: number, lastYear: number): [number, number][] {
  return Array.from({ length: lastYear - firstYear + 1 }, (_, at) => {
    const [march, october] = ["03-31", "10-31"].map((end) => {
      const last = `${firstYear + at}-${end}`;
      return londonInstant(addDays(last, -(weekday(last) % 7)));
    }) as [number, number];
    return [march + HOUR_MS, october + 2 * HOUR_MS];
  });
}
