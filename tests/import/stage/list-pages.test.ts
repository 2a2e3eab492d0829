import { expect, test } from "vitest";
import { firstOfPage, importPath, withinList } from "~/import/stage/list-pages";

test.each([
  [null, 0],
  ["", 0],
  ["0", 0],
  ["149", 100],
  ["200.9", 200],
  ["-1", 0],
  ["1e400", 0],
  ["the next", 0],
])("an address that names %j shows the page that begins at %i", (typed, from) => {
  expect(firstOfPage(typed, 100)).toBe(from);
});

test.each([
  [100, 101, 100],
  [100, 100, 0],
  [300, 101, 100],
  [0, 250, 0],
  [100, 0, 0],
])("the page at %i of a list of %i is the one at %i: one that was emptied is left", (from, total, now) => {
  expect(withinList(from, total, 100)).toBe(now);
});

test.each([
  [{ from: 0, sessions: 0 }, "/import_csv_data/"],
  [{ from: 100, sessions: 30 }, "/import_csv_data/?from=100&sessions=30"],
  [{ from: 0, sessions: 30, row: "a&b" }, "/import_csv_data/?row=a%26b&sessions=30"],
])("the address of %j is %s", (place, path) => {
  expect(importPath(place)).toBe(path);
});
