import { expect, test } from "vitest";
import { headerKey, merged } from "~/import/parse/rows";
import type { CsvRecord } from "~/import/parse/table";

/** Rows of a file, each with what is wrong with it. */
function records(...rows: (string[] | [cells: string[], ragged: CsvRecord["ragged"]])[]): CsvRecord[] {
  return rows.map((row, index) => {
    const [cells, ragged] = Array.isArray(row[0]) ? row : [row];
    return { line: index + 2, cells: cells as string[], ...(ragged && { ragged: ragged as "cells" }) };
  });
}

/** The cells of the cases that rows come to. */
function casesOf(...rows: Parameters<typeof records>): string[][] {
  return merged(records(...rows)).records.map(({ cells }) => cells);
}

const CASE = ["1", "01/02/2026", "45", "Hip"];

test("a continuation row goes into the row above, and both are kept for what one says of the other", () => {
  expect(merged(records(CASE, ["", "", "", "Knee"]))).toEqual({
    records: [{ line: 2, cells: ["1", "01/02/2026", "45", "Hip + Knee"], parts: [CASE, ["", "", "", "Knee"]] }],
    merged: 1,
  });
});

test.each([
  ["two values", CASE, ["", "", "M", "Knee"]],
  ["the date again", CASE, ["", "01/02/2026", "", "Knee"]],
  ["a word where the row above has a number", CASE, ["", "", "years", "Knee"]],
  ["a number where the row above has a word", CASE, ["", "", "", "2"]],
  ["a value where the row above has none", ["1", "01/02/2026", "", ""], ["", "", "45", "Knee"]],
  ["half as many values", ["1", "a", "b", "c", "d", "e"], ["", "v", "w", "x", "", ""]],
])("a row with %s continues the one above", (_, above, row) => {
  expect(merged(records(above, row)).records).toHaveLength(1);
});

test.each<[string, Parameters<typeof records>[0], Parameters<typeof records>[0]]>([
  ["another date", CASE, ["", "02/02/2026", "", "Knee"]],
  ["another number", CASE, ["", "", "46", "Knee"]],
  ["more than half as many values", CASE, ["", "01/02/2026", "M", "Knee"]],
  ["a first cell of its own", CASE, ["2", "", "", "Knee"]],
  ["no first cell, as the row above", ["", "01/02/2026", "45", "Hip"], ["", "", "", "Knee"]],
  ["too many cells", CASE, [["", "", "", "Knee", "x"], "cells"]],
  ["one above that has too many cells", [[...CASE, "x"], "cells"], ["", "", "", "Knee"]],
])("a row with %s is a case of its own", (_, above, row) => {
  expect(merged(records(above, row)).records).toEqual(records(above, row));
});

test("a text that only begins with a date is no other date once it has sixty characters", () => {
  const note = (text: string, length: number) => ["", text.padEnd(length, "x"), "", ""];
  const above = ["1", "01/02/2026 list".padEnd(59, "x"), "45", "Hip"];
  expect(casesOf(above, note("02/02/2026 list", 59))).toHaveLength(2);
  expect(casesOf(above, note("02/02/2026 list", 60))).toHaveLength(1);
});

test("rows are one where all cells are equal, but for blank ones at the end", () => {
  expect(casesOf(CASE, [...CASE, ""], ["1", "01/02/2026", "45", "hip"])).toEqual([
    CASE,
    ["1", "01/02/2026", "45", "hip"],
  ]);
  expect(casesOf([...CASE, ""], ["1", "01/02/2026", "45", "Knee", ""])).toHaveLength(2);
});

test("headings are the same in any letter case, with any blanks, and with blank cells at the end", () => {
  const key = headerKey(["Date", "Start time"]);
  expect([headerKey(["date", "START  time"]), headerKey(["Date", "Start time", "", ""])]).toEqual([key, key]);
  expect(headerKey(["Date", "Start"])).not.toBe(key);
  expect(headerKey(["Date", "", "Start time"])).not.toBe(key);
});
