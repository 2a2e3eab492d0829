import type { Category } from "~/planning/job-plans/elements";
import type { BarsBy } from "./choice";
import { amountScale, dayLabel, type Fraction, monthLabel, type Tick } from "./scales.server";
import type { Measure, ProgressBar } from "./types";

/** A part of a bar: of a category that counts, of extra work, or of leave below nothing. */
export interface BarPart {
  kind: Category | "extra_work" | "leave";
  y: Fraction;
  height: Fraction;
}

export interface BarColumn {
  key: string;
  x: Fraction;
  parts: BarPart[];
  /** Where what is expected stands; null where nothing is. */
  expected: Fraction | null;
}

/** Weeks or months as bars, in fractions of their picture. */
export interface BarsChart {
  columns: BarColumn[];
  /** Of one bar. */
  width: Fraction;
  amounts: Tick[];
  dates: Tick[];
  zero: Fraction;
  /** What is in the bars, from nothing upwards. */
  kinds: BarPart["kind"][];
}

/** How much of its place a bar fills. */
const FILL = 0.68;
/** Less than this share of a picture's height could not be seen. */
const LEAST = 0.004;

export function barsChart(bars: readonly ProgressBar[], by: BarsBy, measure: Measure): BarsChart {
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
    expected: bar.expected > 0 ? at(bar.expected) : null,
  }));
  const shown = new Set(columns.flatMap(({ parts }) => parts.map(({ kind }) => kind)));
  return {
    columns,
    width: place * FILL,
    amounts: ticks,
    dates: namesOf(bars, by, place),
    zero,
    kinds: KINDS.filter((kind) => shown.has(kind)),
  };
}

/** The order in which they stand on each other. */
const KINDS: BarPart["kind"][] = ["DCC", "SPA", "ANR", "ED", "APA", "Other", "Extra", "extra_work", "leave"];

export function totalOf({ done }: ProgressBar): number {
  return done.reduce((sum, { amount }) => sum + amount, 0);
}

function partsOf(bar: ProgressBar, at: (units: number) => Fraction): BarPart[] {
  const parts: BarPart[] = [];
  let top = 0;
  const stack = (kind: BarPart["kind"], amount: number) => {
    const [from, to] = [at(top), at(top + amount)];
    if (from - to < LEAST) return;
    parts.push({ kind, y: to, height: from - to });
    top += amount;
  };
  for (const kind of KINDS) {
    const found = bar.done.find(({ category }) => category === kind);
    if (found) stack(kind, found.amount);
  }
  stack("extra_work", bar.extra);
  if (at(-bar.leave) - at(0) >= LEAST) parts.push({ kind: "leave", y: at(0), height: at(-bar.leave) - at(0) });
  return parts;
}

/** The month of each bar under its middle; of weeks the month that begins in one, where it begins. */
function namesOf(bars: readonly ProgressBar[], by: BarsBy, place: Fraction): Tick[] {
  if (by === "month") {
    return bars.map(({ begins }, index) => {
      return { at: place * (index + 0.5), label: monthLabel(begins), minor: index % 2 === 1 };
    });
  }
  const few = bars.length <= 9;
  const named = bars.flatMap(({ begins, ends }, index) => {
    const startsMonth = index === 0 || begins.slice(0, 7) !== ends.slice(0, 7) || begins.endsWith("-01");
    if (!few && !startsMonth) return [];
    return [{ at: place * (index + 0.5), label: few ? dayLabel(begins) : monthLabel(ends), minor: false }];
  });
  return named.map((tick, index) => ({ ...tick, minor: index % 2 === 1 }));
}
