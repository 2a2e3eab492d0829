import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { shortDate } from "~/platform/time/dates";
import { mondayOf } from "~/platform/time/london";
import { totalOf } from "./bars.server";
import { dayLabel } from "./chart.server";
import { type BarsBy, type ProgressChoice, progressPath } from "./choice";
import { figure, signedFigure } from "./format";
import { doneName } from "./sentences";
import type { Measure, Progress, ProgressBar, ProgressReport } from "./types";

type Tone = "over" | "under" | "level";
/** Figures of a category, an element or the whole, in words. */
export type BalanceLine = ReturnType<typeof balanceLine>;
export type BalanceRows = ReturnType<typeof balanceRows>;

/** Lines of figures by date. */
export interface FigureRows {
  /** Heads the column of dates. */
  first: string;
  columns: { short: string; name?: string }[];
  lines: { key: string; first: string; to?: string; figures: string[]; isDay?: boolean }[];
}

/** The figures by category and element, as the page's table has them. */
export function balanceRows(report: ProgressReport, choice: ProgressChoice) {
  const { categories, total, opening, measure } = report;
  // Of something that is looked at alone the name leads back to all.
  const alone = choice.category !== null || choice.element !== null;
  const all = { ...choice, category: null, element: null };
  const lookAt = (part: Partial<ProgressChoice>) => progressPath(alone ? all : { ...all, ...part });
  return {
    categories: categories.map(({ category, elements, ...sum }) => ({
      ...balanceLine(category, CATEGORY_NAMES[category], lookAt({ category }), sum, measure),
      category,
      elements: elements.map(({ element_ref, element, ...own }) =>
        balanceLine(element_ref, element, lookAt({ element: element_ref }), own, measure),
      ),
    })),
    // It would say again what the one category says.
    total: categories.length === 1 && opening === 0 ? null : balanceLine("total", "All", null, total, measure),
    opening: opening === 0 ? null : { amount: signedFigure(opening, measure), tone: toneOf(opening) },
    hasCredit: total.credit !== 0,
    unit: measure === "pas" ? "PA" : "hours",
  };
}

function balanceLine(key: string, name: string, to: string | null, progress: Progress, measure: Measure) {
  const { weekly, expected, credit, done, balance } = progress;
  return {
    ...{ key, name, to },
    weekly: figure(weekly, measure),
    expected: figure(expected, measure),
    credit: figure(credit, measure),
    done: figure(done, measure),
    balance: signedFigure(balance, measure),
    tone: toneOf(balance),
  };
}

function toneOf(balance: number): Tone {
  if (balance === 0) return "level";
  return balance > 0 ? "over" : "under";
}

/** The numbers of the bars: a line for each week or month, a column for each category that was worked in one. */
export function barRows(bars: readonly ProgressBar[], by: BarsBy, { measure, day }: ProgressReport): FigureRows {
  const worked = new Set(bars.flatMap(({ done }) => done.map(({ category }) => category)));
  // One alone is what "Done" says already.
  const categories = worked.size > 1 ? CATEGORIES.filter((category) => worked.has(category)) : [];
  const hasLeave = bars.some(({ leave }) => leave !== 0);
  const hasExtra = bars.some(({ extra }) => extra !== 0);
  return {
    first: by === "month" ? "Month" : "Week from",
    columns: [
      { short: "Expected" },
      { short: "Done" },
      ...categories.map((category) => ({ short: category, name: CATEGORY_NAMES[category] })),
      ...(hasExtra ? [{ short: "Extra", name: "Extra, not counted" }] : []),
      ...(hasLeave ? [{ short: "Leave", name: "Taken by leave" }] : []),
    ],
    lines: bars.map((bar) => {
      // Of the weeks and months to come nothing is done yet: that is no nought.
      const past = (units: number) => (bar.begins > day ? "" : figure(units, measure));
      const ofCategory = (wanted: string) => bar.done.find(({ category }) => category === wanted)?.amount ?? 0;
      return {
        key: bar.begins,
        first: by === "month" ? formatMonth(bar.begins) : formatWeek(bar.begins),
        to: `/logbook/?date=${bar.begins}`,
        figures: [
          figure(bar.expected, measure),
          past(totalOf(bar)),
          ...categories.map((category) => past(ofCategory(category))),
          ...(hasExtra ? [past(bar.extra)] : []),
          ...(hasLeave ? [figure(bar.leave, measure)] : []),
        ],
      };
    }),
  };
}

/** The numbers of the lines: the running totals at the end of each month, and on the last counted day. */
export function pointRows(report: ProgressReport): FigureRows {
  const { points, period, day, measure } = report;
  const shown = points.filter(
    ({ date }, index) => date === day || date === period.ends || (index > 0 && points[index + 1]?.date.endsWith("-01")),
  );
  const hasToCome = shown.some(({ date, toCome }) => date > day && toCome !== null);
  return {
    first: "To",
    columns: [
      { short: "Expected" },
      { short: doneName(report) },
      { short: "Balance" },
      ...(hasToCome ? [{ short: "To come", name: "Done, if the rest of the plan is worked" }] : []),
    ],
    lines: shown.map(({ date, expected, done, toCome }) => ({
      key: date,
      first: dayLabel(date),
      // Also the way by keys into a table that scrolls sideways.
      to: `/logbook/?date=${date}`,
      isDay: date === day,
      figures: [
        figure(expected, measure),
        done === null ? "" : figure(done, measure),
        done === null ? "" : signedFigure(done - expected, measure),
        ...(hasToCome ? [date > day && toCome !== null ? figure(toCome, measure) : ""] : []),
      ],
    })),
  };
}

/** `April 2026`. */
function formatMonth(date: string): string {
  return shortDate(date).split(" ").slice(2).join(" ");
}

/** `Mon 6 Apr`, of the Monday, though the period begins later in that week. */
function formatWeek(date: string): string {
  return mondayOf(date) === date ? dayLabel(date) : shortDate(date, false);
}
