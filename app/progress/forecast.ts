import type { Method } from "~/planning/job-plans/elements";
import { availableOf, courseOf, type Terms, targetsOf, toComeOf } from "./methods";
import type { Forecast } from "./types";

/** What the end of a period is foreseen from. */
export interface Foreseen extends Terms {
  method: Method;
  opening: number;
  /** Of all elements, up to the day that is reckoned to. */
  done: number;
  /** Of the diary for the days left. */
  inDiary: number;
}

/**
 * How the period ends when the days left are worked as planned. Measured on its target, which absence is credited
 * against: by the chosen method, and under the weekly one, which has no credit of its own, by the paced one.
 */
export function forecastOf(foreseen: Foreseen): Forecast | null {
  const { method, opening, done, inDiary, days, reckoned } = foreseen;
  if (reckoned >= days.length) return null;
  const crediting = method === "weekly_leave_adjusted" ? "annualised_paced" : method;
  const credit = sumOf(courseOf(crediting, foreseen).credit.at(-1));
  const toCome = sumOf(toComeOf(foreseen).at(-1));
  const target = sumOf(targetsOf(foreseen)) - credit;
  return {
    target,
    credit,
    toCome,
    daysLeft: Math.round(availableOf(foreseen).left * 5) / 10,
    balance: opening + done + toCome - target,
    inDiary,
  };
}

export function sumOf(units: readonly number[] | undefined): number {
  return (units ?? []).reduce((sum, each) => sum + each, 0);
}
