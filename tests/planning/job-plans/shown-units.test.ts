import { expect, test } from "vitest";
import { paUnits, showPa } from "~/planning/job-plans/pa-rules";
import { addUpAsShown, shownPaParts, shownPaUnits } from "~/planning/job-plans/shown-units";
import fc from "../../support/property";

function hundredths(units: number): number {
  return Math.round(Number(showPa(units).replace("−", "-")) * 100);
}

// 1.25 ÷ 2 = 0.625 three times: shown as 0.63 each they would add to 1.89 beside a total of 1.88.
test("parts are shown so that they add up to their total, the first of equal remainders up", () => {
  const parts = shownPaParts([0.625, 0.625, 0.625].map(paUnits));
  expect(parts.map(showPa)).toEqual(["0.63", "0.63", "0.62"]);
  expect(showPa(paUnits(1.875))).toBe("1.88");
});

test("any parts add up in what is shown, and none is a hundredth or more away from what it is", () => {
  const units = fc.array(fc.integer({ min: -40_000, max: 40_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(units, (all) => {
      const shown = shownPaParts(all);
      const sum = all.reduce((total, each) => total + each, 0);
      expect(shown.map(hundredths).reduce((total, each) => total + each, 0)).toBe(hundredths(sum));
      for (const [at, each] of shown.entries()) {
        expect(shownPaUnits(each)).toBe(each);
        expect(Math.abs(each - (all[at] ?? 0))).toBeLessThan(36);
      }
    }),
  );
});

test.each<[number[], boolean]>([
  [[31 / 6, 2.625, 3.375], false],
  [[8 / 3, 8 / 3, 8 / 3], false],
  [[2.625, 1, 1.25], true],
  [[], true],
])("PAs of %j, each rounded by itself, add up in what is shown: %s", (pas, adds) => {
  expect(addUpAsShown(pas.map(paUnits))).toBe(adds);
});
