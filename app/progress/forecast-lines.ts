import { figure, signedFigure } from "./format";
import { formatDay } from "./sentences";
import type { Forecast, ProgressReport } from "./types";

/** A line of the sum that the forecast is. */
export interface ForecastLine {
  words: string;
  figure: string;
  kind: "part" | "sum" | "end";
}

/** How the end of the period is foreseen, line by line, so that the sum can be followed. */
export function forecastLines(report: ProgressReport, forecast: Forecast): ForecastLine[] {
  const { total, opening, measure, period, day } = report;
  const show = (units: number) => figure(units, measure);
  const days = forecast.daysLeft === 1 ? "1 working day" : `${forecast.daysLeft} working days`;
  const reached = opening + total.done + forecast.toCome;
  return [
    { words: `Done to ${formatDay(day)}`, figure: show(total.done), kind: "part" },
    ...(opening === 0
      ? []
      : [{ words: "Carried over from before", figure: signedFigure(opening, measure), kind: "part" as const }]),
    { words: `The plan’s worth of ${days} left`, figure: show(forecast.toCome), kind: "part" },
    { words: `Reached by ${formatDay(period.ends)}`, figure: show(reached), kind: "sum" },
    {
      words: forecast.credit === 0 ? "Target of the period" : "Target, less what sickness is credited for",
      figure: show(forecast.target),
      kind: "part",
    },
    {
      words: forecast.balance < 0 ? "Short of it by" : "Over it by",
      figure: show(Math.abs(forecast.balance)),
      kind: "end",
    },
  ];
}
