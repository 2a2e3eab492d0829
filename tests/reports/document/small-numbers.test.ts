import fc from "fast-check";
import { expect, test } from "vitest";
import { BY_ASA, BY_URGENCY } from "~/reports/document/axes";
import { cellWords } from "~/reports/document/cells";
import { crossTable, shareTable } from "~/reports/document/cross-table";
import { keepSmallBack } from "~/reports/document/small-numbers";
import type { Cell, ReportTable } from "~/reports/document/types";

interface Counted {
  asa: number | null;
  urgency: number | null;
}

function keptBack(table: ReportTable): ReportTable {
  const { blocks } = keepSmallBack({ name: "caseload", title: "", empty: "", blocks: [table] });
  return blocks[0] as ReportTable;
}

function wordsOf({ rows, foot }: ReportTable): string[][] {
  return [...rows, foot ?? []].map((row) => row.map(cellWords));
}

function made(counts: [asa: number | null, urgency: number | null, n: number][]): Counted[] {
  return counts.flatMap(([asa, urgency, n]) => Array.from({ length: n }, () => ({ asa, urgency })));
}

test("a number that the total would give away is kept back with the small one", () => {
  const counted = made([
    [1, 4, 20],
    [1, 3, 2],
    [2, 4, 30],
    [2, 3, 8],
  ]);
  const table = crossTable<Counted>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted);
  expect(wordsOf(keptBack(table)).filter(([label]) => /ASA [12]|All/.test(label ?? ""))).toEqual([
    ["ASA 1", "kept back", "under 5", "0", "0", "0", "22"],
    ["ASA 2", "kept back", "kept back", "0", "0", "0", "38"],
    ["All", "50", "10", "0", "0", "0", "60"],
  ]);
});

test("a share goes with the number that it tells of", () => {
  const table = shareTable<Counted>(
    { id: "x", caption: "" },
    BY_ASA,
    made([
      [1, 4, 40],
      [2, 4, 9],
      [3, 4, 1],
    ]),
  );
  expect(wordsOf(keptBack(table)).slice(0, 3)).toEqual([
    ["ASA 1", "40", "80.0%"],
    ["ASA 2", "kept back", "kept back"],
    ["ASA 3", "under 5", "under 5"],
  ]);
});

function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell !== "object") return null;
  return cell.kind === "count" ? cell.value : cell.kind === "hidden" ? Number.NaN : null;
}

test("no small number stays, and none can be had by taking a line from its total", () => {
  const code = (most: number) => fc.option(fc.integer({ min: 1, max: most }));
  const entry = fc.tuple(code(5), code(4), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), (counts) => {
      const table = keptBack(crossTable<Counted>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, made(counts)));
      const grid = [...table.rows, table.foot ?? []].map((row) => row.slice(1).map(numberOf));
      const lines = [...grid, ...(grid[0] ?? []).map((_, at) => grid.map((row) => row[at] ?? 0))];
      for (const line of lines) {
        expect(line.filter((n) => n !== null && n > 0 && n < 5)).toEqual([]);
        const hidden = line.filter((n) => n !== null && Number.isNaN(n)).length;
        if (hidden === 1) throw new Error(`One alone is hidden in ${line}`);
      }
    }),
  );
});
