import type { Measure } from "~/diary/expected/hours";
import { daysOf } from "~/diary/expected/period";
import type { Category } from "~/planning/job-plans/elements";
import { CATEGORIES } from "~/planning/job-plans/elements";
import { addDays, earlierOf, type LondonDate, mondayOf } from "~/platform/time/london";
import { amountScale, dayLabel, type Fraction, monthLabel, monthTicks, type Tick } from "./chart.server";
import type { BarsBy } from "./choice";
import { sumOf } from "./forecast";
import { runningTotals } from "./methods";
import { type Calculation, doneByElement, termsOf } from "./report";
import type { ProgressBar } from "./types";

/**
 * Returns a bar for each week or month of a period, the first and last cut to the period. `done` and `extra` only
 * include work up to the last counted day.
 * @param chosen references of the elements of a part of the plan, which excludes extra work; null for the whole plan
 */
export function progressBars(calculation: Calculation, step: BarsBy, chosen: ReadonlySet<string> | null = null) {
  const { days, elements, sessions, day, method, period } = calculation;
  const totals = runningTotals(method, termsOf(calculation));
  const ofChosen = (units: readonly number[] = []) =>
    sumOf(units.filter((_, at) => chosen?.has(elements[at]?.element_ref ?? "") ?? true));
  const past = sessions.filter(({ date, element_ref }) => date <= day && (chosen?.has(element_ref ?? "") ?? true));
  return stretchesOf(period, step).map(({ begins, ends, from, until }): ProgressBar => {
    const own = past.filter(({ date }) => date >= begins && date <= ends);
    const done = doneByElement(elements, own);
    return {
      begins,
      ends,
      done: CATEGORIES.map((category) => ({
        category,
        amount: sumOf(done.filter((_, at) => elements[at]?.category === category)),
      })).filter(({ amount }) => amount !== 0),
      extra: sumOf(own.filter(({ counts_to_balance }) => counts_to_balance === false).map(({ units }) => units)),
      leave: sumOf(days.slice(from, until).map(({ off }) => ofChosen(off))),
      expected: ofChosen(totals.expected[until]) - ofChosen(totals.expected[from]),
    };
  });
}

/**
 * The weeks or months of a period. `from` is the index of the first day in the period, `until` the index after the
 * last.
 */
function stretchesOf({ begins, ends }: Calculation["period"], step: BarsBy) {
  const stretches: { begins: LondonDate; ends: LondonDate; from: number; until: number }[] = [];
  let from = 0;
  for (let first = begins; first <= ends; ) {
    const wholeEnds = step === "week" ? addDays(mondayOf(first), 6) : lastOfMonth(first);
    const last = earlierOf(wholeEnds, ends);
    const until = from + daysOf({ begins: first, ends: last });
    stretches.push({ begins: first, ends: last, from, until });
    first = addDays(last, 1);
    from = until;
  }
  return stretches;
}

function lastOfMonth(date: LondonDate): LondonDate {
  const nextMonth = addDays(`${date.slice(0, 7)}-28`, 4);
  return addDays(`${nextMonth.slice(0, 7)}-01`, -1);
}

/** A part of a bar: a category that counts, extra work, or leave below zero. */
export interface BarPart {
  kind: Category | "extra_work" | "leave";
  y: Fraction;
  height: Fraction;
}

/** Bars of weeks or months, in fractions of the drawing. */
export type BarsChart = ReturnType<typeof barsChart>;

/** Width of a bar as a share of its slot. */
const FILL = 0.68;
/** Least height of a part, as a share of the drawing's height: less could not be seen. */
const MIN_HEIGHT = 0.004;

export function barsChart(bars: readonly ProgressBar[], by: BarsBy, measure: Measure) {
  const tops = bars.map((bar) => totalOf(bar) + bar.extra);
  const { at, ticks, zero } = amountScale(
    [...tops, ...bars.map(({ expected }) => expected), ...bars.map(({ leave }) => -leave)],
    measure,
  );
  const place = 1 / Math.max(1, bars.length);
  const columns = bars.map((bar, index) => ({
    key: bar.begins,
    x: place * (index + (1 - FILL) / 2),
    parts: partsOf(bar, at),
    /** Position of the mark for what is expected; null if nothing is expected. */
    expected: bar.expected > 0 ? at(bar.expected) : null,
  }));
  const shown = new Set(columns.flatMap(({ parts }) => parts.map(({ kind }) => kind)));
  return {
    columns,
    /** Width of one bar. */
    width: place * FILL,
    amounts: ticks,
    dates: namesOf(bars, by, place),
    zero,
    /** The kinds that occur in the bars, in the order of stacking. */
    kinds: KINDS.filter((kind) => shown.has(kind)),
  };
}

/** The order in which parts are stacked. */
const KINDS: BarPart["kind"][] = ["DCC", "SPA", "ANR", "ED", "APA", "Other", "Extra", "extra_work", "leave"];

/** What was done in a period, in units of the measure; extra work and leave are not part of it. */
export function totalOf({ done }: ProgressBar): number {
  return done.reduce((sum, { amount }) => sum + amount, 0);
}

function partsOf(bar: ProgressBar, at: (units: number) => Fraction): BarPart[] {
  const parts: BarPart[] = [];
  let top = 0;
  const stack = (kind: BarPart["kind"], amount: number) => {
    const [from, to] = [at(top), at(top + amount)];
    if (from - to < MIN_HEIGHT) return;
    parts.push({ kind, y: to, height: from - to });
    top += amount;
  };
  for (const kind of KINDS) {
    const found = bar.done.find(({ category }) => category === kind);
    if (found) stack(kind, found.amount);
  }
  stack("extra_work", bar.extra);
  if (at(-bar.leave) - at(0) >= MIN_HEIGHT) parts.push({ kind: "leave", y: at(0), height: at(-bar.leave) - at(0) });
  return parts;
}

/**
 * Labels at the middle of the bars: the month of each. With weeks: the first day of each if they are few, otherwise a
 * month at the first week and at each week in which a month begins.
 */
function namesOf(bars: readonly ProgressBar[], by: BarsBy, place: Fraction): Tick[] {
  if (by === "month") {
    return monthTicks(
      bars.map(({ begins }) => begins),
      (_, index) => place * (index + 0.5),
    );
  }
  const few = bars.length <= 9;
  const named = bars.flatMap(({ begins, ends }, index) => {
    const startsMonth = index === 0 || begins.slice(0, 7) !== ends.slice(0, 7) || begins.endsWith("-01");
    if (!few && !startsMonth) return [];
    return [{ at: place * (index + 0.5), label: few ? dayLabel(begins) : monthLabel(ends), minor: false }];
  });
  return named.map((tick, index) => ({ ...tick, minor: index % 2 === 1 }));
}
