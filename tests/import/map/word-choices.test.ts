import { expect, test } from "vitest";
import type { NamedOption } from "~/diary/case-lines/line-case";
import type { WordField } from "~/import/fields";
import { groupsOf } from "~/import/map/views/map-words";

const OWN: NamedOption[] = [
  { id: "A".repeat(22), kind: "airway", label: "Frova bougie" },
  { id: "P".repeat(22), kind: "procedure", label: "Fascial plane block" },
];

function offered(field: WordField): string[] {
  return groupsOf(field, OWN).flatMap(({ choices }) => choices.map(({ label }) => label));
}

test.each<[WordField, string, string]>([
  ["airway", "Frova bougie", "Oral ETT"],
  ["regional", "Fascial plane block", "Spinal"],
  ["procedures", "Fascial plane block", "Spinal"],
])("a word of %s may stand for any option, those of its own list first", (field, own, standard) => {
  const labels = offered(field);
  expect(labels[0]).toBe(own);
  expect(labels).toEqual(expect.arrayContaining(["Frova bougie", "Fascial plane block", "Oral ETT", "Spinal"]));
  const others = ["Oral ETT", "Spinal"].filter((label) => label !== standard);
  expect(labels.indexOf(standard)).toBeLessThan(labels.indexOf(others[0] ?? ""));
});

test("a word of another column stands for no option", () => {
  expect(offered("urgency")).not.toContain("Frova bougie");
  expect(offered("status")).toEqual(["Leave its cases out"]);
});
