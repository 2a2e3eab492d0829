import { expect, test } from "vitest";
import { formatCounted, formatCountedIfAny, formatList, formatNumber } from "~/platform/time/counted";

test("things are counted in the singular for one alone, with commas between thousands", () => {
  expect([0, 1, 2, 12_034].map((n) => formatCounted(n, "session"))).toEqual([
    ...["0 sessions", "1 session", "2 sessions", "12,034 sessions"],
  ]);
  expect([1, 3].map((n) => formatCounted(n, "entry", "entries"))).toEqual(["1 entry", "3 entries"]);
  expect([0, 1].map((n) => formatCountedIfAny(n, "fee"))).toEqual(["", "1 fee"]);
  expect([999, 1_000, 1_234_567].map(formatNumber)).toEqual(["999", "1,000", "1,234,567"]);
});

test("a list has commas, and an and without one", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(formatList)).toEqual(["", "a", "a and b", "a, b and c"]);
});
