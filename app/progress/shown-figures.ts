import type { Measure } from "~/diary/expected/hours";
import { hundredthsOf } from "~/planning/job-plans/pa-rules";
import { shownPaParts, shownPaUnits } from "~/planning/job-plans/shown-units";
import { wordOf } from "./format";
import { expectedInAll, weeksOf } from "./report";
import type { ElementProgress, Forecast, Progress, ProgressBar, ProgressReport } from "./types";

/** How figures are shown: pages have hours and minutes, reports and CSV files hours with two decimals. */
type ShownIn = Measure | "decimal hours";

/** How reports and CSV files show a measure. */
export function withDecimals(measure: Measure): ShownIn {
  return measure === "hours" ? "decimal hours" : measure;
}

/** Tenths of a minute between two amounts that are shown differently as decimal hours. */
const HOUR_STEP = 6;

/** Rounds units to what is shown: hundredths of PAs or of hours, or whole minutes. */
function shownUnits(units: number, shownIn: ShownIn): number {
  if (shownIn === "decimal hours") return (hundredthsOf(units, 60) * HOUR_STEP) / 10;
  return shownIn === "pas" ? shownPaUnits(units) : Math.round(units);
}

/** Rounds parts so that they add up to `sum`, without it to their sum as it is shown. Whole minutes are rounded one by one. */
function shownParts(parts: readonly number[], shownIn: ShownIn, sum?: number): number[] {
  if (shownIn === "pas") return shownPaParts(parts, sum);
  if (shownIn === "hours") return parts.map(Math.round);
  const all =
    sum ??
    shownUnits(
      parts.reduce((each, units) => each + units, 0),
      shownIn,
    );
  const tenths = parts.map((units) => units * 10);
  return shownPaParts(tenths, Math.round(all * 10), HOUR_STEP).map((units) => units / 10);
}

type Figures = Pick<Progress, "weekly" | "expected" | "credit" | "done">;
const FIGURES = ["weekly", "expected", "credit", "done"] as const;

/**
 * A report in the figures that are shown, the one rule for its sentences, chart and tables: what was measured is rounded
 * so that elements add up to their total, and all sums and differences are of the rounded figures.
 */
export function shownReport(report: ProgressReport, shownIn: ShownIn = report.measure): ProgressReport {
  const { forecast } = report;
  const round = (units: number) => shownUnits(units, shownIn);
  const elements = elementsAsShown(
    report.categories.flatMap((category) => category.elements),
    shownIn,
  );
  const categories = report.categories.map(({ category }) => {
    const own = elements.filter((element) => element.category === category);
    return { category, elements: own, ...sumOf(own) };
  });
  const opening = round(report.opening);
  const sum = sumOf(elements);
  const total = { ...sum, balance: sum.balance + opening };
  const reached = opening + total.done;
  const shownForecast = forecast && forecastAsShown(forecast, reached, round);
  return {
    ...report,
    ...{ opening, total, categories, forecast: shownForecast, asPlanned: round(report.asPlanned) },
    weeks: weeksOf(total.balance, total.weekly),
    word: wordOf(total.balance, expectedInAll(total.expected, report.carried), report.plan.tolerance_percent),
    points: report.points.map((point, at) => {
      const isNow = point.date === report.day;
      const isEnd = at === report.points.length - 1;
      // What the table above has as a sum of rounded figures is the same here.
      const now = reached + total.credit;
      const end = shownForecast && reached + shownForecast.toCome + shownForecast.credit;
      return {
        date: point.date,
        expected: isEnd && shownForecast ? shownForecast.target + shownForecast.credit : round(point.expected),
        done: point.done === null ? null : isNow ? now : round(point.done),
        toCome: point.toCome === null ? null : isNow ? now : isEnd && end !== null ? end : round(point.toCome),
      };
    }),
  };
}

function elementsAsShown(elements: readonly ElementProgress[], shownIn: ShownIn): ElementProgress[] {
  const parts = Object.fromEntries(
    FIGURES.map((name) => {
      const exact = elements.map((element) => element[name]);
      return [name, shownParts(exact, shownIn)];
    }),
  ) as Record<keyof Figures, number[]>;
  return elements.map((element, at) => {
    const of = (name: keyof Figures) => parts[name][at] ?? 0;
    const figures = { weekly: of("weekly"), expected: of("expected"), credit: of("credit"), done: of("done") };
    return { ...element, ...figures, balance: figures.done + figures.credit - figures.expected };
  });
}

function sumOf(rows: readonly Progress[]): Progress {
  const of = (name: keyof Progress) => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    ...{ weekly: of("weekly"), expected: of("expected"), credit: of("credit"), done: of("done") },
    balance: of("balance"),
  };
}

function forecastAsShown(forecast: Forecast, reached: number, round: (units: number) => number): Forecast {
  const [credit, toCome] = [round(forecast.credit), round(forecast.toCome)];
  const target = round(forecast.target + forecast.credit) - credit;
  return { ...forecast, credit, toCome, target, inDiary: round(forecast.inDiary), balance: reached + toCome - target };
}

/**
 * Bars in the figures that are shown, as `shownReport`: their categories add up to what was done, and all bars together
 * to what was done and expected by their end, and to the extra work.
 */
export function shownBars(bars: readonly ProgressBar[], shownIn: ShownIn): ProgressBar[] {
  const round = (units: number) => shownUnits(units, shownIn);
  const nextDone = roundedInTurn(round);
  const nextExpected = roundedInTurn(round);
  const nextExtra = roundedInTurn(round);
  return bars.map((bar) => {
    const amounts = bar.done.map(({ amount }) => amount);
    const done = nextDone(amounts.reduce((sum, amount) => sum + amount, 0));
    const parts = shownParts(amounts, shownIn, done);
    return {
      ...bar,
      done: bar.done.map((each, at) => ({ ...each, amount: parts[at] ?? 0 })),
      ...{ extra: nextExtra(bar.extra), leave: round(bar.leave), expected: nextExpected(bar.expected) },
    };
  });
}

/** Rounds amounts one after the other, so that those so far always add up to their rounded sum. */
function roundedInTurn(round: (units: number) => number): (units: number) => number {
  let exact = 0;
  return (units) => {
    const before = round(exact);
    exact += units;
    return round(exact) - before;
  };
}
