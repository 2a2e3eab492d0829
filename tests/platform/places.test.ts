import { expect, test } from "vitest";
import { isFull, MAX_BYTES } from "~/platform/db/database-size.server";
import { formatPlace } from "~/platform/places";

test("a place says whether data stay there", () => {
  const places = [
    { name: "the European Union", isGuaranteed: true },
    { name: "Oceania", isGuaranteed: false },
  ];
  expect(places.map(formatPlace)).toEqual([
    "The European Union: guaranteed to stay there",
    "Oceania: placed there, but not guaranteed",
  ]);
});

const MOST = MAX_BYTES * 0.85;

test.each([
  ["below both", MOST - 1, 9, 10, false],
  ["with as many bytes as it takes", MOST, 0, 10, true],
  ["with as many users as it takes", 0, 10, 10, true],
  ["with no limit of users", MOST - 1, 1_000, null, false],
  ["with no limit of users, but of bytes", MOST, 0, null, true],
])("a database is full at 85 % of 10 GB or at its users: %s", (_, bytes, users, maxUsers, full) => {
  expect(isFull({ bytes, users }, maxUsers)).toBe(full);
});
