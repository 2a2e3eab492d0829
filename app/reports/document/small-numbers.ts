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

/** A report of a life's work takes some hundred; one that takes more is not worth an isolate's time. */
const MOST_ROUNDS = 300;

/** Which numbers are kept back: small ones, and others until no small one follows from what is left. */
export function hiddenNumbers(numbers: ReadonlyMap<string, number>, sums: readonly Sum[]): Hidden {
  const hidden: Hidden = new Map();
  for (const [name, value] of numbers) if (value > 0 && value < SMALL) hidden.set(name, "small");
  const known = knitted(sums);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const name = followingSmall(numbers, sums, hidden);
    const more = name === null ? null : numberBeside(name, numbers, known, hidden);
    if (more === null) return hidden;
    hidden.set(more, "any");
  }
  // More than is needed, and never less: all that hangs together with a small number.
  for (const sum of nearSums([...hidden.keys()], known, () => false)) {
    for (const name of known.namesOf(sum)) if (numbers.get(name) && !hidden.has(name)) hidden.set(name, "any");
  }
  return hidden;
}

/** The sums by the numbers that are in them. */
interface Knitted {
  totals: ReadonlySet<string>;
  with(name: string): readonly Sum[];
  namesOf(sum: Sum): readonly string[];
}

function knitted(sums: readonly Sum[]): Knitted {
  const names = new Map(sums.map((sum) => [sum, [sum.total, ...sum.parts]]));
  const byName = new Map<string, Sum[]>();
  for (const [sum, all] of names) {
    for (const name of all) byName.set(name, [...(byName.get(name) ?? []), sum]);
  }
  return {
    totals: new Set(sums.map(({ total }) => total)),
    with: (name) => byName.get(name) ?? [],
    namesOf: (sum) => names.get(sum) ?? [],
  };
}

/**
 * What to keep back so that a number does not follow any more: the smallest other part of a sum in which all else is
 * known, then what hangs together with it by numbers that are not known, then totals. Where nothing of that is shown,
 * a small total: that it is small is not told either.
 */
function numberBeside(
  name: string,
  numbers: ReadonlyMap<string, number>,
  sums: Knitted,
  hidden: Hidden,
): string | null {
  const isKnown = (each: string) => numbers.has(each) && !hidden.has(each);
  const { totals, namesOf } = sums;
  const near = nearSums([name], sums, isKnown);
  const lone = near.find((sum) => namesOf(sum).every((each) => each === name || isKnown(each)));
  const sizeOf = (each: string) => numbers.get(each) ?? 0;
  const smallest = (of: readonly Sum[], isTotal: boolean) => {
    let least: string | null = null;
    for (const each of of.flatMap(namesOf)) {
      if (!isKnown(each) || sizeOf(each) === 0 || totals.has(each) !== isTotal) continue;
      if (least === null || sizeOf(each) < sizeOf(least)) least = each;
    }
    return least;
  };
  const small = near.map(({ total }) => total).find((total) => hidden.get(total) === "small");
  return smallest(lone ? [lone] : [], false) ?? smallest(near, false) ?? smallest(near, true) ?? small ?? null;
}

/** The sums that numbers hang together with, from one number that is not known to the next; the nearest first. */
function nearSums(names: readonly string[], sums: Knitted, isKnown: (name: string) => boolean): Sum[] {
  const near = new Set<Sum>();
  const reached = new Set(names);
  for (const each of reached) {
    for (const sum of sums.with(each)) {
      if (near.has(sum)) continue;
      near.add(sum);
      for (const next of sums.namesOf(sum)) if (!isKnown(next)) reached.add(next);
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
