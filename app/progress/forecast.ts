import type { Method } from "~/planning/job-plans/elements";
import { availableOf, runningTotals, type Terms, targetsOf, toComeOf } from "./methods";
import type { Forecast } from "./types";

/** What the end of a period is forecast from. */
interface ForecastTerms extends Terms {
  method: Method;
  opening: number;
  /** Of all elements, up to the last counted day. */
  done: number;
  /** Of the diary for the days left. */
  inDiary: number;
}

/**
 * How the period ends when the days left are worked as planned. Measured on its target, which absence is credited
 * against: by the chosen method, and under the weekly one, which has no credit of its own, by the paced one.
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
