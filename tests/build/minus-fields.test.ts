import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** A field whose hint asks for a number below zero. */
const BELOW_ZERO = /<\w+Field\b(?:(?!\/>)[\s\S])*?hint="[^"]*\b(?:minus|less than 0)\b(?:(?!\/>)[\s\S])*\/>/g;

test("a field that takes a minus opens a keyboard that has one: a phone's decimal keys have none", () => {
  const fields = filesBelow("app")
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) => textOf(path).match(BELOW_ZERO) ?? []);
  expect(fields.length).toBeGreaterThan(2);
  expect(fields.filter((field) => !field.includes('inputMode="text"'))).toEqual([]);
});
