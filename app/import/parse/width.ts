import type { RawRecord } from "./records";
import type { CsvRecord } from "./table";

/**
 * How many cells a row may have: as many as the header row, or as most rows where those have more. One cell too many
 * means that a separator stands in a text without quotation marks, and that values are in wrong columns.
 */
export function widthOf(headings: readonly string[], rows: readonly RawRecord[]): number {
  const lengths = new Map<number, number>();
  for (const { cells } of rows) lengths.set(cells.length, (lengths.get(cells.length) ?? 0) + 1);
  const [width = 0, count = 0] = [...lengths].sort((one, other) => other[1] - one[1])[0] ?? [];
  return headings.length === 0 || count * 2 > rows.length ? Math.max(headings.length, width) : headings.length;
}

export function withRagged({ line, cells, strayQuote }: RawRecord, width: number): CsvRecord {
  if (strayQuote && cells.length !== width) return { line, cells, ragged: "quotes" };
  return cells.some((cell, index) => index >= width && cell !== "")
    ? { line, cells, ragged: "cells" }
    : { line, cells };
}
