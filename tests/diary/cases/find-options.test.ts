import { expect, test } from "vitest";
import { findOptions } from "~/diary/cases/options";
import { STANDARD } from "~/diary/cases/standard-options";

const airway = STANDARD.airway.flatMap((group) => group.options);
const procedures = STANDARD.procedure.flatMap((group) => group.options);

function labels(typed: string, options = airway) {
  return findOptions(options, typed).map((option) => option.label);
}

test("an option is found by its beginning, by a word in it, and whatever the case of its letters", () => {
  expect(labels("ORAL")[0]).toBe("Oral ETT");
  expect(labels("laryngoscopy")).toContain("Direct laryngoscopy");
});

test("signs between letters count for nothing", () => {
  expect(labels("igel")[0]).toBe("SGA - i-gel");
  expect(labels("i-gel")[0]).toBe("SGA - i-gel");
});

test("those that begin with what is typed come before those that only hold it", () => {
  const found = labels("spinal", procedures);
  expect(found[0]?.toLowerCase().startsWith("spinal")).toBe(true);
});

test("a word is found within another, but not across the gap between two, and not by two letters", () => {
  expect(labels("mask").length).toBeGreaterThan(0);
  expect(labels("laryngoscop")).toContain("Videolaryngoscopy");
  expect(labels("own")).not.toContain("High-flow nasal oxygen (THRIVE)");
  expect(labels("xy")).toEqual([]);
});

test("every word must be there", () => {
  expect(labels("oral tube zebra")).toEqual([]);
  expect(labels("lma classic")).toEqual(["SGA - LMA classic / flexible"]);
});

test("nothing typed finds nothing, and signs alone neither", () => {
  expect(labels("  ")).toEqual([]);
  expect(labels("--")).toEqual([]);
});
