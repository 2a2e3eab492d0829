import type { Cell, ReportTable } from "~/reports/document/types";

/** What a reader sees of a number: it lies between these. */
interface Seen {
  least: number;
  most: number;
}

type Grid = Seen[][];

const MOST = 1000;

function seen(cell: Cell): Seen {
  if (typeof cell !== "object" || cell.kind === "percent") throw new Error("No number");
  if (cell.kind === "hidden") return cell.small ? { least: 1, most: 4 } : { least: 1, most: MOST };
  return { least: cell.value, most: cell.value };
}

/** The numbers of a table of cases by two axes as it is printed, totals last. */
function gridOf({ rows, foot }: ReportTable): Grid {
  return [...rows, foot ?? []].map((row) => row.slice(1).map(seen));
}

/** Rows and columns, each with its total last. */
function linesOf(grid: Grid): Seen[][] {
  return [...grid, ...(grid[0] ?? []).map((_, at) => grid.flatMap((row) => row[at] ?? []))];
}

/** False when there are no such numbers. */
function narrowed(lines: readonly Seen[][]): boolean {
  for (let again = true; again; ) {
    again = false;
    for (const line of lines) {
      const total = line.at(-1) as Seen;
      const parts = line.slice(0, -1);
      const sum = (of: keyof Seen, but?: Seen) => parts.reduce((all, each) => (each === but ? all : all + each[of]), 0);
      const tighten = (one: Seen, least: number, most: number) => {
        if (least > one.least || most < one.most) again = true;
        one.least = Math.max(one.least, least);
        one.most = Math.min(one.most, most);
      };
      tighten(total, sum("least"), sum("most"));
      for (const part of parts) tighten(part, total.least - sum("most", part), total.most - sum("least", part));
      if (line.some(({ least, most }) => least > most)) return false;
    }
  }
  return true;
}

/** Whether there are whole numbers that add up as they should, tried one after the other. */
function isPossible(grid: Grid): boolean {
  const copy = structuredClone(grid);
  if (!narrowed(linesOf(copy))) return false;
  const [open] = copy.flat().filter(({ least, most }) => least < most);
  if (!open) return true;
  const { least, most } = open;
  for (let value = least; value <= Math.min(most, least + 40); value++) {
    Object.assign(open, { least: value, most: value });
    if (isPossible(copy)) return true;
  }
  return false;
}

/** The small numbers that a reader of a printed table can tell for certain, by row and column. */
export function certainNumbers(table: ReportTable): string[] {
  const grid = gridOf(table);
  return grid.flatMap((row, at) =>
    row.flatMap(({ least, most }, column) => {
      if (least === most) return [];
      const values = [1, 2, 3, 4].filter((value) => {
        const tried = structuredClone(grid);
        (tried[at] as Seen[])[column] = { least: value, most: value };
        return value >= least && value <= most && isPossible(tried);
      });
      const canBeMore = () => {
        const tried = structuredClone(grid);
        (tried[at] as Seen[])[column] = { least: 5, most };
        return most > 4 && isPossible(tried);
      };
      return values.length === 1 && !canBeMore() ? [`${at}/${column} is ${values[0]}`] : [];
    }),
  );
}
