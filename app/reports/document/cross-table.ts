import { cases, shareOfCases } from "./cells";
import type { Cell, ReportTable } from "./types";

/** A classification of cases: each case is in one place. A case in no place counts as not recorded. */
export interface Axis<Case> {
  /** Heading of its places: `ASA grade`. */
  head: string;
  places: readonly { value: string; label: string }[];
  /** Returns the `value` of a case's place. */
  keyOf(counted: Case): string;
  /** Label of the cases in no place; by default `Not recorded`. */
  rest?: string;
  /** Whether places without cases are left out. */
  onlyUsed?: boolean;
}

/** Key of the cases in no place. */
const REST = "";

/** Table of cases by two axes, with the cases not recorded and the totals. */
export function crossTable<Case>(
  names: Pick<ReportTable, "id" | "caption"> & { note?: string },
  down: Axis<Case>,
  across: Axis<Case>,
  counted: readonly Case[],
): ReportTable {
  const [placeDown, placeAcross] = [placeBy(down), placeBy(across)];
  const columns = [...across.places.map(({ value }) => value), REST];
  const cellsOf = (counted: readonly Case[]) => {
    const counts = countBy(counted, placeAcross);
    return [...columns.map((column) => cases(counts.get(column) ?? 0)), cases(counted.length)];
  };
  const inRows = Map.groupBy(counted, placeDown);
  const places = [...down.places, { value: REST, label: restOf(down) }];
  return {
    kind: "table",
    ...names,
    heads: [down.head, ...across.places.map(({ label }) => label), restOf(across), "All"],
    rows: places.flatMap(({ value: key, label }) => {
      const inRow = inRows.get(key);
      if (!inRow && (down.onlyUsed || key === REST)) return [];
      return [[label, ...cellsOf(inRow ?? [])]];
    }),
    foot: ["All", ...cellsOf(counted)],
  };
}

/**
 * Table of cases by one axis, each with its share of those that are recorded.
 * @param names `counts`: heading if something other than cases is counted
 */
export function shareTable<Case>(
  names: Pick<ReportTable, "id" | "caption"> & { counts?: string },
  axis: Axis<Case>,
  counted: readonly Case[],
): ReportTable {
  const counts = countBy(counted, placeBy(axis));
  const rest = counts.get(REST) ?? 0;
  const rows = axis.places.flatMap(({ value: key, label }): Cell[][] => {
    const one = counts.get(key) ?? 0;
    return one === 0 && axis.onlyUsed ? [] : [[label, cases(one), shareOfCases(one, counted.length - rest)]];
  });
  return {
    kind: "table",
    ...{ id: names.id, caption: names.caption },
    heads: [axis.head, names.counts ?? "Cases", "Share of recorded"],
    rows: rest > 0 ? [...rows, [restOf(axis), cases(rest), ""]] : rows,
    foot: ["All", cases(counted.length), ""],
  };
}

function countBy<Case>(counted: readonly Case[], place: (each: Case) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of counted) counts.set(place(each), (counts.get(place(each)) ?? 0) + 1);
  return counts;
}

function placeBy<Case>({ places, keyOf }: Axis<Case>): (counted: Case) => string {
  const keys = new Set(places.map(({ value }) => value));
  return (counted) => {
    const key = keyOf(counted);
    return keys.has(key) ? key : REST;
  };
}

function restOf({ rest = "Not recorded" }: { rest?: string }): string {
  return rest;
}
