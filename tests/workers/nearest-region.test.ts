import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { regionsByDistance, type Whereabouts } from "../../workers/nearest-region";
import { type Location, readRegions } from "../../workers/regions";

const [first] = readRegions(env);

function nearest(from: Whereabouts | undefined, ...locations: Location[]): string {
  const regions = locations.map((location) => ({ ...first, code: location, location }));
  return regionsByDistance(from, regions)
    .map(({ code }) => code)
    .join(" ");
}

test.each([
  ["Berlin", { country: "DE", continent: "EU", isEUCountry: "1", latitude: "52.5", longitude: "13.4" }],
  ["Réunion, of the Union and far away", { country: "RE", isEUCountry: "1", latitude: "-21", longitude: "55.5" }],
  ["Leeds", { country: "GB", continent: "EU", latitude: "53.8", longitude: "-1.5" }],
  ["Oslo, of which no more is known", { country: "NO" }],
] as const)("a visitor of %s is offered the guaranteed region of the Union first", (_where, from) => {
  expect(nearest(from, "oc", "weur", "eu")).toMatch(/^eu /);
});

test.each([
  ["Sydney", { country: "AU", continent: "OC", latitude: "-33.9", longitude: "151.2" }, "oc apac wnam enam eu"],
  ["Singapore", { country: "SG", continent: "AS", latitude: "1.4", longitude: "103.8" }, "apac oc eu wnam enam"],
  ["Boston", { country: "US", continent: "NA", latitude: "42.4", longitude: "-71" }, "enam wnam eu apac oc"],
  ["Honolulu, across the date line", { latitude: "21.3", longitude: "-157.9" }, "wnam enam oc apac eu"],
  ["Zurich, outside of the Union", { country: "CH", latitude: "47.4", longitude: "8.5" }, "eu enam wnam apac oc"],
] as const)("a visitor of %s is offered the nearest region first", (_where, from, codes) => {
  expect(nearest(from, "eu", "enam", "wnam", "apac", "oc")).toBe(codes);
});

test("where only the continent is known, its middle counts", () => {
  expect(nearest({ continent: "OC" }, "eu", "oc")).toBe("oc eu");
  expect(nearest({ continent: "OC", latitude: "-33.9" }, "eu", "oc")).toBe("oc eu");
  expect(nearest({ continent: "OC", longitude: "151.2" }, "eu", "oc")).toBe("oc eu");
  expect(nearest({ continent: "SA" }, "eu", "oc", "enam")).toBe("enam eu oc");
});

test("a visitor of whom nothing is known is offered the regions in the order of the settings", () => {
  for (const from of [
    undefined,
    {},
    { country: "T1" },
    { latitude: "north", longitude: "", continent: "XX" as never },
  ]) {
    expect(nearest(from as Whereabouts, "oc", "eu", "enam")).toBe("oc eu enam");
  }
});
