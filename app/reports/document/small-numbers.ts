import { SMALL } from "./cells";
import type { Cell, Counted, ReportBlock, ReportSection, ReportTable, Sentence, Sum } from "./types";

const LEFT_OUT = "Single cases are not listed when small numbers are hidden.";

/** Hidden numbers by name: `small` ones are shown as small, of the others (`any`) no size is shown. */
type Hidden = Map<string, "small" | "any">;

/**
 * Hides small numbers of cases in sections, and so many other numbers that no declared row, column or sum reveals one
 * as the rest of its total. A hidden number is hidden wherever the report contains it. Single cases are left out:
 * counting them would give the numbers again.
 */
export function keepSmallBack(sections: readonly ReportSection[]): ReportSection[] {
  const left = sections.map(withoutCases);
  const blocks = left.flatMap((section) => section.blocks);
  const numbers = new Map(
    [...blocks.flatMap(cellsOf), ...left.flatMap(({ inShort = [] }) => inShort.flat())]
      .flatMap(toldBy)
      .map(({ name, value }) => [name, value]),
  );
  const hidden = hiddenNumbers(numbers, blocks.flatMap(sumsOf));
  return left.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => keptBack(block, hidden)),
    ...(section.inShort && { inShort: section.inShort.filter((sentence) => isShown(sentence, hidden)) }),
  }));
}

/** A sentence is only shown with all its numbers: without one it would have another meaning. */
function isShown(sentence: Sentence, hidden: Hidden): boolean {
  return sentence.flatMap(toldBy).every(({ name }) => !hidden.has(name));
}

function withoutCases(section: ReportSection): ReportSection {
  const blocks = section.blocks.flatMap((block): ReportBlock[] => {
    if (block.kind === "facts" || !block.ofCases) return [block];
    return block.kind === "entries" ? [{ ...block, entries: [], note: LEFT_OUT }] : [];
  });
  return blocks.length < section.blocks.length ? { ...section, blocks, empty: LEFT_OUT } : { ...section, blocks };
}

function gridOf({ rows, foot }: ReportTable): Cell[][] {
  return foot ? [...rows, foot] : rows;
}

function cellsOf(block: ReportBlock): Cell[] {
  if (block.kind === "entries") return [];
  return block.kind === "facts" ? block.facts.map(({ value }) => value) : gridOf(block).flat();
}

function toldBy(cell: Cell): readonly Counted[] {
  return typeof cell === "object" && (cell.kind === "count" || cell.kind === "percent") ? (cell.tells ?? []) : [];
}

/** Name of the one number in a cell; null for a cell with several numbers, or without one. */
function nameIn(cell: Cell | undefined): string | null {
  const [one, ...others] = cell === undefined ? [] : toldBy(cell);
  return one && others.length === 0 ? one.name : null;
}

/**
 * The sums of a block: columns add up to the foot, rows to their last cell (if the table `adds`), and those that it
 * declares.
 */
function sumsOf(block: ReportBlock): Sum[] {
  if (block.kind === "entries") return [];
  if (block.kind === "facts") return [...(block.sums ?? [])];
  const grid = gridOf(block);
  const columns = block.foot ? block.foot.map((_, at) => grid.map((row) => row[at])) : [];
  const lines = [...columns, ...(block.adds ? grid : [])].map((line) => line.flatMap((cell) => nameIn(cell) ?? []));
  const added = lines.flatMap((names) => {
    const total = names.pop();
    return total === undefined || names.length === 0 ? [] : [{ total, parts: names }];
  });
  return [...added, ...(block.sums ?? [])];
}

/**
 * Finds the numbers to hide: small ones, and the smallest neighbour of each that is the only hidden one in its sum,
 * round by round until there is none. Each round hides at least one more, so there are no more rounds than numbers.
 */
export function hiddenNumbers(numbers: ReadonlyMap<string, number>, sums: readonly Sum[]): Hidden {
  const hidden: Hidden = new Map();
  for (const [name, value] of numbers) if (value > 0 && value < SMALL) hidden.set(name, "small");
  for (let before = -1; before < hidden.size; ) {
    before = hidden.size;
    for (const sum of sums) {
      const neighbour = neighbourToHide(sum, numbers, hidden);
      if (neighbour !== null) hidden.set(neighbour, "any");
    }
  }
  return hidden;
}

/**
 * The number to hide in a sum; null unless exactly one of its numbers is hidden. A zero would hide nothing: if no other
 * part is left, the total is hidden.
 */
function neighbourToHide({ total, parts }: Sum, numbers: ReadonlyMap<string, number>, hidden: Hidden): string | null {
  const shown = (name: string) => numbers.has(name) && !hidden.has(name);
  const [alone, ...others] = [total, ...parts].filter((name) => !shown(name));
  if (alone === undefined || others.length > 0 || !hidden.has(alone)) return null;
  const sizeOf = (name: string) => numbers.get(name) ?? 0;
  const [smallest] = parts
    .filter((name) => name !== alone && sizeOf(name) > 0)
    .toSorted((one, other) => sizeOf(one) - sizeOf(other));
  return smallest ?? total;
}

function keptBack(block: ReportBlock, hidden: Hidden): ReportBlock {
  const shown = (cell: Cell) => shownCell(cell, hidden);
  if (block.kind === "entries") return block;
  if (block.kind === "facts") {
    return { ...block, facts: block.facts.map(({ label, value }) => ({ label, value: shown(value) })) };
  }
  return { ...block, rows: block.rows.map((row) => row.map(shown)), foot: block.foot?.map(shown) ?? null };
}

/** A share whose part is 0 is shown: it reveals no number. */
function shownCell(cell: Cell, hidden: Hidden): Cell {
  if (typeof cell === "object" && cell.kind === "percent" && cell.part === 0) return cell;
  const told = toldBy(cell);
  if (!told.some(({ name }) => hidden.has(name))) return cell;
  const isChange = typeof cell === "object" && cell.kind === "count" && told.length > 1;
  return { kind: "hidden", small: !isChange && hidden.get(told[0]?.name ?? "") === "small" };
}
