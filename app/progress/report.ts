import type { Measure } from "~/diary/expected/hours";
import type { PlanDay } from "~/diary/expected/period";
import { daysOf, type Period } from "~/diary/expected/period";
import type { Outcome } from "~/diary/sessions/outcome";
import { sumsOf } from "~/diary/sessions/sums";
import { CATEGORIES, type Category, type Method } from "~/planning/job-plans/elements";
import { addDays, type LondonDate } from "~/platform/time/london";
import { forecastOf, sumOf } from "./forecast";
import { wordOf } from "./format";
import { type RunningTotals, runningTotals, type Terms, toComeOf, weeklyOf } from "./methods";
import type { ElementProgress, Progress, ProgressPoint, ProgressReport } from "./types";

/** An element of the plan: one that counts, or one that is archived and was worked. */
export interface ReportElement {
  element_ref: string;
  element: string;
  category: Category;
  /** Whole units of the measure by weekday; 0 for an archived element. */
  week: readonly number[];
  /** Weekly units before rounding to whole units; without it, the sum of `week`. */
  exactWeekly?: number;
}

/** A session of the plan, or without an element, that starts in the period. */
export interface ReportSession {
  unique_ref: string;
  date: LondonDate;
  start_at: number;
  element_ref: string | null;
  element: string | null;
  counts_to_balance: boolean | null;
  pa_units: number;
  /** In units of the measure. */
  units: number;
  /** No session: work that counts as planned. */
  isAsPlanned?: boolean;
  /** Left out: held. */
  outcome?: Outcome;
}

/** Everything that a report is calculated from, in whole units of one measure. */
export interface Calculation {
  plan: ProgressReport["plan"];
  period: Period;
  /** The last day that is over. */
  day: LondonDate;
  method: Method;
  measure: Measure;
  /** Balance carried over; 0 if only a part of the plan is shown. */
  opening: number;
  carried?: ProgressReport["carried"];
  weeks_per_year_tenths: number;
  elements: readonly ReportElement[];
  days: readonly PlanDay[];
  /** Days of work in an average week: 5 of full time. */
  workdaysAWeek: number;
  sessions: readonly ReportSession[];
  leftHalves: number;
  listUnits: number | null;
}

/** Calculates the progress of a plan. */
export function progressReport(calculation: Calculation): ProgressReport {
  const { plan, period, day, method, measure, opening, carried = [], elements, sessions, listUnits } = calculation;
  const terms = termsOf(calculation);
  const totals = runningTotals(method, terms);
  const past = sessions.filter(({ date }) => date <= day);
  const done = doneByElement(elements, past);
  const rows = elements.map((element, at) => elementProgress(element, at, totals, terms.counted, done[at] ?? 0));
  const categories = CATEGORIES.map((category) => {
    const own = rows.filter((row) => row.category === category);
    return { category, elements: own, ...sumOfProgress(own) };
  }).filter((row) => row.elements.length > 0);
  const sum = sumOfProgress(categories);
  const total = { ...sum, balance: sum.balance + opening };
  const { extra, untagged } = uncountedWork(calculation, past);
  const toCome = sessions.filter(({ date }) => date > day);
  const inDiary = sumOf(doneByElement(elements, toCome));
  return {
    ...{ plan, period, day, method, measure, opening, carried, total },
    weeks: weeksOf(total.balance, total.weekly),
    word: wordOf(total.balance, expectedInAll(total.expected, carried), plan.tolerance_percent),
    ...{ categories, extra, untagged, listUnits, asPlanned: asPlannedOf(past) },
    forecast: forecastOf({ ...terms, method, opening, done: total.done, inDiary }),
    points: pointsOf(calculation, terms, totals),
    needsValue: past
      .filter(({ isAsPlanned }) => !isAsPlanned)
      .filter(({ outcome = "held" }) => outcome === "held")
      .filter(({ counts_to_balance, pa_units }) => counts_to_balance === true && pa_units === 0)
      .map(({ unique_ref, date, element }) => ({ session_ref: unique_ref, date, element: element ?? "" })),
  };
}

