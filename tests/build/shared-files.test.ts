import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** What a statement of a test writes, and whether it says whose: `db.update(fees).set({ … }).where(…)`. */
const WRITES = /\bdb\s*\.(?:update|delete)\((\w+)\)([^;]*);/g;

test("a test whose database goes on to other files writes no row of everybody", () => {
  const shared = filesBelow("tests").filter(
    (path) => /\.test\.tsx?$/.test(path) && !/\.alone\.test|^tests\/(build|resilience)\//.test(path),
  );
  const writes = shared.flatMap((path) =>
    [...textOf(path).matchAll(WRITES)].map(([, table = "", rest = ""]) => ({ path, table, rest })),
  );
  expect(writes.length).toBeGreaterThan(100);
  const ofEverybody = writes.filter(({ rest }) => !rest.includes(".where("));
  expect(ofEverybody.map(({ path, table }) => `${path}: ${table}`)).toEqual([]);
});
