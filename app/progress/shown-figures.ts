import { shownPaParts, shownPaUnits } from "~/planning/job-plans/shown-units";
import { wordOf } from "./format";
import { weeksOf } from "./report";
import type { ElementProgress, Forecast, Measure, Progress, ProgressBar, ProgressReport } from "./types";

/** Rounds units of a measure to what is shown: hundredths of PAs, or whole minutes. */
export function shownUnits(units: number, measure: Measure): number {
  return measure === "pas" ? shownPaUnits(units) : Math.round(units);
}

type Figures = Pick<Progress, "weekly" | "expected" | "credit" | "done">;
const FIGURES = ["weekly", "expected", "credit", "done"] as const;

/**
 * A report in the figures that are shown, the one rule for its sentences, chart and tables: what was measured is rounded
 * so that elements add up to their total, and all sums and differences are of the rounded figures.
 */
export function shownReport(report: ProgressReport): ProgressReport {
  const { measure, forecast } = report;
  const round = (units: number) => shownUnits(units, measure);
  const elements = elementsAsShown(
    report.categories.flatMap((category) => category.elements),
    measure,
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
    word: wordOf(total.balance, total.expected, report.plan.tolerance_percent),
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

function elementsAsShown(elements: readonly ElementProgress[], measure: Measure): ElementProgress[] {
  const parts = Object.fromEntries(
    FIGURES.map((name) => {
      const exact = elements.map((element) => element[name]);
      return [name, measure === "pas" ? shownPaParts(exact) : exact.map(Math.round)];
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
export function shownBars(bars: readonly ProgressBar[], measure: Measure): ProgressBar[] {
  const round = (units: number) => shownUnits(units, measure);
  const nextDone = roundedInTurn(round);
  const nextExpected = roundedInTurn(round);
  const nextExtra = roundedInTurn(round);
  return bars.map((bar) => {
    const amounts = bar.done.map(({ amount }) => amount);
    const done = nextDone(amounts.reduce((sum, amount) => sum + amount, 0));
    const parts = measure === "pas" ? shownPaParts(amounts, done) : amounts.map(Math.round);
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
