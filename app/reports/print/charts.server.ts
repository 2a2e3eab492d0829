import { scaleBand, scaleLinear } from "d3-scale";
import { formatList } from "~/platform/time/counted";
import { longDate, monthName } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { barsChart } from "~/progress/bars.server";
import { type Fraction, MAX_MONTHS, monthTicks, valueScale } from "~/progress/chart.server";
import { figure as amountText } from "~/progress/format";
import { formatCell, grouped, SMALL } from "../document/cells";
import type { Cell, Drawing, ReportTable } from "../document/types";

/** Texts of every chart of a report. */
interface ChartWords {
  /** Letters and hyphens, unique in the report. */
  id: string;
  caption: string;
  /** What it shows, in a sentence. */
  finding: string;
  /** Text alternative: all of its figures. */
  description: string;
}

/** PAs by month and category, drawn as on the page of progress. */
interface PlanMonthsChart extends ChartWords {
  kind: "plan-months";
  bars: ReturnType<typeof barsChart>;
}

/** Vertical bars, one for each month. */
export interface MonthsChart extends ChartWords, Omit<ReturnType<typeof valueScale>, "at"> {
  kind: "months";
  dates: { at: Fraction; label: string; minor: boolean }[];
  columns: { x: Fraction; width: Fraction; y: Fraction; words: string }[];
}

/** Horizontal bars, one or two for each row. */
export interface RowsChart extends ChartWords {
  kind: "rows";
  rows: { label: string; bars: Bar[] }[];
  /** Legend of the first and the second bar of each row; empty if there is only one. */
  legend: string[];
}

interface Bar {
  width: Fraction;
  words: string;
}

export type ReportChart = PlanMonthsChart | MonthsChart | RowsChart;

/**
 * Returns the charts of a table, drawn from its cells as they are shown: a hidden number has no bar. Empty if there is
 * nothing to draw.
 */
export function chartsOf(table: ReportTable): ReportChart[] {
  const { draws } = table;
  if (draws === undefined) return [];
  if (draws.kind === "plan-months") return planMonths(table, draws);
  if (draws.kind === "months") return months(table, draws);
  if (draws.kind === "commonest") return commonest(table, draws);
  const rows = (id: string, head: string, lines: Line[]) =>
    horizontalBarChart(id, `Cases by ${lowerFirstWord(head)}`, lines);
  if (draws.kind === "rows") return rows(table.id, table.heads[0] ?? "", linesOf(table.rows, draws.column));
  const { heads, foot } = table;
  const across = (foot ?? []).map((cell, at) => ({ label: heads[at] ?? "", cells: [cell] })).slice(1, -1);
  return [
    ...rows(table.id, heads[0] ?? "", linesOf(table.rows, heads.length - 1)),
    ...rows(`${table.id}-across`, draws.across, across),
  ];
}

interface Line {
  label: string;
  cells: Cell[];
}

function linesOf(rows: readonly Cell[][], ...columns: number[]): Line[] {
  return rows.map((row) => ({ label: formatCell(row[0] ?? ""), cells: columns.map((at) => row[at] ?? "") }));
}

