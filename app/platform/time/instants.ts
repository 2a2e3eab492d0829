import { clockTime } from "./clock-time";
import { FIRST_YEAR, LAST_YEAR, longDate, shortDate } from "./dates";
import { HOUR_MS } from "./durations";
import { daysBetween, londonMoment, londonOffsetMs } from "./london";

/** `2026-07-17T08:00:00+01:00`: an instant on London's clocks with its UTC offset, so that it is exact. */
export function londonIso(instant: number): string {
  const offset = londonOffsetMs(instant);
  const wall = new Date(instant + offset)
    .toISOString()
    .slice(0, -1)
    .replace(/\.000$/, "");
  return `${wall}+${String(offset / HOUR_MS).padStart(2, "0")}:00`;
}

/** `2026-07-17T07:00:00Z`: an instant for programs, to the second. */
export function instantText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, -5)}Z`;
}

const WRITTEN = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;

/** The instant of a text with UTC offset, as programs write it; null for other text, and outside 1900 to 2099. */
export function parseInstant(text: string): number | null {
  const at = parseInstantOfAnyYear(text);
  if (at === null) return null;
  const year = new Date(at).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? at : null;
}

/** As `parseInstant`, of any year. */
export function parseInstantOfAnyYear(text: string): number | null {
  const wall = WRITTEN.exec(text)?.[1];
  if (wall === undefined || !isOnClocks(wall)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/**
 * Whether a date and time exist. Date.parse turns 30 February into a day of March, and 24:00 into the next day: such an
 * instant does not print as it was written.
 */
function isOnClocks(wall: string): boolean {
  const at = Date.parse(`${wall}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(wall);
}

/**
 * An instant on London's clocks, relative to today: "today at 11:40", "tomorrow at 08:00", "Tue 17 Nov 2026 at 08:00".
 */
export function formatMoment(instant: number, now: number): string {
  const { date, minute } = londonMoment(instant);
  return `${formatDay(date, londonMoment(now).date)} at ${clockTime(minute)}`;
}

function formatDay(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (days === 0) return "today";
  if (days === -1) return "yesterday";
  return days === 1 ? "tomorrow" : shortDate(date);
}

/** An instant on London's clocks, for a mail that is read later: `28 November 2026 at 12:00`. */
export function longMoment(instant: number): string {
  const { date, minute } = londonMoment(instant);
  return `${longDate(date)} at ${clockTime(minute)}`;
}

/** An instant in ISO 8601 with milliseconds: `2026-11-21T12:00:00.000Z`. */
export function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}
