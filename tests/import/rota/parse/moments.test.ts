import { expect, test } from "vitest";
import { readMoment } from "~/import/rota/parse/moments.server";

test.each([
  ["19500101T000000", { date: "1950-01-01", minute: 0, zone: "London" }],
  ["20991231T235959Z", { date: "2099-12-31", minute: 1439, zone: "UTC" }],
  ["20261124", { date: "2026-11-24", minute: null, zone: "London" }],
  ["20261124T2300", { date: "2026-11-24", minute: 1380, zone: "London" }],
])("%s is read from 1950 to 2099, with each time of the clock", (value, moment) => {
  expect(readMoment(value, undefined)).toEqual(moment);
});

test.each([
  "19491231",
  "21000101",
  "20261124T240000",
  "20261124T236000",
  "20260231",
  "tomorrow",
])("%s is no moment", (value) => {
  expect(readMoment(value, undefined)).toBeNull();
});
