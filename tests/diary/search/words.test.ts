import { expect, test } from "vitest";
import { containsAllWords, marked, matchingLines, wordsOf } from "~/diary/search/words";

const text = (parts: { text: string; hit: boolean }[]) =>
  parts.map((part) => (part.hit ? `[${part.text}]` : part.text)).join("");

test("words are parted by space, each once, without capitals and accents", () => {
  expect(wordsOf("  Señor  CAFÉ señor\ti-gel ")).toEqual(["senor", "cafe", "i-gel"]);
  expect(wordsOf(" \u0301 ")).toEqual([]);
});

test.each([
  ["Hip fracture, frail", "FRACTURE hip", true],
  ["Hip fracture, frail", "hip knee", false],
  ["Ménière’s disease", "meniere's", true],
  ["Meniere's disease", "Ménière’s", true],
  ["ﬁbreoptic", "fibre", true],
  ["", "hip", false],
])("%s: %s is found: %s", (note, typed, found) => {
  expect(containsAllWords([note], wordsOf(typed))).toBe(found);
});

test("all words may be in different fields of one text", () => {
  expect(containsAllWords(["Hip fracture", "Anaphylaxis"], wordsOf("hip anaphylaxis"))).toBe(true);
});

test("the words are marked as they were written, accents and all", () => {
  expect(text(marked("Café au lait, cafe\u0301, CAFE", ["cafe"]))).toBe("[Café] au lait, [cafe\u0301], [CAFE]");
  expect(text(marked("ﬁbreoptic", ["fib"]))).toBe("[ﬁb]reoptic");
  expect(text(marked("nothing", []))).toBe("nothing");
});

test("a long line is cut around the first word found", () => {
  const line = text(marked(`${"a ".repeat(300)}needle${" b".repeat(300)}`, ["needle"]));
  expect(line).toMatch(/^…(a )+\[needle\]( b)+ ?…$/);
  expect([...line].length).toBeLessThan(190);
});

test("of many lines those are shown that bring a word not yet seen, in the order of the text", () => {
  const lines = matchingLines("hip one\nhip two\nnothing\nhip three\nknee", ["hip", "knee"], 2);
  expect(lines.map(({ place, parts }) => `${place} ${text(parts)}`)).toEqual(["0 [hip] one", "4 [knee]"]);
});
