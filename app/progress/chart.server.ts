import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { addDays, daysBetween, type LondonDate, weekday } from "~/platform/time/london";
import { isOver, isToCome } from "./sentences";
import type { Measure, ProgressPoint, ProgressReport } from "./types";

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
  const { at, ...axis } = valueScale(amounts.map((units) => units / UNITS[measure]));
  return { ...axis, at: (units: number): Fraction => at(units / UNITS[measure]) };
}

/** The upright axis over plain numbers. */
export function valueScale(values: readonly number[]) {
  const scale = scaleLinear([Math.min(0, ...values), Math.max(0.5, ...values) * HEADROOM], [1, 0]);
  const at = (value: number): Fraction => scale(value);
  const ticks = scale.ticks(STEPS).map((value): Tick => {
    return { at: scale(value), label: scale.tickFormat(STEPS, "~f")(value).replace("-", "−"), minor: false };
  });
  return { at, ticks, zero: scale(0) };
}

/** Days of a period from left to right. `at` is where a day begins. */
function dayScale(begins: LondonDate, ends: LondonDate) {
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

/** A month more leaves no room for its name, or for a number above it. */
export const MOST_MONTHS = 14;

/** The names of these months, or of their years where they are many. @param middleOf where the bar of a month has its middle */
export function monthTicks(
  months: readonly LondonDate[],
  middleOf: (month: LondonDate, index: number) => Fraction,
): Tick[] {
  return months.flatMap((month, index) => {
    const at = middleOf(month, index);
    if (months.length <= MOST_MONTHS) return [{ at, label: monthLabel(month), minor: index % 2 === 1 }];
    return month.slice(5, 7) === "01" ? [{ at, label: month.slice(0, 4), minor: false }] : [];
  });
}

/** `Apr`. */
export function monthLabel(date: LondonDate): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] as string;
}

/** `6 Apr`. */
export function dayLabel(date: LondonDate): string {
  return `${Number(date.slice(8))} ${monthLabel(date)}`;
}

/** A word beside a line: at a point of it, to the one side or the other. */
export interface LineLabel {
  x: Fraction;
  y: Fraction;
  side: "above" | "below";
}

/** The running totals as a drawing: paths in a box of `width` by `height`, all else in fractions of it. */
export type ProgressChart = ReturnType<typeof progressChart>;

const SUNDAY = 7;
/** Less than this of the width leaves no room for a word. */
const ROOM = 0.14;
/** What the longer word takes of the width of a phone. */
const WORD = 0.26;
/** From here on down a word below would stand on the names of dates. */
const FOOT = 0.88;

export function progressChart(report: ProgressReport, width: number, height: number) {
  const { period, measure, day } = report;
  const points = sampled(report);
  const share = report.plan.tolerance_percent / 100;
  const from = dayScale(period.begins, period.ends);
  // What a point says is so at the end of its day.
  const x = ({ date }: ProgressPoint) => from(addDays(date, 1));
  const past = points.filter(({ date }) => date <= day);
  const { at, ticks, zero } = amountScale(
    [
      ...points.flatMap(({ expected, done, toCome }) => [expected, done ?? 0, toCome ?? 0]),
      ...past.map(({ expected }) => expected * (1 + share)),
    ],
    measure,
  );
  const path = (of: readonly ProgressPoint[], y: (point: ProgressPoint) => number | null) =>
    line<ProgressPoint>(
      (point) => x(point) * width,
      (point) => at(y(point) ?? 0) * height,
    )
      .defined((point) => y(point) !== null)
      .digits(1)(of) ?? "";
  const band = area<ProgressPoint>(
    (point) => x(point) * width,
    ({ expected }) => at(expected * (1 - share)) * height,
    ({ expected }) => at(expected * (1 + share)) * height,
  ).digits(1);
  const today = isOver(report) || isToCome(report) ? null : from(addDays(day, 1));
  return {
    ...{ width, height },
    done: path(points, ({ done }) => done),
    expected: path(points, ({ expected }) => expected),
    /** Around what is expected, to the last counted day. */
    band: share === 0 || past.length < 2 ? "" : (band(past) ?? ""),
    toCome: path(points, ({ toCome }) => toCome),
    /** Where nothing is done. */
    zero,
    amounts: ticks,
    dates: dateTicks(period.begins, period.ends),
    // Where today begins. Early on the lines are at the foot of it, later above.
    today: today === null ? null : { x: today, atFoot: today > 0.5 },
    ...labels(points, past, today ?? (isOver(report) ? 1 : 0), (point) => ({ x: x(point), at })),
  };
}

/** The totals at both ends, at the ends of weeks and on the last counted day: a line of days would be all steps. */
function sampled({ points, period, day }: ProgressReport): ProgressPoint[] {
  const ends = [addDays(period.begins, -1), day, period.ends];
  return points.filter(({ date }) => weekday(date) === SUNDAY || ends.includes(date));
}

type Placed = (point: ProgressPoint) => { x: Fraction; at: (units: number) => Fraction };

/** Beside each line on the side where the other is not: the upper one above, the lower one below. */
function labels(points: readonly ProgressPoint[], past: readonly ProgressPoint[], today: Fraction, placed: Placed) {
  const worked = past.at(Math.floor(past.length * 0.72));
  if (!worked || today <= ROOM) return { doneLabel: null, expectedLabel: null };
  const isAhead = (worked.done ?? 0) > worked.expected;
  const doneLabel = labelOf(worked, worked.done ?? 0, isAhead, placed);
  const later = points.filter(({ toCome }) => toCome !== null);
  const beside = 1 - today > ROOM * 2 ? later.at(Math.floor(later.length * 0.86)) : undefined;
  if (!beside) return { doneLabel, expectedLabel: labelOf(worked, worked.expected, !isAhead, placed) };
  const isUpper = (point: ProgressPoint) => point.expected >= (point.toCome ?? 0);
  const label = labelOf(beside, beside.expected, isUpper(beside), placed);
  if (label.side === "above") return { doneLabel, expectedLabel: label };
  // A word below begins at its point: further on it would end outside of the picture.
  const inside = later.findLast((point) => placed(point).x <= 1 - WORD) ?? beside;
  return { doneLabel, expectedLabel: labelOf(inside, inside.expected, isUpper(inside), placed) };
}

function labelOf(point: ProgressPoint, amount: number, isUpper: boolean, placed: Placed): LineLabel {
  const { x, at } = placed(point);
  const y = at(amount);
  return { x, y, side: isUpper || y > FOOT ? "above" : "below" };
}
