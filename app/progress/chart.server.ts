import { area, line } from "d3-shape";
import { addDays, weekday } from "~/platform/time/london";
import { amountScale, dateTicks, dayScale, type Fraction, type Tick } from "./scales.server";
import { isOver, isToCome } from "./sentences";
import type { ProgressPoint, ProgressReport } from "./types";

/** A word beside a line: at a point of it, to the one side or the other. */
export interface LineLabel {
  x: Fraction;
  y: Fraction;
  side: "above" | "below";
}

/** The running totals as a drawing: paths in a box of `width` by `height`, all else in fractions of it. */
export interface ProgressChart {
  width: number;
  height: number;
  done: string;
  expected: string;
  /** Around what is expected, to the last counted day. */
  band: string;
  toCome: string;
  /** Where nothing is done. */
  zero: Fraction;
  amounts: Tick[];
  dates: Tick[];
  /** Where today begins; null while the period is to come, and once it is over. */
  today: { x: Fraction; atFoot: boolean } | null;
  doneLabel: LineLabel | null;
  expectedLabel: LineLabel | null;
}

const SUNDAY = 7;
/** Less than this of the width leaves no room for a word. */
const ROOM = 0.14;
/** What the longer word takes of the width of a phone. */
const WORD = 0.26;
/** From here on down a word below would stand on the names of dates. */
const FOOT = 0.88;

export function progressChart(report: ProgressReport, width: number, height: number): ProgressChart {
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
    width,
    height,
    done: path(points, ({ done }) => done),
    expected: path(points, ({ expected }) => expected),
    band: share === 0 || past.length < 2 ? "" : (band(past) ?? ""),
    toCome: path(points, ({ toCome }) => toCome),
    zero,
    amounts: ticks,
    dates: dateTicks(period.begins, period.ends),
    // Early on the lines are at the foot of it, later above.
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
