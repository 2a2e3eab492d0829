import { expect, test } from "vitest";
import type { WordField } from "~/import/fields";
import { rowOption, wordTable } from "~/import/map/word-table";

const OWN = "A".repeat(22);

function isTaken(field: WordField, ...meaning: string[]): boolean {
  return wordTable.safeParse({ [field]: { "magic wand": meaning } }).success;
}

test.each<[WordField, string[], string[]]>([
  ["urgency", ["1", "4"], ["5", "112", "ultrasound"]],
  ["supervision", ["5", "20"], ["0", "112", "ultrasound"]],
  ["airway", ["112", OWN, "as_text"], ["1", "999", "+airway/Magic wand", "short-ref"]],
  ["regional", ["241", OWN, "as_text"], ["1", "999"]],
  ["status", ["left_out"], ["1", "112", "ultrasound", OWN]],
  ["procedures", ["282", OWN], ["1", "x"]],
])("a word of %s can mean %j, and none of %j", (field, taken, refused) => {
  expect([taken, refused].map((items) => items.filter((item) => isTaken(field, item)))).toEqual([taken, []]);
  expect([isTaken(field), isTaken(field, ...taken), isTaken(field, ...taken, ...refused)]).toEqual([true, true, false]);
});

test("360 words are as many as a page shows; one more is refused", () => {
  const words = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`word ${at}`, ["112"]]));
  expect(wordTable.safeParse({ airway: words(359), regional: { femoral: ["241"] } }).success).toBe(true);
  expect(wordTable.safeParse({ airway: words(360), regional: { femoral: ["241"] } }).error?.issues).toMatchObject([
    { message: "Say what 360 words or fewer mean" },
  ]);
});

test.each([
  ["241", "", true],
  ["112", "", true],
  [OWN, "", true],
  ["+airway/Magic wand", "", false],
  ["241", "ultrasound", false],
  ["999", "", false],
])("a row can bring the option %s with the flags %j: %s", (id, flags, expected) => {
  expect(rowOption.safeParse({ id, flags }).success).toBe(expected);
});
