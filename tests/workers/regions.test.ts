import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readRegions } from "../../workers/regions";

const EU = {
  ...{ code: "eu", name: "the European Union", hostname: "daybook.example" },
  ...{ jurisdiction: "eu", open: true },
};
const OC = { code: "oc", name: "Oceania", hostname: "oc.daybook.example", hint: "oc", open: true };

function readWith(REGION: string, ...REGIONS: unknown[]) {
  return readRegions({ ...env, REGION, REGIONS } as unknown as Env);
}

test("a region is all that its settings say, and only a jurisdiction is guaranteed", () => {
  expect(readWith("oc", EU, { ...OC, open: false })).toEqual({
    own: { name: "Oceania", isGuaranteed: false, isOpen: false },
    others: [{ name: "the European Union", isGuaranteed: true, isOpen: true, origin: "https://daybook.example" }],
  });
});

test("a trial that is not listed is in the place of the first region", () => {
  expect(readWith("staging", EU, OC).own.name).toBe("the European Union");
});

test.each([
  ["no region at all", []],
  ["a code that no file could have", [{ ...EU, code: "../eu" }]],
  ["no hostname", [{ ...EU, hostname: "https://daybook.example" }]],
  ["neither jurisdiction nor hint", [{ ...EU, jurisdiction: undefined }]],
  ["jurisdiction and hint", [{ ...EU, hint: "weur" }]],
  ["a place that Cloudflare does not know", [{ ...EU, jurisdiction: "uk" }]],
  ["two regions of one code", [EU, { ...OC, code: "eu" }]],
  ["two regions of one hostname", [EU, { ...OC, hostname: EU.hostname }]],
  ["a setting that nobody reads", [{ ...EU, opne: true }]],
])("settings with %s are refused before anything is asked", (_what, list) => {
  expect(() => readWith("eu", ...list)).toThrow();
});
