import { withoutSmall } from "./cells";
import type { Cell, ReportBlock, ReportSection, ReportTable } from "./types";

/**
 * A section with small numbers of cases kept back. Within a table a number that could be had by taking the others from
 * their total is kept back too. Texts and lists of single cases stay as they are: they are chosen by themselves.
 */
export function keepSmallBack(section: ReportSection): ReportSection {
  return { ...section, blocks: section.blocks.map(smallKeptBack) };
}

function smallKeptBack(block: ReportBlock): ReportBlock {
  if (block.kind === "entries") return block;
  if (block.kind === "facts") {
    return { ...block, facts: block.facts.map((fact) => ({ ...fact, value: withoutSmall(fact.value) })) };
  }
  const grid = [...block.rows, ...(block.foot ? [block.foot] : [])];
  const hidden = hiddenPlaces(block, grid);
  const cells = grid.map((row, at) =>
    row.map((cell, column): Cell => {
      const shown = withoutSmall(cell);
      if (shown !== cell) return shown;
      return hidden[at]?.[column] || tellsOf(row, cell, hidden[at]) ? { kind: "hidden", small: false } : cell;
    }),
  );
  return { ...block, rows: cells.slice(0, block.rows.length), foot: block.foot ? (cells.at(-1) ?? null) : null };
}

interface Place {
  row: number;
  column: number;
}

/** Which cells of a table are kept back: small ones, and beside a lone one in a sum the smallest other. */
function hiddenPlaces({ foot, adds }: ReportTable, grid: readonly Cell[][]): boolean[][] {
  const hidden = grid.map((row) => row.map((cell) => withoutSmall(cell) !== cell));
  const columns = grid[0]?.map((_, column) => column) ?? [];
  const sums: Place[][] = [
    ...(foot ? columns.map((column) => grid.map((_, row) => ({ row, column }))) : []),
    ...(adds ? grid.map((_, row) => columns.map((column) => ({ row, column }))) : []),
  ].map((line) => line.filter(({ row, column }) => countOf(grid[row]?.[column]) !== null));
  const isHidden = ({ row, column }: Place) => hidden[row]?.[column] === true;
  const sizeOf = ({ row, column }: Place) => countOf(grid[row]?.[column]) ?? 0;
  for (let again = true; again; ) {
    again = false;
    for (const line of sums) {
      if (line.filter(isHidden).length !== 1) continue;
      // The last of a line is its total: it goes only where nothing else can.
      const others = line.filter((place) => !isHidden(place) && sizeOf(place) > 0);
      const parts = others.filter((place) => place !== line.at(-1));
      const [next] = (parts.length > 0 ? parts : others).sort((one, other) => sizeOf(one) - sizeOf(other));
      const cells = next && hidden[next.row];
      if (!cells) continue;
      cells[next.column] = true;
      again = true;
    }
  }
  return hidden;
}

function countOf(cell: Cell | undefined): number | null {
  return typeof cell === "object" && cell.kind === "count" && cell.cases ? cell.value : null;
}

/** Whether a share says the number of a cell of its row that is kept back. */
function tellsOf(row: readonly Cell[], cell: Cell, hidden: readonly boolean[] = []): boolean {
  if (typeof cell === "string" || cell.kind !== "percent") return false;
  return row.some((other, at) => hidden[at] && countOf(other) === cell.part);
}
