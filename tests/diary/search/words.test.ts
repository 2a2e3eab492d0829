import { expect, test } from "vitest";
import { containsAllWords, wordsOf } from "~/diary/search/words";

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
