import { cases, shareOfCases } from "./cells";
import type { Cell, ReportTable } from "./types";

/** One way to sort cases: each is in one place. What is in none is not recorded. */
export interface Axis<Counted> {
  /** What its places are called together: `ASA grade`. */
  head: string;
  places: readonly { key: string; label: string }[];
  keyOf(counted: Counted): string;
  /** What is in no place; by itself `Not recorded`. */
  rest?: string;
  /** Leave places out in which there is nothing. */
  onlyUsed?: boolean;
}

const REST = "";

/** Cases by two axes, with what is not recorded, and all. */
export function crossTable<Counted>(
  names: Pick<ReportTable, "id" | "caption"> & { note?: string },
  down: Axis<Counted>,
  across: Axis<Counted>,
  counted: readonly Counted[],
): ReportTable {
  const counts = new Map<string, number>();
  const add = (row: string, column: string) => {
    const key = `${row}\n${column}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  const [placeDown, placeAcross] = [placeBy(down), placeBy(across)];
  for (const each of counted) add(placeDown(each), placeAcross(each));
  const columns = [...across.places.map(({ key }) => key), REST];
  const of = (row: string, column: string) => counts.get(`${row}\n${column}`) ?? 0;
  const cellsOf = (rows: readonly string[]): { cells: Cell[]; all: number } => {
    const sums = columns.map((column) => sum(rows.map((row) => of(row, column))));
    return { cells: [...sums, sum(sums)].map(cases), all: sum(sums) };
  };
  const places = [...down.places, { key: REST, label: restOf(down) }];
  return {
    ...{ kind: "table", adds: true },
    ...{ id: names.id, caption: names.caption, note: names.note ?? null },
    heads: [down.head, ...across.places.map(({ label }) => label), restOf(across), "All"],
    rows: places.flatMap(({ key, label }) => {
      const { cells, all } = cellsOf([key]);
      return all === 0 && (down.onlyUsed || key === REST) ? [] : [[label, ...cells]];
    }),
    foot: ["All", ...cellsOf(places.map(({ key }) => key)).cells],
  };
}

/** Cases by one axis, each with its share of those that are recorded. @param names `counts`: what else is counted */
export function shareTable<Counted>(
  names: Pick<ReportTable, "id" | "caption"> & { counts?: string },
  axis: Axis<Counted>,
  counted: readonly Counted[],
): ReportTable {
  const counts = new Map<string, number>();
  const place = placeBy(axis);
  for (const each of counted) counts.set(place(each), (counts.get(place(each)) ?? 0) + 1);
  const rest = counts.get(REST) ?? 0;
  const recorded = counted.length - rest;
  const rows = axis.places.flatMap(({ key, label }): Cell[][] => {
    const n = counts.get(key) ?? 0;
    return n === 0 && axis.onlyUsed ? [] : [[label, cases(n), shareOfCases(n, recorded)]];
  });
  return {
    kind: "table",
    ...{ id: names.id, caption: names.caption, note: null },
    heads: [axis.head, names.counts ?? "Cases", "Share of recorded"],
    rows: rest === 0 ? rows : [...rows, [restOf(axis), cases(rest), ""]],
    foot: ["All", cases(counted.length), ""],
  };
}

function placeBy<Counted>({ places, keyOf }: Axis<Counted>): (counted: Counted) => string {
  const keys = new Set(places.map(({ key }) => key));
  return (counted) => {
    const key = keyOf(counted);
    return keys.has(key) ? key : REST;
  };
}

function restOf({ rest = "Not recorded" }: { rest?: string }): string {
  return rest;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
