import { expect, test } from "vitest";
import { byLetters } from "~/platform/letter-order";

test("texts are compared letter by letter, capitals first, and the same text with neither before the other", () => {
  expect([byLetters("a", "b"), byLetters("b", "a"), byLetters("a", "a"), byLetters("", "")]).toEqual([-1, 1, 0, 0]);
  expect(["b", "a-b", "B", "a", "", "a_b"].sort(byLetters)).toEqual(["", "B", "a", "a-b", "a_b", "b"]);
});