/** `Age` becomes `age` within a sentence; `ASA grade` stays as it is. */
function lowerFirstWord(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Value of a number of cases as it is drawn; 0 for a hidden one. */
function shown(cell: Cell | undefined): number {
  return typeof cell === "object" && cell.kind === "cases" ? cell.value : 0;
}

/** Whether a cell has a number of cases other than zero, or a hidden one. */
function isAny(cell: Cell | undefined): boolean {
  return shown(cell) > 0 || (typeof cell === "object" && cell.kind === "few");
}

function planMonths(table: ReportTable, { bars, measure }: Extract<Drawing, { kind: "plan-months" }>): ReportChart[] {
  const last = bars.at(-1);
  // For a single month the table is enough.
  if (!last || bars.length < 2) return [];
  const unit = measure === "pas" ? "PAs" : "Hours";
  const sum = (of: (bar: (typeof bars)[number]) => number) => amountText(total(bars.map(of)), measure);
  const done = sum((bar) => total(bar.done.map(({ amount }) => amount)));
  const ofMonth = (bar: (typeof bars)[number]) =>
    `${monthName(bar.begins)} ${amountText(total(bar.done.map(({ amount }) => amount)), measure)} done, ${amountText(bar.expected, measure)} expected`;
  return [
    {
      kind: "plan-months",
      id: table.id,
      caption: `${unit} by month and category against the plan`,
      finding: `${done} ${unit} done and ${sum(({ expected }) => expected)} expected by ${longDate(last.ends)}`,
      description: `${bars.map(ofMonth).join("; ")}.`,
      bars: barsChart(bars, "month", measure),
    },
  ];
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Share of a month's slot that is left as a gap. */
const GAPS = 0.32;

function months({ id, caption, rows }: ReportTable, draws: Extract<Drawing, { kind: "months" }>): ReportChart[] {
  const cells = rows.map((row) => row[draws.column]);
  const counts = cells.map(shown);
  const most = Math.max(0, ...counts);
  if (cells.length < 2 || most === 0) return [];
  const { at, ticks, zero } = valueScale(counts);
  const places = scaleBand<LondonDate>(draws.of, [0, 1])
    .paddingInner(GAPS)
    .paddingOuter(GAPS / 2);
  const width = places.bandwidth();
  const best = draws.of.filter((_, index) => counts[index] === most).map(monthName);
  return [
    {
      ...{ kind: "months", id, caption, zero },
      // Only ticks at whole cases.
      ticks: ticks.filter(({ label }) => /^\d+$/.test(label)),
      finding: `${caption}: most in ${formatList(best)}, ${grouped(most)}`,
      description: `${draws.of.map((month, index) => `${monthName(month)} ${formatCell(cells[index] ?? "")}`).join("; ")}.`,
      columns: draws.of.map((month, index) => ({
        ...{ x: places(month) ?? 0, width, y: at(counts[index] ?? 0) },
        words: draws.of.length > MAX_MONTHS ? "" : barWords(cells[index]),
      })),
      dates: monthTicks(draws.of, (month) => (places(month) ?? 0) + width / 2),
    },
  ];
}

/** Label above a narrow bar. */
function barWords(cell: Cell | undefined): string {
  if (typeof cell === "object" && cell.kind === "few") return `<${SMALL}`;
  return shown(cell) > 0 ? grouped(shown(cell)) : "";
}

/** A chart with a bar for each line that has a figure; none for a single line, for which the table is enough. */
function horizontalBarChart(id: string, caption: string, all: readonly Line[], legend: string[] = []): RowsChart[] {
  const lines = all.filter(({ cells }) => cells.some(isAny));
  const firsts = lines.map(({ cells: [first] }) => shown(first));
  const most = Math.max(0, ...firsts);
  if (lines.length < 2 || most === 0) return [];
  const scale = scaleLinear([0, Math.max(...lines.flatMap(({ cells }) => cells.map(shown)))], [0, 1]);
  const best = lines.filter((_, at) => firsts[at] === most).map(({ label }) => label);
  return [
    {
      ...{ kind: "rows", id, caption, legend },
      finding: `${caption}: ${formatList(best)} most often, ${grouped(most)}`,
      description: `${lines.map(({ label, cells }) => `${label} ${cells.map(formatCell).join(", ")}`).join("; ")}.`,
      rows: lines.map(({ label, cells }) => ({
        label: shortened(label),
        bars: cells.map((cell) => ({ width: scale(shown(cell)), words: formatCell(cell) })),
      })),
    },
  ];
}

/** Shortens a label: the table has it in full. */
function shortened(label: string): string {
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : label;
}

const LONGEST_LABEL = 30;
const MAX_ROWS = 15;

/** The rows with the highest numbers; one whose number is hidden is not among them. */
function commonest(table: ReportTable, { column, before }: Extract<Drawing, { kind: "commonest" }>): ReportChart[] {
  const lines = linesOf(table.rows, column, before)
    .filter(({ cells }) => shown(cells[0]) > 0)
    .toSorted((one, other) => shown(other.cells[0]) - shown(one.cells[0]));
  const legend = ["This period", "The year before (in brackets)"];
  return horizontalBarChart(table.id, "Most common procedures, with the year before", lines.slice(0, MAX_ROWS), legend);
}
