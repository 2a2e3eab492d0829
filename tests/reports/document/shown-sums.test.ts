import { expect, test } from "vitest";
import { paUnits } from "~/planning/job-plans/pa-rules";
import { count, formatCell, inShownSums, minutes, pas } from "~/reports/document/cells";
import type { Cell } from "~/reports/document/types";

function shown(rows: Cell[][], foot: Cell[]): string[][] {
  const table = inShownSums({
    kind: "table",
    id: "x",
    caption: "",
    heads: ["Kind", "Sessions", "Hours", "PAs"],
    rows,
    foot,
  });
  return [...table.rows, table.foot ?? []].map((row) => row.map(formatCell));
}

test("hours and PAs of a table add up to their totals in what is shown", () => {
  const rows = ["One", "Two", "Three"].map((name) => [name, count(1), minutes(20), pas(paUnits(0.625))]);
  expect(shown(rows, ["All", count(3), minutes(60), pas(paUnits(1.875))])).toEqual([
    ["One", "1", "0.34", "0.63"],
    ["Two", "1", "0.33", "0.63"],
    ["Three", "1", "0.33", "0.62"],
    ["All", "3", "1.00", "1.88"],
  ]);
});

test("figures that are no parts of their total, as the hours of entries that count twice, stay as they are", () => {
  const rows = ["One", "Two"].map((name) => [name, count(1), minutes(20), ""]);
  expect(shown(rows, ["All", count(1), minutes(20), ""]).map((row) => row[2])).toEqual(["0.33", "0.33", "0.33"]);
});
