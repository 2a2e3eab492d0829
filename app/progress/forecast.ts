import type { Method } from "~/planning/job-plans/elements";
import { formatCounted } from "~/platform/time/counted";
import { figure, signedFigure } from "./format";
import { availableOf, runningTotals, type Terms, targetsOf, toComeOf } from "./methods";
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
 * Forecasts the end of the period if the days left are worked as planned, against the target less credit for absence.
 * The credit follows the chosen method; for the weekly method, which has none, the paced one.
 * @returns null once the period is over
 */
export function forecastOf(terms: ForecastTerms): Forecast | null {
  const { method, opening, done, inDiary, days, counted } = terms;
  if (counted >= days.length) return null;
  const crediting = method === "weekly_leave_adjusted" ? "annualised_paced" : method;
  const credit = sumOf(runningTotals(crediting, terms).credit.at(-1));
  const toCome = sumOf(toComeOf(terms).at(-1));
  const target = sumOf(targetsOf(terms)) - credit;
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

/** The calculation of the forecast line by line, so that the sum can be followed. */
export function forecastLines(report: ProgressReport, forecast: Forecast): ForecastLine[] {
  const { total, opening, measure, period, day } = report;
  const show = (units: number) => figure(units, measure);
  const days = formatCounted(forecast.daysLeft, "working day");
  const reached = opening + total.done + forecast.toCome;
  return [
    { words: `Done to ${formatDayMonth(day)}`, figure: show(total.done), kind: "part" },
    ...(opening === 0
      ? []
      : [{ words: "Carried over from before", figure: signedFigure(opening, measure), kind: "part" as const }]),
    { words: `Planned for the ${days} left`, figure: show(forecast.toCome), kind: "part" },
    { words: `Reached by ${formatDayMonth(period.ends)}`, figure: show(reached), kind: "sum" },
    {
      words: forecast.credit === 0 ? "Target of the period" : "Target, less sickness credit",
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
