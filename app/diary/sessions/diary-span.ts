import { addDays, type LondonDate, londonInstant, londonMoment, londonToday, mondayOf } from "~/platform/time/london";

/** Weeks on one page of the logbook: the one asked for, and those before it. */
export const WEEKS_SHOWN = 4;

export interface DiarySpan {
  /** Mondays of the newest and of the oldest week. */
  top: LondonDate;
  bottom: LondonDate;
  /** Sessions of the page start in [from, until). */
  from: number;
  until: number;
}

/** The weeks of which the newest holds `date`. */
export function diarySpan(date: LondonDate, weeks = WEEKS_SHOWN): DiarySpan {
  const top = mondayOf(date);
  const bottom = addDays(top, -7 * (weeks - 1));
  return { top, bottom, from: londonInstant(bottom), until: londonInstant(addDays(top, 7)) };
}

/** The day that a page's figures are of: today where it is shown, else the last day shown. */
export function dayOfFigures({ top, bottom }: DiarySpan, today: LondonDate): LondonDate {
  const last = addDays(top, 6);
  return bottom <= today && today <= last ? today : last;
}

/** The address of a page that shows `date`: without a date it begins with this week. */
export function diaryPath(date: LondonDate, now: number): string {
  const { top, bottom } = diarySpan(londonToday(now));
  const week = mondayOf(date);
  return week >= bottom && week <= top ? "/logbook/" : `/logbook/?date=${date}`;
}

/** The page after this one: its oldest week is that of the next session, but it never skips over today's page. */
export function laterPath(nextStartAt: number, now: number): string {
  const week = mondayOf(londonMoment(nextStartAt).date);
  const today = mondayOf(londonToday(now));
  const top = addDays(week, 7 * (WEEKS_SHOWN - 1));
  return week <= today && today <= top ? "/logbook/" : `/logbook/?date=${top}`;
}
