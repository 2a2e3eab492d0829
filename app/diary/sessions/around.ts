import { showPa } from "~/planning/job-plans/pa-rules";
import { isCounted } from "~/planning/job-plans/weekly";
import { shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonMoment, mondayOf } from "~/platform/time/london";
import type { PlanChoice } from "./element-choices";
import { type CountedSession, formatBeside, plannedUnits, sumsOf } from "./sums";

/** Whole weeks before and after that of a form's date: what somebody catches up on is seldom older. */
const WEEKS_BEFORE = 4;
const WEEKS_AFTER = 1;

/** The other sessions of the weeks around a form's date. */
export interface Around {
  /** Mondays; the weeks are [from, until). */
  from: LondonDate;
  until: LondonDate;
  sessions: CountedSession[];
}

export function weeksAround(date: LondonDate): { from: LondonDate; until: LondonDate } {
  const monday = mondayOf(date);
  return { from: addDays(monday, -7 * WEEKS_BEFORE), until: addDays(monday, 7 * (WEEKS_AFTER + 1)) };
}

/** @param rows may reach further. */
export function around(date: LondonDate, rows: readonly CountedSession[]): Around {
  const weeks = weeksAround(date);
  const sessions = rows.filter(({ start_at }) => {
    const day = londonMoment(start_at).date;
    return weeks.from <= day && day < weeks.until;
  });
  return { ...weeks, sessions };
}

/** PAs of the day and of the week of a session that is being typed, that one included. */
export interface Totals {
  /** `Tue 17 Nov`. */
  day: string;
  ofDay: string;
  besideDay: string[];
  ofWeek: string;
  besideWeek: string[];
  planned: string | null;
}

/**
 * @param own what the form's answers come to; null as long as they come to nothing.
 * @returns null for a date whose week is not at hand.
 */
export function totalsWith(
  { from, until, sessions }: Around,
  plans: readonly PlanChoice[],
  date: LondonDate,
  own: CountedSession | null,
): Totals | null {
  if (date < from || date >= until) return null;
  const all = (own ? [...sessions, own] : sessions).map((each) => ({
    ...each,
    date: londonMoment(each.start_at).date,
  }));
  const monday = mondayOf(date);
  const day = sumsOf(
    all.filter((each) => each.date === date),
    plans,
  );
  const week = sumsOf(
    all.filter((each) => mondayOf(each.date) === monday),
    plans,
  );
  const planned = plannedUnits(monday, plans.map(weeklyOf));
  return {
    ...{ day: shortDate(date, false), ofDay: showPa(day.done), besideDay: formatBeside(day) },
    ...{ ofWeek: showPa(week.done), besideWeek: formatBeside(week) },
    planned: planned === null ? null : showPa(planned),
  };
}

function weeklyOf({ date_start, date_end, elements }: PlanChoice) {
  const weekly_pa_units = elements.filter(isCounted).reduce((sum, element) => sum + element.weekly_pa_units, 0);
  return { date_start, date_end, weekly_pa_units };
}
