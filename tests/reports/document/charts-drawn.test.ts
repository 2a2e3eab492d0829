import { expect, test } from "vitest";
import type { ProgressBar } from "~/progress/types";
import { cases } from "~/reports/document/cells";
import type { Cell, Drawing, ReportTable } from "~/reports/document/types";
import { chartsOf } from "~/reports/print/charts.server";

const FEW: Cell = { kind: "few" };

function charts(rows: Cell[][], draws?: Drawing, more: Partial<ReportTable> = {}) {
  return chartsOf({ kind: "table", id: "x", caption: "Cases", heads: ["Kind", "Cases"], rows, draws, ...more });
}

test("a table without a drawing has no chart", () => {
  expect(
    charts([
      ["A", cases(1)],
      ["B", cases(2)],
    ]),
  ).toEqual([]);
});

test("a table of two ways has a chart by its rows and one by its columns", () => {
  const drawn = charts(
    [
      ["ASA 1", cases(1), cases(3), cases(4)],
      ["ASA 2", cases(2), cases(6), cases(8)],
    ],
    { kind: "both-ways", across: "Urgency" },
    { heads: ["ASA grade", "Elective", "Urgent", "All"], foot: ["All", cases(3), cases(9), cases(12)] },
  );
  const bar = (width: number, words: string) => ({ width, words });
  expect(drawn).toEqual([
    {
      ...{ kind: "rows", id: "x", caption: "Cases by ASA grade", legend: [] },
      ...{ finding: "Cases by ASA grade: ASA 2 most often, 8", description: "ASA 1 4; ASA 2 8." },
      rows: [
        { label: "ASA 1", bars: [bar(0.5, "4")] },
        { label: "ASA 2", bars: [bar(1, "8")] },
      ],
    },
    {
      ...{ kind: "rows", id: "x-across", caption: "Cases by urgency", legend: [] },
      ...{ finding: "Cases by urgency: Urgent most often, 9", description: "Elective 3; Urgent 9." },
      rows: [
        { label: "Elective", bars: [bar(3 / 9, "3")] },
        { label: "Urgent", bars: [bar(1, "9")] },
      ],
    },
  ]);
});

test("each month has its bar, with its number above it where fourteen have room", () => {
  const of = Array.from(
    { length: 15 },
    (_, at) => `${at < 9 ? 2026 : 2027}-${String(((at + 3) % 12) + 1).padStart(2, "0")}-01`,
  );
  const drawn = (months: number, cell: (at: number) => Cell) =>
    charts(
      of.slice(0, months).map((month, at): Cell[] => [month, cell(at)]),
      { kind: "months", of: of.slice(0, months), column: 1 },
    )[0];
  const [zero, three] = [expect.closeTo(1), expect.closeTo(1 - 3 / (3 * 1.04))];
  expect(drawn(3, (at) => [FEW, cases(3), cases(0)][at] ?? "")).toEqual({
    ...{ kind: "months", id: "x", caption: "Cases", zero: 1, finding: "Cases: most in May 2026, 3" },
    description: "April 2026 fewer than 5; May 2026 3; June 2026 0.",
    ticks: [0, 1, 2, 3].map((value) => ({
      ...{ at: expect.closeTo(1 - value / (3 * 1.04)), label: String(value), minor: false },
    })),
    columns: [
      { x: expect.closeTo(0.16 / 3), width: expect.closeTo(0.68 / 3), y: zero, words: "<5" },
      { x: expect.closeTo(1.16 / 3), width: expect.closeTo(0.68 / 3), y: three, words: "3" },
      { x: expect.closeTo(2.16 / 3), width: expect.closeTo(0.68 / 3), y: zero, words: "" },
    ],
    dates: [
      { at: expect.closeTo(0.5 / 3), label: "Apr", minor: false },
      { at: expect.closeTo(1.5 / 3), label: "May", minor: true },
      { at: expect.closeTo(2.5 / 3), label: "Jun", minor: false },
    ],
  });
  const words = (months: number) => {
    const chart = drawn(months, () => cases(7));
    return chart?.kind === "months" ? chart.columns.map((column) => column.words) : [];
  };
  expect([words(14)[13], words(15)[14]]).toEqual(["7", ""]);
});

test("names of thirty letters are whole, and longer ones end in dots", () => {
  const [chart] = charts(
    [
      ["a".repeat(30), cases(1)],
      ["b".repeat(31), cases(2)],
    ],
    { kind: "rows", column: 1 },
  );
  expect(chart?.kind === "rows" && chart.rows.map(({ label }) => label)).toEqual([
    ...["a".repeat(30), `${"b".repeat(29)}…`],
  ]);
});

test("what was not done this period is not among the commonest, whatever it was the year before", () => {
  const [chart] = charts(
    [
      ["Epidural", cases(0), cases(9)],
      ["Spinal", cases(2), cases(8)],
      ["PENG", cases(4), cases(0)],
    ],
    { kind: "commonest", column: 1, before: 2 },
  );
  expect(chart).toEqual({
    ...{ kind: "rows", id: "x", caption: "Most common procedures, with the year before" },
    legend: ["This period", "The year before (in brackets)"],
    finding: "Most common procedures, with the year before: PENG most often, 4",
    description: "PENG 4, 0; Spinal 2, 8.",
    rows: [
      {
        label: "PENG",
        bars: [
          { width: 0.5, words: "4" },
          { width: 0, words: "0" },
        ],
      },
      {
        label: "Spinal",
        bars: [
          { width: 0.25, words: "2" },
          { width: 1, words: "8" },
        ],
      },
    ],
  });
});

test("the months of a plan are drawn from two on, and said in PAs or in hours", () => {
  const bar = (begins: string, ends: string, dcc: number): ProgressBar => ({
    ...{ begins, ends, extra: 0, leave: 0, expected: 7200 },
    done: [
      { category: "DCC", amount: dcc },
      { category: "SPA", amount: 1800 },
    ],
  });
  const bars = [bar("2026-04-01", "2026-04-30", 3600), bar("2026-05-01", "2026-05-31", 0)];
  const drawn = (measure: "pas" | "hours", of = bars) => charts([], { kind: "plan-months", bars: of, measure })[0];
  expect(drawn("pas")).toMatchObject({
    ...{ kind: "plan-months", id: "x", caption: "PAs by month and category against the plan" },
    finding: "2.00 PAs done and 4.00 expected by 31 May 2026",
    description: "April 2026 1.50 done, 2.00 expected; May 2026 0.50 done, 2.00 expected.",
    bars: { columns: [{ key: "2026-04-01" }, { key: "2026-05-01" }] },
  });
  expect(drawn("hours")).toMatchObject({
    caption: "Hours by month and category against the plan",
    finding: "120:00 Hours done and 240:00 expected by 31 May 2026",
  });
  expect([drawn("pas", bars.slice(1)), drawn("pas", [])]).toEqual([undefined, undefined]);
});
