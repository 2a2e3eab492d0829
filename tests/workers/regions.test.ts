import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readRegions } from "../../workers/regions";

const EU = {
  code: "eu",
  name: "the European Union",
  jurisdiction: "eu",
  database: "DB",
  bucket: "OBJECTS",
  open: true,
};
const OC = { code: "oc", name: "Oceania", hint: "oc", database: "DB_OC", bucket: "OBJECTS_OC", open: true };

function readWith(...REGIONS: unknown[]) {
  return readRegions({ ...env, REGIONS } as Env);
}

test("a region is all that its settings say, and only a jurisdiction is guaranteed", () => {
  const bindings = env as unknown as Record<string, unknown>;
  const found = readWith({ ...EU, locked_days: 7 }, { ...OC, open: false }).map(({ database, ...region }) => region);
  const marks = { hasCopies: false, maxBytes: 8.5e9, maxUsers: null };
  expect(found).toEqual([
    {
      ...{ code: "eu", name: "the European Union", isGuaranteed: true, location: "eu", isOpen: true, lockedDays: 7 },
      ...{ ...marks, objects: bindings.OBJECTS },
    },
    {
      ...{ code: "oc", name: "Oceania", isGuaranteed: false, location: "oc", isOpen: false, lockedDays: 0 },
      ...{ ...marks, objects: bindings.OBJECTS_OC },
    },
  ]);
  expect(found.map(({ objects }, at) => objects === bindings[["OBJECTS", "OBJECTS_OC"][at] ?? ""])).toEqual([
    true,
    true,
  ]);
});

test("locally a copy may lag behind, and a page without a bookmark reads there", async () => {
  const DB_COPY = { prepare: () => ({ bind: () => ({ all: async () => ({ results: [{ n: "of the copy" }] }) }) }) };
  const [lagging] = readRegions({ ...env, REGIONS: [EU], COPY_LAG: "3", DB_COPY } as never);
  const [plain] = readWith(EU);
  const read = (database: D1Database) =>
    database.withSession("first-unconstrained").prepare("SELECT 1 AS n").first("n");
  expect([await read(lagging.database), await read(plain.database)]).toEqual(["of the copy", 1]);
});

test("a region closes at 85 % of the 10 GB of D1, or at a mark of its own", () => {
  expect(readWith(EU, { ...OC, closes_at_percent: 40 }).map(({ maxBytes }) => maxBytes)).toEqual([8.5e9, 4e9]);
});

test("a region closes with any number of users, or with those of its settings", () => {
  expect(readWith(EU, { ...OC, closes_at_users: 1560 }).map(({ maxUsers }) => maxUsers)).toEqual([null, 1560]);
});

test("a region is read from copies only where its settings say so", () => {
  expect(readWith({ ...EU, copies: true }, OC).map(({ hasCopies }) => hasCopies)).toEqual([true, false]);
});

test.each([
  ["no region at all", []],
  ["a code that no token could begin with", [{ ...EU, code: "e-u" }]],
  ["neither jurisdiction nor hint", [{ ...EU, jurisdiction: undefined }]],
  ["jurisdiction and hint", [{ ...EU, hint: "weur" }]],
  ["a place that Cloudflare does not know", [{ ...EU, jurisdiction: "uk" }]],
  ["a binding that is not there", [{ ...EU, database: "DB_UK" }]],
  ["a binding that is none", [{ ...EU, database: "toString" }]],
  ["two regions of one code", [EU, { ...OC, code: "eu" }]],
  ["two regions in one database", [EU, { ...OC, database: "DB" }]],
  ["two regions in one bucket", [EU, { ...OC, bucket: "OBJECTS" }]],
  ["no region for new users", [{ ...EU, open: false }]],
  ["a mark beyond its database", [{ ...EU, closes_at_percent: 101 }]],
  ["no user at all", [{ ...EU, closes_at_users: 0 }]],
  ["half a user", [{ ...EU, closes_at_users: 1.5 }]],
  ["a lock that is longer than the law gives to delete", [{ ...EU, locked_days: 31 }]],
  ["a setting that nobody reads", [{ ...EU, opne: true }]],
])("settings with %s are refused before anything is asked", (_what, list) => {
  expect(() => readWith(...list)).toThrow();
});
