import type { Cell, ReportBlock, ReportTable } from "../document/types";

/** Text of the page about the zeros that it leaves out. */
export const ZEROS_WORDS = "Rows and columns of zeros are left out";

/**
 * Returns a block without the rows and columns whose figures are all zero; files keep them. A hidden number is not a
 * zero, and a list of single entries keeps all its rows.
 */
export function withoutZeros(block: ReportBlock): ReportBlock {
  if (block.kind === "entries") return block;
  if (block.kind === "facts") return { ...block, facts: block.facts.filter(({ value }) => !isZero(value)) };
  const isLeftOut = (row: Cell[]) => !block.lists && isOfZeros(row.filter((_, at) => at !== block.base));
  const rows = block.rows.filter((row) => !isLeftOut(row));
  const kept = block.heads.map((_, at) => !isOfZeros([...rows, block.foot ?? []].map((row) => row[at] ?? "")));
  const narrowed = (cells: Cell[]) => (block.heads.length === 0 ? cells : cells.filter((_, at) => kept[at]));
  return {
    ...block,
    heads: narrowed(block.heads) as ReportTable["heads"],
    rows: rows.map(narrowed),
    // With a single row the total would repeat it.
    foot: block.foot && rows.length !== 1 ? narrowed(block.foot) : null,
    ...(block.paths && { paths: block.paths.filter((_, at) => !isLeftOut(block.rows[at] ?? [])) }),
  };
}

/** Whether cells contain figures, all of them zero. */
function isOfZeros(cells: readonly Cell[]): boolean {
  const figures = cells.filter((cell) => typeof cell === "object");
  return figures.length > 0 && figures.every(isZero);
}

function isZero(cell: Cell): boolean {
  if (typeof cell === "string" || cell.kind === "hidden" || cell.kind === "few") return false;
  if (cell.kind === "change") return cell.now === cell.before;
  return cell.kind === "percent" ? cell.part === 0 : cell.value === 0;
}
