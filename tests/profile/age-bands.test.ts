import { expect, test } from "vitest";
import { ageToStore, cutsText, inMonths, readCuts, startOfBand } from "~/profile/age-bands";
import { DEFAULT_PROFILE } from "~/profile/queries.server";
import fc from "../support/property";

const CUTS = DEFAULT_PROFILE.age_cuts;

test.each([
  [
    { age: 71, age_unit: "years" },
    { age: 65, age_unit: "years" },
  ],
  [
    { age: 65, age_unit: "years" },
    { age: 65, age_unit: "years" },
  ],
  [
    { age: 15, age_unit: "years" },
    { age: 6, age_unit: "years" },
  ],
  [
    { age: 18, age_unit: "months" },
    { age: 1, age_unit: "years" },
  ],
  [
    { age: 11, age_unit: "months" },
    { age: 1, age_unit: "months" },
  ],
  [
    { age: 200, age_unit: "days" },
    { age: 1, age_unit: "months" },
  ],
  [
    { age: 12, age_unit: "days" },
    { age: 0, age_unit: "days" },
  ],
  [
    { age: 104, age_unit: "years" },
    { age: 80, age_unit: "years" },
  ],
] as const)("%o is in the band that begins at %o", (age, begins) => {
  expect(startOfBand(age, CUTS)).toEqual(begins);
});

test.each([
  [[11, 192], "days"],
  [[12, 192], "years"],
  [[192], "years"],
  [[], "years"],
])("below the first of the bands from %j months an age is 0 %s", (cuts, age_unit) => {
  expect(startOfBand({ age: 3, age_unit: "months" }, cuts)).toEqual({ age: 0, age_unit });
});

test("the age that is kept is in the same band as the one that was typed, and is kept again as it is", () => {
  const ages = fc.record({
    age: fc.integer({ min: 0, max: 48 }),
    age_unit: fc.constantFrom("years" as const, "months" as const, "days" as const),
  });
  const lists = fc.uniqueArray(
    fc.oneof(
      fc.integer({ min: 1, max: 48 }),
      fc.integer({ min: 1, max: 120 }).map((years) => years * 12),
    ),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(ages, lists, (age, list) => {
      const cuts = list.toSorted((one, other) => one - other);
      const kept = startOfBand(age, cuts);
      const bandOf = (months: number) => cuts.filter((cut) => cut <= months).length;
      expect(bandOf(inMonths(kept))).toBe(bandOf(inMonths(age)));
      expect(startOfBand(kept, cuts)).toEqual(kept);
    }),
  );
});

test("an age that is not recorded stays so, and exact ages stay exact", () => {
  expect(ageToStore({ age: null, age_unit: "years" }, { ages: "bands", age_cuts: CUTS })).toMatchObject({ age: null });
  expect(ageToStore({ age: 71, age_unit: "years" }, { ages: "exact", age_cuts: CUTS })).toMatchObject({ age: 71 });
});

test("the ages of bands are read as they are written, lowest first and each once", () => {
  expect(readCuts(cutsText(CUTS))).toEqual({ cuts: CUTS });
  expect(readCuts("65; 1M 16,16")).toEqual({ cuts: [1, 192, 780] });
});

test("twelve ages are read, and so are the least and the greatest", () => {
  expect(readCuts("1m, 48m, 5, 6, 7, 8, 9, 10, 11, 12, 13, 120")).toEqual({
    cuts: [1, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 1440],
  });
});

test.each([
  ["", "Enter the ages at which each band begins, such as 16, 65"],
  ["sixteen", "Enter each age as a number of years, or months with an m, such as 6m, 16"],
  ["0", "Ages in years must be between 1 and 120"],
  ["121", "Ages in years must be between 1 and 120"],
  ["49m", "Ages in months must be between 1 and 48"],
  ["1,2,3,4,5,6,7,8,9,10,11,12,13", "Enter 12 ages or fewer"],
])("%o is refused: %s", (text, problem) => {
  expect(readCuts(text)).toEqual({ problem });
});
