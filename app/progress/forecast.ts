import type { Method } from "~/planning/job-plans/elements";
import { formatCounted } from "~/platform/time/counted";
import { figure, signedFigure } from "./format";
import { availableOf, runningTotals, type Terms, toComeOf } from "./methods";
import { formatDayMonth } from "./sentences";
import type { Forecast, ProgressReport } from "./types";

/** Input of the forecast for the end of a period. */
interface ForecastTerms extends Terms {
  method: Method;
  opening: number;
  /** Work done for all elements, up to the last counted day. */
  done: number;
  /** Work in the diary for the days left. */
  inDiary: number;
}

/**
 * Forecasts the end of the period if the days left are worked as planned, against what the chosen method expects by then
 * less what it credits for absence: the target of the chart and of the tables.
 * @returns null once the period is over
 */
export function forecastOf(terms: ForecastTerms): Forecast | null {
  const { method, opening, done, inDiary, days, counted } = terms;
  if (counted >= days.length) return null;
  const totals = runningTotals(method, terms);
  const credit = sumOf(totals.credit.at(-1));
  const toCome = sumOf(toComeOf(terms).at(-1));
  const target = sumOf(totals.expected.at(-1)) - credit;
  return {
    target,
    credit,
    toCome,
    daysLeft: Math.round(availableOf(terms).left * 5) / 10,
    balance: opening + done + toCome - target,
    inDiary,
  };
}

export function sumOf(units: readonly number[] | undefined): number {
  return (units ?? []).reduce((sum, each) => sum + each, 0);
}

/** A line of the forecast's calculation. */
export interface ForecastLine {
  words: string;
  figure: string;
  kind: "part" | "sum" | "end";
}

/** The weekly method has no target of its own: it adds up what each day expects. */
function targetName({ method, period }: ProgressReport, { credit }: Forecast): string {
  if (method === "weekly_leave_adjusted") return `Expected by ${formatDayMonth(period.ends)}, without leave`;
  return credit === 0 ? "Target of the period" : "Target, less sickness credit";
}

/** The calculation of the forecast line by line, so that the sum can be followed. */
export function forecastLines(report: ProgressReport, forecast: Forecast): ForecastLine[] {
  const { total, opening, measure, period, day } = report;
  const show = (units: number) => figure(units, measure);
  const days = formatCounted(forecast.daysLeft, "day of work", "days of work");
  const reached = opening + total.done + forecast.toCome;
  return [
    { words: `Done to ${formatDayMonth(day)}`, figure: show(total.done), kind: "part" },
    ...(opening === 0
      ? []
      : [{ words: "Carried over from before", figure: signedFigure(opening, measure), kind: "part" as const }]),
    { words: `Planned for the ${days} left`, figure: show(forecast.toCome), kind: "part" },
    { words: `Reached by ${formatDayMonth(period.ends)}`, figure: show(reached), kind: "sum" },
    {
      words: targetName(report, forecast),
      figure: show(forecast.target),
      kind: "part",
    },
    {
      words: forecast.balance < 0 ? "Short of target by" : "Over target by",
      figure: show(Math.abs(forecast.balance)),
      kind: "end",
    },
  ];
}
