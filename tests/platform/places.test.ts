import { expect, test } from "vitest";
import { isFull } from "~/platform/db/region-sizes.server";
import { formatPlace, type Place, placeOf } from "~/platform/places";

const BASE = { isOpen: true, hasCopies: false, lockedDays: 0, maxBytes: 100, maxUsers: null };
const PLACES: Place[] = [
  { ...BASE, code: "eu", name: "the European Union", isGuaranteed: true },
  { ...BASE, code: "oc", name: "Oceania", isGuaranteed: false },
];

test("a place says whether data stay there", () => {
  expect(PLACES.map(formatPlace)).toEqual([
    "The European Union: guaranteed to stay there",
    "Oceania: placed there, but not guaranteed",
  ]);
});

test("a place is known by its code", () => {
  expect(placeOf(PLACES, "oc")).toBe(PLACES[1]);
  expect(() => placeOf(PLACES, "us")).toThrow("not in the settings");
});

test.each([
  ["below both", 99, 9, 10, false],
  ["with as many bytes as it takes", 100, 0, 10, true],
  ["with as many users as it takes", 0, 10, 10, true],
  ["with no limit of users", 99, 1_000, null, false],
  ["with no limit of users, but of bytes", 100, 0, null, true],
])("a region is full at its size or its users: %s", (_, bytes, users, maxUsers, full) => {
  expect(isFull({ bytes, users }, { maxBytes: 100, maxUsers })).toBe(full);
});
