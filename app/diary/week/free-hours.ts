import { clockTime } from "~/platform/time/clock-time";
import type { MinuteRange } from "~/platform/time/lanes";
import type { LondonDate } from "~/platform/time/london";

/** First hour of an empty week, and the least number of hours that any week shows. */
const USUAL_FIRST_HOUR = 8;
const MIN_HOURS = 10;

/** Hours from the first block to the last. */
export function hoursOf(blocks: readonly MinuteRange[]): { firstHour: number; lastHour: number } {
  if (blocks.length === 0) return { firstHour: USUAL_FIRST_HOUR, lastHour: USUAL_FIRST_HOUR + MIN_HOURS };
  const lastHour = Math.max(...blocks.map(({ end }) => Math.ceil(end / 60)));
  const firstHour = Math.min(24 - MIN_HOURS, ...blocks.map(({ start }) => Math.floor(start / 60)));
  return { firstHour, lastHour: Math.max(lastHour, firstHour + MIN_HOURS) };
}

/** Length of a session that is added in an empty hour. */
const USUAL_MINUTES = 240;

/** The hours of a day without blocks, each with a link to a new session that fills the time from then on. */
export function freeHours(
  { date, blocks }: { date: LondonDate; blocks: readonly MinuteRange[] },
  { firstHour, lastHour }: { firstHour: number; lastHour: number },
) {
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => (firstHour + index) * 60);
  const free = hours.filter((start) => !blocks.some((block) => block.start < start + 60 && block.end > start));
  return free.map((start) => {
    const next = blocks.map((block) => block.start).filter((each) => each > start);
    const end = Math.min(start + USUAL_MINUTES, lastHour * 60, ...next);
    const times = { start: clockTime(start), end: clockTime(end % 1440) };
    return {
      start,
      end: start + 60,
      to: `/logbook/session/new/?${new URLSearchParams({ date, ...times, view: "week" })}`,
    };
  });
}
