import { expect, test } from "vitest";
import { PROGRAMMES } from "~/dev/procedures";
import { STANDARD_AIRWAY, STANDARD_PROCEDURES } from "~/diary/cases/standard-options";

const airway = STANDARD_AIRWAY.flatMap((group) => group.options.map((option) => option.id));
const others = STANDARD_PROCEDURES.flatMap((group) => group.options.map((option) => option.id));
const blocks = STANDARD_PROCEDURES.filter((group) => group.blocks).flatMap((group) =>
  group.options.map((option) => option.id),
);
const all = Object.values(PROGRAMMES).flatMap((programmes) => programmes.flatMap(({ procedures }) => procedures));

test.each([...new Set(all)])("$text is made of Standard options, flags on blocks only", (procedure) => {
  expect(airway).toEqual(expect.arrayContaining([...procedure.airway]));
  expect(others).toEqual(expect.arrayContaining([...procedure.extras]));
  expect(blocks).toEqual(expect.arrayContaining([...(procedure.blocks ?? [])]));
});
