import { readEndTime } from "~/platform/time/clock-time";

/** Clock times that begin at a word, in minutes from midnight, with the number of words. */
export interface TimesAt {
  count: number;
  start?: number;
  end?: number;
  /** A time without a word that says which: the start, or the end if the start is known. */
  lone?: number;
  ask?: string;
  check?: string;
}

const HALF = String.raw`[ap]\.?m`;
/** How a time may be written between two others, without anchors. */
export const TIME = String.raw`\d{1,2}[:.]\d{2}(?:${HALF})?|\d{1,2}h\d{2}|\d{3,4}|\d{1,2}${HALF}|(?:12)?(?:noon|midday|midnight)`;
const LONE = new RegExp(
  String.raw`^(?:\d{1,2}:\d{2}|[012]\dh\d{2}|[012]\d{3}|\d{1,2}(?:[:.]\d{2})?${HALF}|(?:12)?(?:noon|midday|midnight))(?:h|hrs?|hours)?$`,
);
/** After a number that is no time. */
export const UNITS =
  /^(?:ml|mls|mg|mcg|g|kg|cm|mm|units?|iu|mmhg|%|levels?|weeks?|days?|toes?|fingers?|ribs?|parts?)\b/;
export const NO_TIME = "This is not a valid time";
export const WITH_MINUTES = "If these are times, write them with their minutes, such as 0900 or 1330";
export const WHICH_HALF = "Night or afternoon? Write the time as 0230 or 1430";
export const DAY_MINUTES = 1440;
export const NOON = 720;
export const ENDS_BEFORE = "The end is before the start. Write ‘start’ and ‘end’ before the times";
/** Longer than any operation. */
export const MAX_MINUTES = 1080;

/** Null for text that is not written as a time, false for a time whose hours or minutes do not exist. */
export function loneTime(text: string): number | false | null {
  return LONE.test(text) ? minuteOf(text) : null;
}

/** True for `2:30`, which is more often in the afternoon; `02:30` is at night. */
export function isNight(text: string): boolean {
  return /^[1-6][:.]\d\d$/.test(text);
}

export function minuteOf(text: string): number | false {
  if (text.endsWith("midnight")) return 0;
  if (/(?:noon|midday)$/.test(text)) return NOON;
  return (
    readEndTime(
      text
        .replace(/(?:hrs?|hours|h)$/, "")
        .replace("h", ":")
        .replace(".m", "m"),
    ) ?? false
  );
}

export function isHour(text: string): boolean {
  return /^\d{1,2}$/.test(text);
}

export function isClockHour(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 24;
}

/** True when the end is perhaps before the start, as it would otherwise be most of a day later. */
export function isReversed(start: number, end: number): boolean {
  return (end - start - 1 + 2 * DAY_MINUTES) % DAY_MINUTES >= MAX_MINUTES;
}
