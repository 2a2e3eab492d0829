import { expect, test } from "vitest";
import type { NamedOption } from "~/diary/case-lines/line-case";
import { type WordTable, withMeaning } from "~/import/fields";
import { fieldWords } from "~/import/parse/field-words";
import { proposals, wordsOfCell, writtenWords } from "~/import/parse/words";

test("words that say nothing, and nothing between two separators, are no words", () => {
  expect(writtenWords("LMA, , n/a; unknown | RSI,")).toEqual(["LMA", "RSI"]);
  expect(wordsOfCell("LMA,,lma")).toEqual(["lma"]);
});

test.each([
  ["urgency", "p2", ["2"]],
  ["supervision", "2", []],
  ["regional", "ultrasound", ["as_text"]],
  ["airway", "ultrasound", ["as_text"]],
  ["procedures", "ultrasound", ["as_text"]],
  ["regional", "left femoral", ["241", "as_text"]],
  ["airway", "left femoral", ["as_text"]],
  ["procedures", "left femoral", ["as_text"]],
] as const)("in a column of %s, %j stands for %j", (field, word, meaning) => {
  expect(proposals()(field, word)).toEqual(meaning);
});

test("an option of one's own without a letter in its name stands for no other word", () => {
  const own: NamedOption[] = [{ id: "A".repeat(22), kind: "airway", label: "()" }];
  expect(proposals(own)("airway", "magic wand")).toEqual(["as_text"]);
});

test("words are counted by the rows that have them, those without a meaning first", () => {
  const records = ["LMA + Wand", "lma", "", "wand, WAND", "RSI"].map((cell, line) => ({ line, cells: [cell] }));
  const propose = proposals();
  const [column] = fieldWords({ records } as never, { airway: 0 }, propose, propose);
  expect(column?.words.map(({ word, rows }) => [word, rows])).toEqual([
    ["wand", 2],
    ["lma", 2],
    ["rsi", 1],
  ]);
});

test("of the meanings that somebody chose, only those are kept that are not proposed anyway", () => {
  const table: WordTable = { airway: { lma: ["112"], wand: ["111"] } };
  const lma = { field: "airway", word: "lma", proposed: ["112"] } as const;
  expect(withMeaning(table, lma, ["112"])).toEqual({ airway: { wand: ["111"] } });
  expect(withMeaning(table, lma, [])).toEqual({ airway: { lma: [], wand: ["111"] } });
  expect(withMeaning({ airway: { lma: [] } }, lma, ["112"])).toEqual({});
});
