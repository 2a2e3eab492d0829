import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";

test("no table of an export marks a reference as a formula: none begins with a hyphen", () => {
  const refs = Array.from({ length: 2_000 }, newRef);
  expect(refs.filter((ref) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(ref))).toEqual([]);
});
