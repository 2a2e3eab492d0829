import { describe, expect, test } from "vitest";
import { isResetVerified, secondsToWait, viewOfStep } from "~/account/passwords/reset-requests.server";
import type { codes } from "~/account/table.server";
import { NOW } from "../../support/harness";

const SECOND = 1000;
/** A code that was asked for at NOW, which is 12:00 in London, and is valid for a quarter of an hour. */
const ROW: typeof codes.$inferSelect = {
  ...{ unique_ref: "ref", user_ref: "", kind: "reset", hash: "hash", payload: "" },
  ...{ attempts: 0, used_at: null, expires_at: NOW + 900 * SECOND, created_at: NOW },
};

const stepOf = (row: Partial<typeof ROW>, now = NOW) =>
  viewOfStep({ row: { ...ROW, ...row }, address: "a@example.com" }, now);

test("a browser that asked for nothing is at the address", () => {
  expect(viewOfStep(null, NOW)).toEqual({ step: "email" });
});

test.each([
  ["at once", {}, NOW, { seconds_left: 900, wait_seconds: 30, takes_tries: true }],
  ["within a second", {}, NOW + 1, { seconds_left: 900, wait_seconds: 30, takes_tries: true }],
  ["after 30 seconds", {}, NOW + 30 * SECOND, { seconds_left: 870, wait_seconds: 0, takes_tries: true }],
  ["in its last moment", {}, NOW + 900 * SECOND - 1, { seconds_left: 1, wait_seconds: 0, takes_tries: true }],
  ["at its end", {}, NOW + 900 * SECOND, { seconds_left: 0, wait_seconds: 0, takes_tries: false }],
  ["with its last try", { attempts: 4 }, NOW, { seconds_left: 900, wait_seconds: 30, takes_tries: true }],
  ["without a try", { attempts: 5 }, NOW, { seconds_left: 900, wait_seconds: 30, takes_tries: false }],
])("a code that is awaited, %s, says how long it has and whether it takes tries", (_, row, now, awaited) => {
  expect(stepOf(row, now)).toEqual({
    step: "code",
    awaited: { address: "a@example.com", asked_at: NOW, valid_until: "12:15", ...awaited },
  });
});

describe("a code that was given", () => {
  const given = { kind: "new_password" } as const;

  test.each([
    ["sets a password to its last moment", given, NOW + 900 * SECOND - 1, true],
    ["sets none at its end", given, NOW + 900 * SECOND, false],
    ["sets none a second time", { ...given, used_at: NOW }, NOW, false],
  ])("%s", (_, row, now, may) => {
    expect(isResetVerified({ ...ROW, ...row }, now)).toBe(may);
    expect(stepOf(row, now)).toEqual(may ? { step: "verified", valid_until: "12:15" } : { step: "email" });
  });
});

test("one that was not given sets no password, and another may be asked for after 30 seconds", () => {
  expect(isResetVerified(ROW, NOW)).toBe(false);
  expect([0, 29_000, 29_001, 30_000, 31_000].map((ms) => secondsToWait(ROW, NOW + ms))).toEqual([30, 1, 1, 0, 0]);
});
