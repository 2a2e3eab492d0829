import { expect, test } from "vitest";
import { formatOnCall, supplementOf } from "~/planning/job-plans/on-call";

test.each([
  [1, "A", "high", 8],
  [4, "B", "high", 3],
  [5, "A", "medium", 5],
  [8, "B", "medium", 2],
  [9, "A", "low", 3],
  [52, "B", "low", 1],
] as const)("1 in %i in category %s is of %s frequency: %i percent", (on_call_one_in, on_call_category, frequency, percent) => {
  expect(supplementOf({ on_call_one_in, on_call_category })).toEqual({ frequency, percent });
});

test("the supplement is named with its frequency; without one there is none", () => {
  const medium = "1 in 6, category A: medium frequency, availability supplement usually 5%";
  expect(formatOnCall({ on_call_one_in: 6, on_call_category: "A" })).toBe(medium);
  expect(formatOnCall({ on_call_one_in: null, on_call_category: null })).toBeNull();
});
