import type { Measure } from "~/diary/expected/hours";
import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { shortDate } from "~/platform/time/dates";
import { mondayOf } from "~/platform/time/london";
import { totalOf } from "./bars.server";
import { dayLabel } from "./chart.server";
import { type BarsBy, type ProgressChoice, progressPath } from "./choice";
import { figure, signedFigure } from "./format";
import { doneName } from "./sentences";
import type { Progress, ProgressBar, ProgressReport } from "./types";

type Tone = "over" | "under" | "level";
/** Formatted figures of a category, an element or the total. */
export type BalanceLine = ReturnType<typeof balanceLine>;
export type BalanceRows = ReturnType<typeof balanceRows>;

/** A table of figures, with a row for each date. */
export interface FigureRows {
  /** Heading of the column of dates. */
  first: string;
  columns: { short: string; name?: string }[];
  lines: { key: string; first: string; to?: string; figures: string[]; isDay?: boolean }[];
}

/**
 * Rows of the page's table of balances by category and element.
 * @param isSilent whether nothing is logged: then no balance has the colour of a shortfall
 */
export function balanceRows(report: ProgressReport, choice: ProgressChoice, isSilent: boolean) {
  const { categories, total, opening, carried = [], measure } = report;
  const typed = opening - carried.reduce((sum, { balance }) => sum + balance, 0);
  const before = [
    ...carried.map(({ plan_ref, title, begins, ends, balance }) => ({
      name: `Carried over from ${title}, ${dateRange({ date_start: begins, date_end: ends })}`,
      to: progressPath({ ...choice, plan: plan_ref, day: null, category: null, element: null }),
      balance,
    })),
    ...(typed === 0 ? [] : [{ name: "Carried over from before", to: null, balance: typed }]),
  ];
  // While only a part is shown, each name links back to the whole plan.
  const alone = choice.category !== null || choice.element !== null;
  const all = { ...choice, category: null, element: null };
  const lineOf = (key: string, name: string, to: string | null, progress: Progress) => {
    const line = balanceLine(key, name, to, progress, measure);
    return isSilent ? { ...line, tone: "level" as const } : line;
  };
  const lookAt = (part: Partial<ProgressChoice>) => progressPath(alone ? all : { ...all, ...part });
  return {
    categories: categories.map(({ category, elements, ...sum }) => ({
      ...lineOf(category, CATEGORY_NAMES[category], lookAt({ category }), sum),
      category,
      elements: elements.map(({ element_ref, element, ...own }) =>
        lineOf(element_ref, element, lookAt({ element: element_ref }), own),
      ),
    })),
    // With a single category and no opening balance, the total would repeat its row.
    total: categories.length === 1 && before.length === 0 ? null : lineOf("total", "All", null, total),
    before: before.map(({ balance, ...each }) => ({
      ...{ ...each, amount: signedFigure(balance, measure), tone: toneOf(balance) },
    })),
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
  if (balance > 0) return "over";
  return balance < 0 ? "under" : "level";
}

/** The figures of the bars: a row for each week or month, a column for each category that was worked. */
export function barRows(bars: readonly ProgressBar[], by: BarsBy, { measure, day }: ProgressReport): FigureRows {
  const worked = new Set(bars.flatMap(({ done }) => done.map(({ category }) => category)));
  // A single category would repeat "Done".
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
      // A future week or month has no figure for work done: that is not zero.
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

/** The figures of the lines: the running totals at the end of each month, and on the last counted day. */
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
      // The link also lets keyboard users scroll a table that is too wide.
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

/** `Apr 2026`. */
function formatMonth(date: string): string {
  return shortDate(date).split(" ").slice(2).join(" ");
}

/** `6 Apr` for a Monday; `Wed 8 Apr` for the first day of a period that begins later in its week. */
function formatWeek(date: string): string {
  return mondayOf(date) === date ? dayLabel(date) : shortDate(date, false);
}
