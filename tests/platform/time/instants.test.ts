import { expect, test } from "vitest";
import { londonIso, parseInstant } from "~/platform/time/instants";

test.each([
  "2026-11-21T12:00:00+00:00",
  "2026-10-25T01:30:00+01:00",
  "2026-10-25T01:30:00+00:00",
  "2024-02-29T23:59:59+00:00",
  "1900-01-01T00:00:00+00:00",
  "2099-12-31T23:59:59+00:00",
])("an instant is read as it was written: %s", (text) => {
  expect(londonIso(parseInstant(text) ?? 0)).toBe(text);
});

test("an instant of another zone is the same instant", () => {
  expect(parseInstant("2026-07-17T09:30:00.5+02:30")).toBe(parseInstant("2026-07-17T07:00:00.500Z"));
});

test.each([
  "2026-02-30T08:00:00+00:00",
  "2026-06-31T08:00:00+01:00",
  "2025-02-29T08:00:00Z",
  "2026-02-28T24:00:00Z",
  "2026-13-01T08:00:00Z",
  "2026-02-28T08:60:00Z",
  "1899-12-31T08:00:00Z",
  "2100-01-01T08:00:00Z",
  "2026-02-28T08:00:00",
  "2026-02-28",
])("what no clock ever showed is none: %s", (text) => {
  expect(parseInstant(text)).toBeNull();
});