/** What is expected from the first plan of a balance on: a balance that goes on is measured by all of it. */
export function expectedInAll(expected: number, carried: ProgressReport["carried"] = []): number {
  return expected + sumOf(carried.map((before) => before.expected));
}

/** How much of the work counts as planned. */
export function asPlannedOf(sessions: readonly ReportSession[]): number {
  return sumOf(sessions.filter(({ isAsPlanned }) => isAsPlanned).map(({ units }) => units));
}

/** Work in the sessions that does not count: extra work, and sessions without an element. */
export function uncountedWork({ period }: Pick<Calculation, "period">, sessions: readonly ReportSession[]) {
  const measured = sessions.map(({ start_at, units, counts_to_balance }) => {
    return { start_at, pa_units: units, counts_to_balance };
  });
  // Every day of a period is a day of its plan: a session without an element there lacks its tag.
  const { extra, untagged } = sumsOf(measured, [{ date_start: period.begins, date_end: period.ends }]);
  return { extra, untagged };
}

/** A balance in weeks of the plan; 0 for a plan without weekly units. */
export function weeksOf(balance: number, weekly: number): number {
  return weekly === 0 ? 0 : balance / weekly;
}

export function termsOf(calculation: Calculation): Terms {
  const { elements, days, workdaysAWeek, weeks_per_year_tenths, leftHalves, period, day } = calculation;
  const counted = Math.max(0, Math.min(days.length, daysOf({ begins: period.begins, ends: day })));
  return { elements, days, workdaysAWeek, counted, weeks_per_year_tenths, leftHalves };
}

/** Work done for each element, in the order of `elements`, all of which count. */
export function doneByElement(elements: readonly ReportElement[], sessions: readonly ReportSession[]): number[] {
  const places = new Map<string | null, number>(elements.map(({ element_ref }, at) => [element_ref, at]));
  const done = elements.map(() => 0);
  for (const { element_ref, units } of sessions) {
    const at = places.get(element_ref);
    if (at !== undefined) done[at] = (done[at] ?? 0) + units;
  }
  return done;
}

function doneByDate(elements: readonly ReportElement[], sessions: readonly ReportSession[]): Map<LondonDate, number> {
  const refs = new Set<string | null>(elements.map(({ element_ref }) => element_ref));
  const done = new Map<LondonDate, number>();
  for (const { date, element_ref, units } of sessions) {
    if (refs.has(element_ref)) done.set(date, (done.get(date) ?? 0) + units);
  }
  return done;
}

function elementProgress(
  { element_ref, element, category, week }: ReportElement,
  at: number,
  { expected, credit }: RunningTotals,
  counted: number,
  done: number,
): ElementProgress {
  const figures = { expected: expected[counted]?.[at] ?? 0, credit: credit[counted]?.[at] ?? 0, done };
  const balance = figures.done + figures.credit - figures.expected;
  return { element_ref, element, category, weekly: weeklyOf({ week }), ...figures, balance };
}

function sumOfProgress(rows: readonly Progress[]): Progress {
  return {
    weekly: sumOf(rows.map(({ weekly }) => weekly)),
    expected: sumOf(rows.map(({ expected }) => expected)),
    credit: sumOf(rows.map(({ credit }) => credit)),
    done: sumOf(rows.map(({ done }) => done)),
    balance: sumOf(rows.map(({ balance }) => balance)),
  };
}

/** Points of the chart: the day before the first, then each day. */
function pointsOf({ days, elements, sessions, opening, period }: Calculation, terms: Terms, totals: RunningTotals) {
  const doneOn = doneByDate(elements, sessions);
  const { counted } = terms;
  const toCome = toComeOf(terms);
  const creditAt = (at: number) => sumOf(totals.credit[at]);
  const points: ProgressPoint[] = [];
  let done = opening;
  for (let at = 0; at <= days.length; at += 1) {
    const date = at === 0 ? addDays(period.begins, -1) : (days[at - 1]?.date ?? period.ends);
    if (at <= counted) done += doneOn.get(date) ?? 0;
    points.push({
      date,
      expected: sumOf(totals.expected[at]),
      done: at <= counted ? done + creditAt(at) : null,
      toCome: at >= counted ? done + creditAt(at) + sumOf(toCome[at - counted]) : null,
    });
  }
  return points;
}
