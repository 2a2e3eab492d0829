import { expect, test } from "vitest";
import {
  knownOf,
  type ListPart,
  partOf,
  partsToFetch,
  readIndex,
  withPage,
  withPart,
} from "~/import/stage/views/parts";

function part(from: number, items: string[], total = 7): ListPart<string> {
  return { total, length: 3, from, items };
}

test("a list knows the part that it came with, and asks for the others as they come in sight", () => {
  const known = knownOf(part(0, ["a", "b", "c"]));
  expect(partsToFetch(known, [0, 1, 2])).toEqual([]);
  expect(partsToFetch(known, [2, 3, 4, 6, 9])).toEqual([3, 6]);
  expect(partsToFetch(withPart(known, part(3, ["d", "e", "f"])), [2, 3, 4, 6])).toEqual([6]);
  expect([partOf(0, 3), partOf(5, 3), partOf(6, 3)]).toEqual([0, 3, 6]);
});

test("after a change the page's part is fresh, and the others are shown until they are read again", () => {
  const known = withPart(knownOf(part(0, ["a", "b", "c"])), part(3, ["d", "e", "f"]));
  const changed = withPage(known, part(0, ["b", "c", "d"], 6));
  expect([...changed.items.values()]).toEqual(["b", "c", "d", "d", "e", "f"]);
  expect(partsToFetch(changed, [2, 3])).toEqual([3]);
  const again = withPart(changed, part(3, ["e", "f", "g"], 6));
  expect([...again.items.values()]).toEqual(["b", "c", "d", "e", "f", "g"]);
  expect(partsToFetch(again, [0, 1, 2, 3, 4, 5])).toEqual([]);
});

test("a list that has grown shorter holds nothing behind its end", () => {
  const known = withPart(knownOf(part(0, ["a", "b", "c"])), part(3, ["d", "e", "f"]));
  expect([...withPage(known, part(0, ["a", "b"], 2)).items.values()]).toEqual(["a", "b"]);
});

test.each([
  [null, 0],
  ["", 0],
  ["0", 0],
  ["149", 149],
  ["149.9", 149],
  ["-1", 0],
  ["1e400", 0],
  ["the next", 0],
])("an address that names %j means the row at %i", (typed, index) => {
  expect(readIndex(typed)).toBe(index);
});
