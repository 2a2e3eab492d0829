import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Measure } from "~/diary/expected/hours";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { MONTHS } from "~/platform/time/dates";
import { addDays, daysBetween, type LondonDate, weekday } from "~/platform/time/london";
import { isOver, isToCome } from "./sentences";
import type { ProgressPoint, ProgressReport } from "./types";

/** A position in a chart, from 0 (left or top) to 1 (right or bottom). */
export type Fraction = number;

export interface Tick {
  at: Fraction;
  label: string;
  /** Whether the label is left out where room is short. */
  minor: boolean;
}

const STEPS = 4;
/** Factor that leaves room above the highest value for a label beside it. */
const HEADROOM = 1.04;
/** Units of a measure per unit of its axis (a PA or an hour). */
const UNITS: Record<Measure, number> = { pas: PA_UNITS, hours: 60 };

/** Vertical axis for amounts in units of the measure. */
export function amountScale(amounts: readonly number[], measure: Measure) {
  const { at, ...axis } = valueScale(amounts.map((units) => units / UNITS[measure]));
  return { ...axis, at: (units: number): Fraction => at(units / UNITS[measure]) };
}

/** Vertical axis for plain numbers. */
export function valueScale(values: readonly number[]) {
  const scale = scaleLinear([Math.min(0, ...values), Math.max(0.5, ...values) * HEADROOM], [1, 0]);
  const at = (value: number): Fraction => scale(value);
  const ticks = scale.ticks(STEPS).map((value): Tick => {
    return { at: scale(value), label: scale.tickFormat(STEPS, "~f")(value).replace("-", "−"), minor: false };
  });
  return { at, ticks, zero: scale(0) };
}

/** Horizontal axis of a period's days. Returns a function that gives the position at which a day begins. */
function dayScale(begins: LondonDate, ends: LondonDate) {
  const scale = scaleLinear([0, daysBetween(begins, ends) + 1], [0, 1]);
  return (date: LondonDate): Fraction => scale(daysBetween(begins, date));
}

const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, 3));
/** Periods of fewer days have labels for weeks, others for months. */
const FEW_DAYS = 80;

/** Labels of the horizontal axis: months, or the first days of weeks. */
export function dateTicks(begins: LondonDate, ends: LondonDate): Tick[] {
  const at = dayScale(begins, ends);
  const days = daysBetween(begins, ends) + 1;
  const dates = Array.from({ length: days }, (_, day) => addDays(begins, day));
  if (days < FEW_DAYS) {
    const each = dates.filter((_, day) => day % 7 === 0 && day <= days - 3);
    return each.map((date, index) => ({ at: at(date), label: dayLabel(date), minor: index % 2 === 1 }));
  }
  // A month that begins before the period has no label: if it ends soon, its label would displace the next one.
  const firsts = dates.filter((date, day) => date.endsWith("-01") && day <= days - 10);
  return firsts.map((date, index) => ({ at: at(date), label: monthLabel(date), minor: index % 2 === 1 }));
}

/** Most months that leave room for the name of each, and for a number above its bar. */
export const MAX_MONTHS = 14;

/**
 * Labels of months; with more than `MAX_MONTHS` only a year at each January.
 * @param middleOf position of the middle of a month's bar
 */
export function monthTicks(
  months: readonly LondonDate[],
  middleOf: (month: LondonDate, index: number) => Fraction,
): Tick[] {
  return months.flatMap((month, index) => {
    const at = middleOf(month, index);
    if (months.length <= MAX_MONTHS) return [{ at, label: monthLabel(month), minor: index % 2 === 1 }];
    return month.slice(5, 7) === "01" ? [{ at, label: month.slice(0, 4), minor: false }] : [];
  });
}

/** `Apr`. */
export function monthLabel(date: LondonDate): string {
  return SHORT_MONTHS[Number(date.slice(5, 7)) - 1] as string;
}

/** `6 Apr`. */
export function dayLabel(date: LondonDate): string {
  return `${Number(date.slice(8))} ${monthLabel(date)}`;
}

/** Label of a line: a point of the line, and the side of it on which the label is. */
export interface LineLabel {
  x: Fraction;
  y: Fraction;
  side: "above" | "below";
}

/** Drawing of the running totals: paths in a box of `width` by `height`, everything else in fractions of it. */
export type ProgressChart = ReturnType<typeof progressChart>;

const SUNDAY = 7;
/** Least share of the width that leaves room for a label. */
const ROOM = 0.14;
/** Share of a phone's width that the longer label takes. */
const WORD = 0.26;
/** From this position down, a label below the line would overlap the date labels. */
const FOOT = 0.88;

export function progressChart(report: ProgressReport, width: number, height: number) {
  const { period, measure, day } = report;
  const points = sampled(report);
  const share = report.plan.tolerance_percent / 100;
  const from = dayScale(period.begins, period.ends);
  // A point holds the totals at the end of its day.
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
    /** Tolerance around the expected line, up to the last counted day. */
    band: share === 0 || past.length < 2 ? "" : (band(past) ?? ""),
    toCome: path(points, ({ toCome }) => toCome),
    /** Position of zero. */
    zero,
    amounts: ticks,
    dates: dateTicks(period.begins, period.ends),
    // Position at which today begins. The lines are at the bottom there early in the period, and higher later: the
    // label is at the other end.
    today: today === null ? null : { x: today, atFoot: today > 0.5 },
    ...labels(points, past, today ?? (isOver(report) ? 1 : 0), (point) => ({ x: x(point), at })),
  };
}

/**
 * The points at both ends, at the ends of weeks and on the last counted day: a line through every day would be all
 * steps.
 */
function sampled({ points, period, day }: ProgressReport): ProgressPoint[] {
  const ends = [addDays(period.begins, -1), day, period.ends];
  return points.filter(({ date }) => weekday(date) === SUNDAY || ends.includes(date));
}

type Placed = (point: ProgressPoint) => { x: Fraction; at: (units: number) => Fraction };

/** Places each label on the side away from the other line: above the upper line, below the lower one. */
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
  // A label below the line begins at its point: further right it would end outside the drawing.
  const inside = later.findLast((point) => placed(point).x <= 1 - WORD) ?? beside;
  return { doneLabel, expectedLabel: labelOf(inside, inside.expected, isUpper(inside), placed) };
}

function labelOf(point: ProgressPoint, amount: number, isUpper: boolean, placed: Placed): LineLabel {
  const { x, at } = placed(point);
  const y = at(amount);
  return { x, y, side: isUpper || y > FOOT ? "above" : "below" };
}
