import { expect, test } from "vitest";
import { inOneLine } from "~/diary/sessions/sentences";

test("sentences are joined in one line of 300 characters at most, and what does not fit is left out whole", () => {
  expect(inOneLine(["Session saved", null, "Undo it?", "The week has 10 PA"])).toBe(
    "Session saved. Undo it? The week has 10 PA",
  );
  const first = "a".repeat(100);
  expect(inOneLine([first, "b".repeat(198)])).toHaveLength(300);
  expect(inOneLine([first, "b".repeat(199)])).toBe(first);
  expect(inOneLine([first, "b".repeat(199), "c"])).toBe(`${first}. c`);
});
