import { expect, test } from "vitest";
import { drawn } from "./sample";

const ITEMS = Array.from({ length: 25 }, (_, index) => `item ${index}`);
const SEEDS = Array.from({ length: 100 }, (_, index) => String(index));
const fifth = (seed: string, name = "pages") => drawn(ITEMS, { share: 1 / 5, seed, name });

test("a sample is of its share, in the order of the list, and the same for one seed and name", () => {
  for (const seed of SEEDS) {
    const sample = fifth(seed);
    expect(sample).toHaveLength(5);
    expect(sample.toSorted((one, other) => ITEMS.indexOf(one) - ITEMS.indexOf(other))).toEqual(sample);
    expect(fifth(seed)).toEqual(sample);
  }
});

test("another seed or another name draws others, and no item is drawn much more often than the rest", () => {
  expect(new Set(SEEDS.map((seed) => fifth(seed).join())).size).toBeGreaterThan(95);
  expect(SEEDS.filter((seed) => fifth(seed, "pages").join() === fifth(seed, "addresses").join())).toEqual([]);
  const times = ITEMS.map((item) => SEEDS.filter((seed) => fifth(seed).includes(item)).length);
  // 20 are expected, with a deviation of 4.
  expect(Math.min(...times)).toBeGreaterThan(2);
  expect(Math.max(...times)).toBeLessThan(45);
});

test("a sample has at least one, and of a share of all of them it has all", () => {
  expect(drawn(["one", "two"], { share: 1 / 100, seed: "1", name: "few" })).toHaveLength(1);
  expect(drawn(ITEMS, { share: 1, seed: "1", name: "all" })).toEqual(ITEMS);
  expect(drawn([], { share: 1 / 5, seed: "1", name: "none" })).toEqual([]);
});
