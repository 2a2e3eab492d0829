import { scaleLinear } from "d3-scale";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { addDays, daysBetween, type LondonDate } from "~/platform/time/london";
import type { Measure } from "./types";

/** A place in a chart, from 0 at its left or its top to 1 at its right or its foot. */
export type Fraction = number;

export interface Tick {
  at: Fraction;
  label: string;
  /** Left out where room is short. */
  minor: boolean;
}

const STEPS = 4;
/** Over the highest of them, for a word beside it. */
const HEADROOM = 1.04;
/** How many units of a measure make one of what its axis counts. */
const UNITS: Record<Measure, number> = { pas: PA_UNITS, hours: 60 };

/** The upright axis over these amounts. */
export function amountScale(amounts: readonly number[], measure: Measure) {
  const inUnits = amounts.map((units) => units / UNITS[measure]);
  const scale = scaleLinear([Math.min(0, ...inUnits), Math.max(0.5, ...inUnits) * HEADROOM], [1, 0]);
  const at = (units: number): Fraction => scale(units / UNITS[measure]);
  const ticks = scale.ticks(STEPS).map((value): Tick => {
    return { at: scale(value), label: scale.tickFormat(STEPS, "~f")(value).replace("-", "−"), minor: false };
  });
  return { at, ticks, zero: scale(0) };
}

/** Days of a period from left to right. `at` is where a day begins. */
export function dayScale(begins: LondonDate, ends: LondonDate) {
  const scale = scaleLinear([0, daysBetween(begins, ends) + 1], [0, 1]);
  return (date: LondonDate): Fraction => scale(daysBetween(begins, date));
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** Periods of fewer days have their weeks named, others their months. */
const FEW_DAYS = 80;

/** The names of months, or of the first days of weeks, along the foot of a chart. */
export function dateTicks(begins: LondonDate, ends: LondonDate): Tick[] {
  const at = dayScale(begins, ends);
  const days = daysBetween(begins, ends) + 1;
  const dates = Array.from({ length: days }, (_, day) => addDays(begins, day));
  if (days < FEW_DAYS) {
    const each = dates.filter((_, day) => day % 7 === 0 && day <= days - 3);
    return each.map((date, index) => ({ at: at(date), label: dayLabel(date), minor: index % 2 === 1 }));
  }
  // A month that ends soon after the period begins would push the name of the next one away.
  const firsts = dates.filter((date, day) => date.endsWith("-01") && day <= days - 10);
  return firsts.map((date, index) => ({ at: at(date), label: monthLabel(date), minor: index % 2 === 1 }));
}

/** `Apr`. */
export function monthLabel(date: LondonDate): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] as string;
}

/** `6 Apr`. */
export function dayLabel(date: LondonDate): string {
  return `${Number(date.slice(8))} ${monthLabel(date)}`;
}
