import { SMALL } from "./cells";
import { followingSmall } from "./following";
import type { Cell, Counted, ReportBlock, ReportSection, ReportTable, Sum } from "./types";

const LEFT_OUT = "Single cases are not listed where small numbers are kept back.";

/** How a number is kept back: as a small one, or without a word of its size. */
export type Hidden = Map<string, "small" | "any">;

/**
 * Sections with small numbers of cases kept back. A number that could be had from the others of the whole report, by
 * taking parts from their total or from a share, takes another one with it, in every table that says it. Single cases
 * are left out: whoever counts them has the numbers again.
 */
export function keepSmallBack(sections: readonly ReportSection[]): ReportSection[] {
  const left = sections.map(withoutCases);
  const blocks = left.flatMap((section) => section.blocks);
  const numbers = new Map(
    blocks
      .flatMap(cellsOf)
      .flatMap(toldBy)
      .map(({ name, value }) => [name, value]),
  );
  const hidden = hiddenNumbers(numbers, blocks.flatMap(sumsOf));
  return left.map((section) => ({ ...section, blocks: section.blocks.map((block) => keptBack(block, hidden)) }));
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

/** The name of the one number that a cell is; null of one that tells of several. */
function nameIn(cell: Cell | undefined): string | null {
  const [one, ...others] = cell === undefined ? [] : toldBy(cell);
  return one && others.length === 0 ? one.name : null;
}

/** How the numbers of a block add up: columns to the foot, rows to their last cell, and what it says besides. */
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

/** Which numbers are kept back: small ones, and others until no small one follows from what is left. */
export function hiddenNumbers(numbers: ReadonlyMap<string, number>, sums: readonly Sum[]): Hidden {
  const hidden: Hidden = new Map();
  for (const [name, value] of numbers) if (value > 0 && value < SMALL) hidden.set(name, "small");
  for (;;) {
    const name = followingSmall(numbers, sums, hidden);
    const more = name === null ? null : numberBeside(name, numbers, sums, hidden);
    if (more === null) return hidden;
    hidden.set(more, "any");
  }
}

/**
 * What to keep back so that a number does not follow any more: the smallest other part of a sum in which all else is
 * known, then what hangs together with it by numbers that are not known, then totals. Where nothing of that is shown,
 * a small total: that it is small is not told either.
 */
function numberBeside(
  name: string,
  numbers: ReadonlyMap<string, number>,
  sums: readonly Sum[],
  hidden: Hidden,
): string | null {
  const isKnown = (each: string) => numbers.has(each) && !hidden.has(each);
  const totals = new Set(sums.map(({ total }) => total));
  const near = nearSums(name, sums, isKnown);
  const lone = near.find((sum) => namesOf(sum).every((each) => each === name || isKnown(each)));
  const sizeOf = (each: string) => numbers.get(each) ?? 0;
  const smallest = (of: readonly Sum[], isTotal: boolean) =>
    of
      .flatMap(namesOf)
      .filter((each) => isKnown(each) && sizeOf(each) > 0 && totals.has(each) === isTotal)
      .sort((one, other) => sizeOf(one) - sizeOf(other))[0];
  const small = near.map(({ total }) => total).find((total) => hidden.get(total) === "small");
  return smallest(lone ? [lone] : [], false) ?? smallest(near, false) ?? smallest(near, true) ?? small ?? null;
}

function namesOf({ total, parts }: Sum): string[] {
  return [total, ...parts];
}

/** The sums that a number hangs together with, from one number that is not known to the next; the nearest first. */
function nearSums(name: string, sums: readonly Sum[], isKnown: (name: string) => boolean): Sum[] {
  const near = new Set<Sum>();
  const reached = new Set([name]);
  for (const each of reached) {
    for (const sum of sums.filter((other) => namesOf(other).includes(each))) {
      near.add(sum);
      for (const next of namesOf(sum)) if (!isKnown(next)) reached.add(next);
    }
  }
  return [...near];
}

function keptBack(block: ReportBlock, hidden: Hidden): ReportBlock {
  const shown = (cell: Cell) => shownCell(cell, hidden);
  if (block.kind === "entries") return block;
  if (block.kind === "facts") {
    return { ...block, facts: block.facts.map(({ label, value }) => ({ label, value: shown(value) })) };
  }
  return { ...block, rows: block.rows.map((row) => row.map(shown)), foot: block.foot?.map(shown) ?? null };
}

/** A share of nothing tells of nothing, whatever it is a share of. */
function shownCell(cell: Cell, hidden: Hidden): Cell {
  if (typeof cell === "object" && cell.kind === "percent" && cell.part === 0) return cell;
  const told = toldBy(cell);
  if (!told.some(({ name }) => hidden.has(name))) return cell;
  const isChange = typeof cell === "object" && cell.kind === "count" && told.length > 1;
  return { kind: "hidden", small: !isChange && hidden.get(told[0]?.name ?? "") === "small" };
}
