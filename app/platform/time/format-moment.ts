import { clockTime } from "./clock-time";
import { shortDate } from "./dates";
import { daysBetween, londonMoment } from "./london";

/** An instant on London's clocks, said from today: "today at 11:40", "tomorrow at 08:00", "Tue 17 Nov 2026 at 08:00". */
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
