import type { AsPlanned } from "~/diary/expected/as-planned";
import { showPa } from "~/planning/job-plans/pa-rules";
import { type CountedDates, firstCounted, includesDate } from "~/planning/job-plans/plan-dates";
import type { PlanDates } from "~/planning/job-plans/schedule";
import { addUpAsShown, shownPaUnits } from "~/planning/job-plans/shown-units";
import { isCounted } from "~/planning/job-plans/weekly";
import { shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonMoment, mondayOf } from "~/platform/time/london";
import type { PlanChoice } from "./element-choices";
import type { Outcome } from "./outcome";

/** The columns of a session that the figures are calculated from. */
export interface CountedSession {
  start_at: number;
  pa_units: number;
  /** From its element; null without one. */
  counts_to_balance: boolean | null;
  /** Left out: held. */
  outcome?: Outcome;
}

/** The other sessions of the weeks around a form's date. */
export interface SurroundingWeeks {
  /** Mondays; the weeks are [from, until). */
  from: LondonDate;
  until: LondonDate;
  sessions: CountedSession[];
}

/** A plan with its weekly PAs, in pa_units, that count towards its balance. */
export interface WeeklyPlan extends CountedDates {
  weekly_pa_units: number;
}

/** In pa_units: the work that counts, and what is only shown beside it. */
interface Sums {
  done: number;
  extra: number;
  untagged: number;
}

/**
 * The one rule for the figures of day, week and plan year: a session counts when its element does. Extra work does not
 * count, nor does a session without an element on a day that a plan covers: its element is missing. If no plan covers
 * the day, there is no element to choose, and the session counts.
 */
export function sumsOf(sessions: readonly CountedSession[], plans: readonly PlanDates[]): Sums {
  const sums: Sums = { done: 0, extra: 0, untagged: 0 };
  for (const { start_at, pa_units, counts_to_balance } of sessions) {
    if (counts_to_balance === false) sums.extra += pa_units;
    else if (counts_to_balance || !plans.some((plan) => includesDate(plan, londonMoment(start_at).date)))
      sums.done += pa_units;
    else sums.untagged += pa_units;
  }
  return sums;
}

/** `+ 1.25 extra` and `+ 4.50 outside the plan`: work that does not count; empty when all counts. */
export function formatNotCounted({ extra, untagged }: Sums): string[] {
  const words = [];
  if (extra > 0) words.push(`+ ${showPa(extra)} extra`);
  if (untagged > 0) words.push(`+ ${showPa(untagged)} outside the plan`);
  return words;
}

/** Name of the work of a day or week by its first date: what is still to come is not done. */
export function workName(date: LondonDate, today: LondonDate): "Done" | "In diary" {
  return date > today ? "In diary" : "Done";
}

/** Whether the figures of sessions, days and week do not add up in what is shown, because each is rounded. */
function isRounded(sessions: readonly CountedSession[], plans: readonly PlanDates[]): boolean {
  const days = [...Map.groupBy(sessions, ({ start_at }) => londonMoment(start_at).date).values()];
  const sums = [days, ...days.map((day) => day.map((session) => [session]))];
  return sums.some((parts) => {
    const each = parts.map((part) => sumsOf(part, plans));
    return (["done", "extra", "untagged"] as const).some((kind) => !addUpAsShown(each.map((of) => of[kind])));
  });
}

export interface WeekFigures {
  done: string;
  /** Whether what the week is made of adds up to something else, because each figure is rounded. */
  rounded: boolean;
  /** How much of it counts as planned; null for none. */
  asPlanned: string | null;
  /** Work that does not count, see `formatNotCounted`. */
  beside: string[];
  planned: string | null;
  toGo: string | null;
  over: string | null;
}

/** @param asPlanned work of any weeks that counts as planned */
export function weekFigures(
  monday: LondonDate,
  sessions: readonly CountedSession[],
  plans: readonly WeeklyPlan[],
  asPlanned: readonly AsPlanned[] = [],
): WeekFigures {
  const sums = sumsOf(sessions, plans);
  const unlogged = asPlanned
    .filter(({ date }) => mondayOf(date) === monday)
    .reduce((units, each) => units + each.units, 0);
  const done = shownPaUnits(sums.done + unlogged);
  const weekly = plannedUnits(monday, plans);
  const planned = weekly === null ? null : shownPaUnits(weekly);
  return {
    done: showPa(done),
    rounded: isRounded(sessions, plans) || !addUpAsShown([sums.done, unlogged]),
    asPlanned: unlogged === 0 ? null : showPa(unlogged),
    beside: formatNotCounted(sums),
    planned: planned === null ? null : showPa(planned),
    toGo: planned !== null && planned > done ? showPa(planned - done) : null,
    over: planned !== null && planned < done ? showPa(done - planned) : null,
  };
}

/**
 * Weekly PAs, in pa_units, of the plans that count on the week's first planned day; null when none counts in the week.
 */
function plannedUnits(monday: LondonDate, plans: readonly WeeklyPlan[]): number | null {
  for (let day = 0; day < 7; day += 1) {
    const date = addDays(monday, day);
    const holding = plans.filter((plan) => includesDate(plan, date) && date >= firstCounted(plan));
    if (holding.length > 0) return holding.reduce((units, plan) => units + plan.weekly_pa_units, 0);
  }
  return null;
}

/** PAs of the day and the week of a session that is being typed, itself included. */
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
 * @param own the session of the form's answers; null while they are incomplete
 * @returns null for a date outside the weeks of `around`
 */
export function totalsWith(
  { from, until, sessions }: SurroundingWeeks,
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
    ...{ day: shortDate(date, false), ofDay: showPa(day.done), besideDay: formatNotCounted(day) },
    ...{ ofWeek: showPa(week.done), besideWeek: formatNotCounted(week) },
    planned: planned === null ? null : showPa(planned),
  };
}

function weeklyOf({ date_start, date_end, elements }: PlanChoice) {
  const weekly_pa_units = elements.filter(isCounted).reduce((sum, element) => sum + element.weekly_pa_units, 0);
  return { date_start, date_end, weekly_pa_units };
}
