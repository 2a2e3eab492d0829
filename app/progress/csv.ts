import type { Measure } from "~/diary/expected/hours";
import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { hundredthsOf, PA_UNITS } from "~/planning/job-plans/pa-rules";
import { earlierOf } from "~/platform/time/london";
import { METHOD_NAMES } from "./sentences";
import type { CategoryProgress, Progress, ProgressBar, ProgressReport } from "./types";

type Rows = string[][];

const MINUTES_AN_HOUR = 60;

/**
 * The weeks or months of a period as a table: work done by category, extra work, and the running totals from which the
 * balance follows. PAs or hours, with two decimals.
 */
export function barsCsv(report: ProgressReport, bars: readonly ProgressBar[]): Rows {
  const { measure, method, day, opening } = report;
  const unit = unitOf(measure);
  const categories = CATEGORIES.filter((category) => report.categories.some((row) => row.category === category));
  const runningAt = new Map(report.points.map((point) => [point.date, point]));
  const head = [
    ...["From", "To"],
    ...categories.map((category) => `${CATEGORY_NAMES[category]} done, ${unit}`),
    ...[`All done, ${unit}`, `Extra, not counted, ${unit}`, `Taken by leave, ${unit}`],
    `Expected (${METHOD_NAMES[method]}), ${unit}`,
    `Running: done, credited and carried over, ${unit}`,
    ...[`Running: expected, ${unit}`, `Balance, ${unit}`],
  ];
  const rows = bars.map((bar) => {
    const isPast = bar.begins <= day;
    const past = (units: number) => (isPast ? numberOf(units, measure) : "");
    const last = runningAt.get(earlierOf(bar.ends, day));
    const { done = opening, expected = 0 } = last ?? {};
    return [
      ...[bar.begins, bar.ends],
      ...categories.map((wanted) => past(bar.done.find(({ category }) => category === wanted)?.amount ?? 0)),
      past(bar.done.reduce((sum, { amount }) => sum + amount, 0)),
      past(bar.extra),
      ...[numberOf(bar.leave, measure), numberOf(bar.expected, measure)],
      ...[past(done ?? 0), past(expected), past((done ?? 0) - expected)],
    ];
  });
  return [head, ...rows];
}

/** Categories and elements as a table, up to the last counted day; the last row is the total. */
export function elementsCsv(report: ProgressReport): Rows {
  const { categories, total, measure, method, opening, day } = report;
  const unit = unitOf(measure);
  const head = [
    ...["Category", "Element", `Plan, ${unit} a week`],
    `Expected to ${day} (${METHOD_NAMES[method]}), ${unit}`,
    ...[`Credited for sickness, ${unit}`, `Done, ${unit}`, `Balance, ${unit}`],
  ];
  const figures = ({ weekly, expected, credit, done, balance }: Progress) =>
    [weekly, expected, credit, done, balance].map((units) => numberOf(units, measure));
  const ofCategory = ({ category, elements, ...sum }: CategoryProgress) => [
    ...elements.map(({ element, ...own }) => [CATEGORY_NAMES[category], element, ...figures(own)]),
    [CATEGORY_NAMES[category], "All", ...figures(sum)],
  ];
  const carried = ["Carried over", "", "", "", "", "", numberOf(opening, measure)];
  return [
    head,
    ...categories.flatMap(ofCategory),
    ...(opening === 0 ? [] : [carried]),
    ["All", "All", ...figures(total)],
  ];
}

function unitOf(measure: Measure): string {
  return measure === "pas" ? "PA" : "hours";
}

/** Formats a plain number for a spreadsheet; halves are rounded away from zero. */
function numberOf(units: number, measure: Measure): string {
  return (hundredthsOf(units, measure === "pas" ? PA_UNITS : MINUTES_AN_HOUR) / 100).toFixed(2);
}

/** `progress-2026-04-01-to-2027-03-31-by-month`: letters, digits and hyphens. */
export function csvName({ period }: ProgressReport, of: string): string {
  return `progress-${period.begins}-to-${period.ends}-by-${of}`;
}
