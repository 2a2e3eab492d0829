import { expect, test } from "vitest";
import { change, count, days, pas, percent } from "~/reports/document/cells";
import type { Cell, ReportFacts, ReportTable } from "~/reports/document/types";
import { withoutZeros } from "~/reports/print/render-report.server";

function tableOf(more: Partial<ReportTable>): ReportTable {
  return { kind: "table", id: "x", caption: "", heads: ["Kind", "Group", "Cases", "PAs"], rows: [], ...more };
}

function shown(more: Partial<ReportTable>): ReportTable {
  return withoutZeros(tableOf(more)) as ReportTable;
}

const SMALL: Cell = { kind: "few" };

test("rows and columns in which every figure is zero are left out, with the head and the foot of such a column", () => {
  const rows: Cell[][] = [
    ["Spinal", "", count(3), pas(0)],
    ["Caudal", "Neuraxial", count(0), pas(0)],
    ["PENG", "", count(2), pas(0)],
  ];
  expect(shown({ rows, foot: ["All", "", count(5), pas(0)] })).toMatchObject({
    heads: ["Kind", "Group", "Cases"],
    rows: [
      ["Spinal", "", count(3)],
      ["PENG", "", count(2)],
    ],
    foot: ["All", "", count(5)],
  });
});

test("a number that is kept back is no zero", () => {
  const rows: Cell[][] = [
    ["Spinal", "", SMALL, count(0)],
    ["PENG", "", { kind: "hidden" }, count(0)],
    ["Caudal", "", change(3, 3), count(0)],
  ];
  expect(shown({ rows }).rows).toEqual([
    ["Spinal", "", SMALL],
    ["PENG", "", { kind: "hidden" }],
  ]);
  expect(shown({ rows }).heads).toEqual(["Kind", "Group", "Cases"]);
});

test("of how many there are says nothing of a row; of one row the total says the same again", () => {
  const heads = ["What", "Number", "Of", "Share"];
  const rows: Cell[][] = [
    ["No age", count(0), count(416), percent(0, 416)],
    ["No grade", count(4), count(416), percent(4, 416)],
  ];
  const { rows: left, foot } = shown({ heads, rows, base: 2, foot: ["All", count(4), count(416), percent(4, 416)] });
  expect(left).toEqual([rows[1]]);
  expect(foot).toBeNull();
});

test("what lists single things lists them all, and the address of a row goes with it", () => {
  const rows: Cell[][] = [
    ["Fee", "", count(0), pas(0)],
    ["Other", "", count(1), pas(0)],
  ];
  expect(shown({ rows, lists: true, paths: ["/1/", "/2/"] })).toMatchObject({
    rows: [["Fee", "", count(0)], {}],
    paths: ["/1/", "/2/"],
  });
  expect(shown({ rows, paths: ["/1/", "/2/"] }).paths).toEqual(["/2/"]);
});

test("facts of zero are left out, texts are not", () => {
  const facts: ReportFacts = {
    ...{ kind: "facts", id: "x", caption: "" },
    facts: [
      { label: "Days", value: days(0) },
      { label: "Share", value: percent(0, 9) },
      { label: "Unit", value: "0" },
      { label: "Cases", value: count(1) },
    ],
  };
  expect((withoutZeros(facts) as ReportFacts).facts.map(({ label }) => label)).toEqual(["Unit", "Cases"]);
});
