import { showPa } from "~/job-plans/pa-rules";
import { holds } from "~/job-plans/plan-dates";
import { longDate, weekHeading } from "~/time/dates";
import { type LondonDate, londonInstant, londonOffsetMs, mondayOf } from "~/time/london";
import type { DiaryEntry, DiaryWeek, WeeklyPlan } from "./diary";

/** A plan with what was done for it in its year that holds the page's day. */
export interface ReckonedPlan extends WeeklyPlan {
  weeks_per_year_tenths: number;
  /** JSON, see the query; null for a plan that does not hold the day. */
  done: string | null;
}

/** One answer of the strip above the logbook. */
export interface Figure {
  label: string;
  value: string;
  more: string;
}

/** What of the sessions shown is not complete, with a way to the first of them. */
export interface Missing {
  words: string;
  to: string;
}

export interface DiaryFigures {
  figures: Figure[];
  missing: Missing[];
}

interface Shown {
  /** Newest first. */
  weeks: readonly DiaryWeek[];
  plans: readonly ReckonedPlan[];
  /** The day that the figures are reckoned to. */
  day: LondonDate;
  today: LondonDate;
}

export function diaryFigures({ weeks, plans, day, today }: Shown): DiaryFigures {
  const entries = weeks.flatMap((week) => week.rows.flatMap((row) => row.entries));
  const figures = [dayFigure(weeks, day, today), weekFigure(weeks, day, today), ...planFigures(plans, day)];
  return { figures: figures.filter((figure) => figure !== null), missing: missingOf(entries) };
}

function dayFigure(weeks: readonly DiaryWeek[], day: LondonDate, today: LondonDate): Figure | null {
  if (day !== today) return null;
  const row = weeks.flatMap((week) => week.rows).find(({ days }) => days.some(({ date }) => date === day));
  const count = row?.entries.length ?? 0;
  const only = count === 1 ? row?.entries[0]?.pa : null;
  const more = count === 0 ? "PA, nothing logged" : `PA in ${count === 1 ? "1 session" : `${count} sessions`}`;
  return { label: "Today", value: row?.total ?? only ?? "0.00", more };
}

function weekFigure(weeks: readonly DiaryWeek[], day: LondonDate, today: LondonDate): Figure | null {
  const week = weeks.find(({ monday }) => monday === mondayOf(day));
  if (!week) return null;
  const label = week.monday === mondayOf(today) ? "This week" : weekHeading(week.monday);
  return { label, value: week.done, more: week.planned ? `of ${week.planned} PA` : "PA" };
}

/** Plainly: what is tagged with the plan, of what its weeks come to in a year. */
function planFigures(plans: readonly ReckonedPlan[], day: LondonDate): Figure[] {
  return plans.flatMap((plan) => {
    if (plan.done === null || !holds(plan, day)) return [];
    const begins = planYearBegin(plan.date_start, day);
    const [since, hourBefore] = JSON.parse(plan.done) as [number, number];
    const inSummerTime = londonOffsetMs(londonInstant(begins)) > 0;
    const done = since + (inSummerTime ? hourBefore : 0);
    const year = Math.round((plan.weekly_pa_units * plan.weeks_per_year_tenths) / 10);
    return [{ label: `Plan year from ${longDate(begins)}`, value: showPa(done), more: `of ${showPa(year)} PA` }];
  });
}

/** The last day on or before `day` that has the month and day on which the plan began. */
export function planYearBegin(dateStart: LondonDate, day: LondonDate): LondonDate {
  const year = Number(day.slice(0, 4));
  return `${dateStart.slice(4) <= day.slice(4) ? year : year - 1}${dateStart.slice(4)}`;
}

/** What is missing, of all kinds: `2 cases have no ASA`, `1 session has no element`. */
function missingOf(entries: readonly DiaryEntry[]): Missing[] {
  const kinds = [
    { of: (entry: DiaryEntry) => entry.withoutAsa, thing: "case", lacks: "ASA" },
    { of: (entry: DiaryEntry) => entry.withoutEnd, thing: "case", lacks: "end time" },
    { of: (entry: DiaryEntry) => (entry.element === null ? 1 : 0), thing: "session", lacks: "element" },
  ];
  return kinds.flatMap(({ of, thing, lacks }) => {
    const incomplete = entries.filter((entry) => of(entry) > 0);
    const count = incomplete.reduce((sum, entry) => sum + of(entry), 0);
    const first = incomplete[0];
    if (!first) return [];
    const words = `${count} ${thing}${count === 1 ? " has" : "s have"} no ${lacks}`;
    return [{ words, to: `/logbook/session/${first.unique_ref}/` }];
  });
}
