import type { Measure } from "~/diary/expected/hours";
import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { monthName } from "~/platform/time/dates";
import { progressBars } from "~/progress/bars.server";
import type { Calculation } from "~/progress/report";
import { shownBars, withDecimals } from "~/progress/shown-figures";
import type { ProgressBar } from "~/progress/types";
import type { Cell, ReportTable } from "../document/types";
import { unitsCell } from "./worked.server";

/** Work done and expected in each month of a plan, up to the last day that is calculated. */
export function monthsCounted(calculation: Calculation, chosen: ReadonlySet<string> | null): ProgressBar[] {
  const { period, day, measure } = calculation;
  if (day < period.begins) return [];
  return shownBars(
    progressBars({ ...calculation, period: { ...period, ends: day } }, "month", chosen),
    withDecimals(measure),
  );
}

/**
 * The months of all plans together, as a table with a chart.
 * @param parts months of plans, some of them of the same month
 */
export function monthsTable(parts: readonly ProgressBar[], measure: Measure): ReportTable[] {
  const bars = [...Map.groupBy(parts, ({ begins }) => begins.slice(0, 7))]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, each]) => sumOf(each));
  if (!bars.some((bar) => bar.expected + bar.extra !== 0 || bar.done.length > 0)) return [];
  const cellsOf = (bar: ProgressBar): Cell[] => {
    const done = CATEGORIES.map((category) => bar.done.find((each) => each.category === category)?.amount ?? 0);
    const all = done.reduce((sum, amount) => sum + amount, 0);
    return [...done, all, bar.expected, all - bar.expected, bar.extra].map((units) => unitsCell(units, measure));
  };
  const heads = [...CATEGORIES.map((category) => CATEGORY_NAMES[category]), "Done", "Expected", "Difference"];
  return [
    {
      kind: "table",
      id: "job-plan-months",
      caption: `${measure === "pas" ? "PAs" : "Hours"} by month, done and expected`,
      heads: ["Month", ...heads, "Extra work, not counted"],
      rows: bars.map((bar) => [monthName(bar.begins), ...cellsOf(bar)]),
      foot: ["All", ...cellsOf(sumOf(bars))],
      note: "Work only: nothing credited for absence or carried over from before is included.",
      draws: { kind: "plan-months", bars, measure },
    },
  ];
}

function sumOf(bars: readonly ProgressBar[]): ProgressBar {
  const [first] = bars as [ProgressBar];
  const done = CATEGORIES.flatMap((category) => {
    const amount = total(bars.flatMap((bar) => bar.done.filter((each) => each.category === category)));
    return amount === 0 ? [] : [{ category, amount }];
  });
  return {
    ...{
      begins: first.begins,
      ends:
        bars
          .map(({ ends }) => ends)
          .sort()
          .at(-1) ?? first.ends,
      done,
    },
    extra: bars.reduce((sum, { extra }) => sum + extra, 0),
    // Leave has a separate section.
    leave: 0,
    expected: bars.reduce((sum, { expected }) => sum + expected, 0),
  };
}

function total(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
