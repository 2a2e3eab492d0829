import { SMALL } from "./cells";
import type { Cell, ReportBlock, ReportSection } from "./types";

const LEFT_OUT = "Single cases are not listed when small numbers are hidden.";

/**
 * Hides small numbers of cases in sections, and rounds all others down, each by itself: then no total tells what the
 * hidden parts of it are. Shares and changes are computed from these numbers. Single cases are left out: counting them
 * would give the numbers again.
 */
export function suppressSmallNumbers(sections: readonly ReportSection[]): ReportSection[] {
  return sections.map((section) => {
    const blocks = section.blocks.flatMap(withSuppressed);
    return {
      ...section,
      blocks,
      ...(section.summary && { summary: section.summary.map((sentence) => sentence.map(shownCell)) }),
      ...(blocks.length < section.blocks.length && { empty: LEFT_OUT }),
    };
  });
}

function withSuppressed(block: ReportBlock): ReportBlock[] {
  if (block.kind === "facts") {
    return [{ ...block, facts: block.facts.map(({ label, value }) => ({ label, value: shownCell(value) })) }];
  }
  if (block.kind === "entries") return [block.ofCases ? { ...block, entries: [], note: LEFT_OUT } : block];
  if (block.ofCases) return [];
  return [{ ...block, rows: block.rows.map((row) => row.map(shownCell)), foot: block.foot?.map(shownCell) ?? null }];
}

function shownCell(cell: Cell): Cell {
  if (typeof cell === "string") return cell;
  if (cell.kind === "cases") {
    const { value, ...said } = cell;
    return isSmall(value) ? { ...said, kind: "few" } : { ...said, value: roundedDown(value) };
  }
  if (cell.kind === "change") {
    const { now, before } = cell;
    if (isSmall(now) || isSmall(before)) return { kind: "hidden" };
    return { ...cell, now: roundedDown(now), before: roundedDown(before) };
  }
  if (cell.kind !== "percent" || !cell.ofCases) return cell;
  // Nothing is 0% of any whole: which one does not matter.
  if (cell.part === 0) return { ...cell, whole: Math.sign(cell.whole) };
  if (isSmall(cell.part)) return { kind: "hidden" };
  return { ...cell, part: roundedDown(cell.part), whole: roundedDown(cell.whole) };
}

function isSmall(value: number): boolean {
  return value > 0 && value < SMALL;
}

/** Rounded to the nearest 5, 10 made of two hidden parts would be 8, and both of them 4 (decision 14). */
export function roundedDown(value: number): number {
  return value - (value % SMALL);
}
