import { addDays, type LondonDate, londonMoment, mondayOf, weekday } from "~/platform/time/london";

/** When the mail about a week falls due. Pure. */

const FRIDAY = 5;
const FOUR_O_CLOCK = 16 * 60;

/** The Monday of the week whose mail is due, from Friday at 16:00 London time to the end of its Sunday; else null. */
export function weekToMail(now: number): LondonDate | null {
  const { date, minute } = londonMoment(now);
  const day = weekday(date);
  return day > FRIDAY || (day === FRIDAY && minute >= FOUR_O_CLOCK) ? mondayOf(date) : null;
}

/**
 * The Monday of the week that counts as mailed when a user asks for the mail now: the first mail that they get is the
 * next to fall due.
 */
export function mailedBefore(now: number): LondonDate {
  return weekToMail(now) ?? addDays(mondayOf(londonMoment(now).date), -7);
}
