import { planRows } from "~/diary/sessions/queries.server";
import { isPublicHolidayOn, type LocalPublicHoliday, type PlanRegion } from "~/planning/public-holidays/calendar";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import { clockTime } from "~/platform/time/clock-time";
import { type LondonDate, londonMoment, weekday } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import type { ReportScope } from "../document/section.server";

/** Statements: the plans and the local holidays that decide which days are bank holidays. */
export function publicHolidayRows({ db, userId, once }: ReportScope) {
  return once("public holidays", () => [planRows(db, userId), localPublicHolidaysOf(db, userId)] as const);
}

/**
 * Beginning and end of a weekday's hours, in minutes from midnight. Times before the beginning and from the end on are
 * out of hours.
 */
type DayHours = Pick<Profile, "day_from_minute" | "day_until_minute">;

/** Returns a function that tells whether an instant is out of hours: early, late, at a weekend or on a bank holiday. */
export function outOfHours(
  { day_from_minute, day_until_minute }: DayHours,
  plans: readonly PlanRegion[],
  local: readonly LocalPublicHoliday[],
): (instant: number) => boolean {
  const off = new Map<LondonDate, boolean>();
  const isOff = (date: LondonDate) => {
    const known = off.get(date) ?? (weekday(date) > 5 || isPublicHolidayOn(plans, local, date));
    off.set(date, known);
    return known;
  };
  return (instant) => {
    const { date, minute } = londonMoment(instant);
    return minute < day_from_minute || minute >= day_until_minute || isOff(date);
  };
}

/** `Out of hours is before 08:00, from 18:00, at weekends and on bank holidays.` */
export function formatOutOfHours({ day_from_minute, day_until_minute }: DayHours): string {
  const times = [
    day_from_minute > 0 && `before ${clockTime(day_from_minute)}`,
    day_until_minute < 1440 && `from ${clockTime(day_until_minute)}`,
    "at weekends and on bank holidays",
  ].filter(Boolean);
  return `Out of hours is ${times.join(", ")}.`;
}
