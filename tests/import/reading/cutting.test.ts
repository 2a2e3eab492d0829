import { expect, test } from "vitest";
import { delimiterOf, recordsOf } from "~/import/parse/records";
import type { CsvDelimiter } from "~/import/parse/table";

/** Each record as its number and its cells. */
function cut(text: string, delimiter: CsvDelimiter = ","): [line: number, ...cells: string[]][] {
  return [...recordsOf(text, delimiter)].flat().map(({ line, cells }) => [line, ...cells]);
}

/** Characters that are read at a time. */
const SLICE = 262_144;

test.each([
  ["a text without any", "Date", ","],
  ["of two that cut alike, the comma", "A;B,C", ","],
  ["one in few rows rather than none at all", "A;B\nx\ny\nz\n1;2", ";"],
])("the separator is guessed: %s", (_, text, delimiter) => {
  expect(delimiterOf(text)).toEqual({ delimiter, from: 0 });
});

test("the last record counts for the guess unless the text goes on after the sample", () => {
  const text = `A;B,C\n1;${"x".repeat(100_000 - 8)}`;
  expect(text).toHaveLength(100_000);
  expect(delimiterOf(text).delimiter).toBe(";");
  expect(delimiterOf(`${text}x`).delimiter).toBe(",");
});

test.each([SLICE - 2, SLICE - 1, SLICE])("a line end after %i characters is one, wherever a slice ends", (length) => {
  const first = "x".repeat(length);
  expect(cut(`${first}\r\ny`)).toEqual([
    [1, first],
    [2, "y"],
  ]);
  expect(cut(`${first}\ry`)).toEqual([
    [1, first],
    [2, "y"],
  ]);
});

test("a text that ends with a slice keeps its last record", () => {
  const last = "b".repeat(SLICE - 2);
  expect(cut(`a\n${last}`)).toEqual([
    [1, "a"],
    [2, last],
  ]);
});

test("records of one cell are records; only after the last line end there is none", () => {
  expect(cut("a\nb")).toEqual([
    [1, "a"],
    [2, "b"],
  ]);
  expect(cut("a\n\nb\n")).toEqual([
    [1, "a"],
    [2, ""],
    [3, "b"],
  ]);
});

test("1,000 cells are a record, and the first with more is refused with its row", () => {
  const most = Array(1_000).fill("a");
  expect(cut(most.join())).toEqual([[1, ...most]]);
  expect(() => cut(`a\n${most.join()},a\nb`)).toThrow(/^Row 2 has more than 1,000 columns\./);
});

/** Its second record is all that is left when a slice has been read, and the text goes on. */
function longSecond(characters: number, more = "\nc"): string {
  return `${"a".repeat(SLICE * 4 - 1_000_001)}\n${"b".repeat(characters)}${more}`;
}

test("1,000,000 characters are a record; one more is refused with its row, at the end of the file too", () => {
  expect(cut(longSecond(1_000_000)).map(([line, text]) => [line, text?.length])).toEqual([
    [1, SLICE * 4 - 1_000_001],
    [2, 1_000_000],
    [3, 1],
  ]);
  const words = /^Row 2 has more than 1,000,000 characters\./;
  expect(() => cut(longSecond(1_000_001))).toThrow(words);
  expect(() => cut(longSecond(1_000_001, ""))).toThrow(words);
});

test("a record that is too long is refused before its closing quotation mark is sought in the rest of the file", () => {
  expect(() => cut(`a\n"${"b".repeat(1_400_000)}`)).toThrow(/^Row 2 has more than 1,000,000 characters\./);
});

test("long runs of blanks are shortened, but for tabs where they separate cells", () => {
  expect(cut(`a${" ".repeat(2_000)}b`)).toEqual([[1, `a${" ".repeat(100)}b`]]);
  expect(cut(`a${"\t".repeat(150)}b`, "\t")).toEqual([[1, "a", ...Array(149).fill(""), "b"]]);
});
