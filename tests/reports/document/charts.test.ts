import { expect, test } from "vitest";
import { BY_ASA, BY_URGENCY } from "~/reports/document/case-axes";
import { cases } from "~/reports/document/cells";
import { type Axis, crossTable } from "~/reports/document/cross-table";
import { suppressSmallNumbers } from "~/reports/document/small-numbers";
import type { Cell, Drawing, ReportTable } from "~/reports/document/types";
import { chartsOf, type MonthsChart, type RowsChart } from "~/reports/print/charts.server";
import fc from "../../support/property";

interface Graded {
  asa: number | null;
  urgency: number | null;
}

const FEW: Cell = { kind: "few" };

function tableOf(rows: Cell[][], draws: Drawing): ReportTable {
  return { kind: "table", id: "x", caption: "Cases by month", heads: ["Kind", "Cases"], rows, draws };
}

function rowsChart(rows: Cell[][], draws: Drawing = { kind: "rows", column: 1 }): RowsChart | undefined {
  return chartsOf(tableOf(rows, draws))[0] as RowsChart | undefined;
}

test("a bar is as long as its number is of the highest one, and the name of the chart says which that is", () => {
  const chart = rowsChart([
    ["ASA 1", cases(50)],
    ["ASA 2", cases(200)],
    ["ASA 3", cases(0)],
  ]);
  expect(chart?.rows).toEqual([
    { label: "ASA 1", bars: [{ width: 0.25, words: "50" }] },
    { label: "ASA 2", bars: [{ width: 1, words: "200" }] },
  ]);
  expect(chart?.finding).toBe("Cases by kind: ASA 2 most often, 200");
  expect(chart?.description).toBe("ASA 1 50; ASA 2 200.");
});

test("a number that is kept back has no bar, and is never the highest", () => {
  const chart = rowsChart([
    ["ASA 1", FEW],
    ["ASA 2", cases(20)],
    ["ASA 3", cases(20)],
  ]);
  expect(chart?.rows.map(({ bars }) => bars)).toEqual([
    [{ width: 0, words: "fewer than 5" }],
    [{ width: 1, words: "20" }],
    [{ width: 1, words: "20" }],
  ]);
  expect(chart?.finding).toBe("Cases by kind: ASA 2 and ASA 3 most often, 20");
  const of = ["2026-04-01", "2026-05-01"];
  const rows: Cell[][] = [
    ["April 2026", FEW],
    ["May 2026", cases(10)],
  ];
  const [months] = chartsOf(tableOf(rows, { kind: "months", of, column: 1 })) as [MonthsChart];
  expect(months.columns.map(({ y, words }) => [y === months.zero, words])).toEqual([
    [true, "<5"],
    [false, "10"],
  ]);
  expect(months.finding).toBe("Cases by month: most in May 2026, 10");
  expect(months.description).toBe("April 2026 fewer than 5; May 2026 10.");
});

/** The bars of an axis as they are to be: counts from 1 to 4 without one, others rounded down to a multiple of 5. */
function barsOf({ places, keyOf }: Axis<Graded>, counted: readonly Graded[]) {
  const labelOf = (each: Graded) => places.find(({ value }) => value === keyOf(each))?.label ?? "Not recorded";
  const counts = [...places.map(({ label }) => label), "Not recorded"]
    .map((label) => ({ label, n: counted.filter((each) => labelOf(each) === label).length }))
    .filter(({ n }) => n > 0)
    .map(({ label, n }) => ({ label, n, drawn: Math.floor(n / 5) * 5 }));
  const most = Math.max(0, ...counts.map(({ drawn }) => drawn));
  if (counts.length < 2 || most === 0) return [];
  return counts.map(({ label, n, drawn }) => {
    return { label, bars: [{ width: drawn / most, words: n < 5 ? "fewer than 5" : String(drawn) }] };
  });
}

test("no chart of a report with small numbers kept back draws one of them, and all others as rounded, whatever the cases", () => {
  const code = (most: number) => fc.option(fc.integer({ min: 1, max: most }));
  const entry = fc.tuple(code(5), code(4), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 14 }), (counts) => {
      const counted = counts.flatMap(([asa, urgency, n]) => Array.from({ length: n }, () => ({ asa, urgency })));
      const whole: ReportTable = {
        ...crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted),
        draws: { kind: "both-ways", across: "Urgency" },
      };
      const [section] = suppressSmallNumbers([{ name: "caseload", title: "", empty: "", blocks: [whole] }]);
      const charts = chartsOf(section?.blocks[0] as ReportTable) as RowsChart[];
      const rowsOf = (id: string) => charts.find((chart) => chart.id === id)?.rows ?? [];
      expect(rowsOf("x")).toEqual(barsOf(BY_ASA, counted));
      expect(rowsOf("x-across")).toEqual(barsOf(BY_URGENCY, counted));
    }),
  );
});

test("of procedures the fifteen commonest are drawn, each beside the year before, and only what is shown", () => {
  const rows = Array.from({ length: 20 }, (_, at): Cell[] => [
    `Block ${at}`,
    cases(at * 5),
    at === 19 ? FEW : cases(at),
  ]);
  const chart = rowsChart([...rows, ["Kept back", FEW, cases(99)]], { kind: "commonest", column: 1, before: 2 });
  expect(chart?.rows).toHaveLength(15);
  expect(chart?.rows[0]).toEqual({
    label: "Block 19",
    bars: [
      { width: 1, words: "95" },
      { width: 0, words: "fewer than 5" },
    ],
  });
  expect(chart?.rows.map(({ label }) => label)).not.toContain("Kept back");
  expect(chart?.finding).toBe("Most common procedures, with the year before: Block 19 most often, 95");
  expect(chart?.caption).toBe("Most common procedures, with the year before");
});

test("one bar alone, one month, months of nothing and a table of nothing or only of small numbers are not drawn", () => {
  expect(rowsChart([["ASA 1", cases(50)]])).toBeUndefined();
  expect(rowsChart([])).toBeUndefined();
  const rows: Cell[][] = [["April 2026", cases(0)]];
  const of = ["2026-04-01"];
  expect(chartsOf(tableOf(rows, { kind: "months", of, column: 1 }))).toEqual([]);
  const few: Cell[][] = [
    ["April 2026", FEW],
    ["May 2026", FEW],
  ];
  expect(chartsOf(tableOf(few, { kind: "months", of: [...of, "2026-05-01"], column: 1 }))).toEqual([]);
  expect(rowsChart(few)).toBeUndefined();
  expect(chartsOf(tableOf([["April 2026", cases(61)]], { kind: "months", of, column: 1 }))).toEqual([]);
});

test("months of many years are named by their years, and a long name is shortened", () => {
  const of = Array.from(
    { length: 36 },
    (_, at) => `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`,
  );
  const [months] = chartsOf(
    tableOf(
      of.map((month) => [month, cases(7)]),
      { kind: "months", of, column: 1 },
    ),
  ) as [MonthsChart];
  expect(months.dates.map(({ label }) => label)).toEqual(["2024", "2025", "2026"]);
  expect(months.columns.every(({ words }) => words === "")).toBe(true);
  const chart = rowsChart([
    ["Ultrasound-guided block of one's own naming", cases(5)],
    ["Other", cases(6)],
  ]);
  expect(chart?.rows[0]?.label).toBe("Ultrasound-guided block of on…");
});
