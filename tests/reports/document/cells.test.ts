import { expect, test } from "vitest";
import { londonInstant } from "~/platform/time/london";
import { bandOf, byAge } from "~/reports/document/ages";
import {
  cases,
  cellText,
  change,
  count,
  formatCell,
  formatSentence,
  minutes,
  pas,
  pence,
  percent,
} from "~/reports/document/cells";
import { formatOutOfHours, outOfHours } from "~/reports/sections/out-of-hours.server";

test.each([
  [count(1234), "1,234", "1234"],
  [cases(1234), "1,234", "1234"],
  [change(3, 20), "−17", "-17"],
  [pas(9000), "2.50", "2.50"],
  [pas(-9000), "−2.50", "-2.50"],
  [pas(0), "0.00", "0.00"],
  [minutes(0), "0.00", "0.00"],
  [pence(0), "£0.00", "0.00"],
  [minutes(450), "7.50", "7.50"],
  [minutes(87_630), "1,460.50", "1460.50"],
  [pence(123_456), "£1,234.56", "1234.56"],
  [pence(-50), "−£0.50", "-0.50"],
  [percent(1, 3), "33.3%", "33.3"],
  [percent(1, 8), "12.5%", "12.5"],
  [percent(1, 2000), "0.1%", "0.1"],
  [percent(7, 7), "100.0%", "100.0"],
  [percent(0, 0), "–", ""],
  ["Spinal", "Spinal", "Spinal"],
] as const)("%o is %s on a page and %s in a file", (cell, words, text) => {
  expect([formatCell(cell), cellText(cell)]).toEqual([words, text]);
});

test("a number of cases in a sentence has its noun behind it, and a share its brackets", () => {
  const said = (n: number) => formatSentence([cases(n, "case"), percent(n, 8), " out of hours."]);
  expect([said(1), said(1200), said(8)]).toEqual([
    "1 case (12.5%) out of hours.",
    "1,200 cases (15000.0%) out of hours.",
    "8 cases (100.0%) out of hours.",
  ]);
  expect(formatSentence([{ kind: "few", noun: "case" }, { kind: "hidden" }, " out of hours."])).toBe(
    "Fewer than 5 cases out of hours.",
  );
  expect(formatSentence(["Most often Spinal (", { kind: "few", noun: "case" }, ")."])).toBe(
    "Most often Spinal (fewer than 5 cases).",
  );
});

test("ages fall into the bands of the profile, whatever unit they are in", () => {
  const cuts = [1, 12, 72, 192, 780, 960];
  const labels = byAge(cuts).places.map(({ label }) => label);
  expect(labels).toEqual([
    ...["Under 1 month", "1–11 months", "1–5 years", "6–15 years", "16–64 years", "65–79 years"],
    "80 years and over",
  ]);
  const band = (age: number, age_unit: "years" | "months" | "days") => bandOf({ age, age_unit }, cuts);
  expect([band(0, "days"), band(30, "days"), band(31, "days")]).toEqual([
    "Under 1 month",
    "Under 1 month",
    "1–11 months",
  ]);
  expect([band(11, "months"), band(12, "months"), band(366, "days")]).toEqual([
    "1–11 months",
    "1–5 years",
    "1–5 years",
  ]);
  expect([band(15, "years"), band(16, "years"), band(120, "years")]).toEqual([
    "6–15 years",
    "16–64 years",
    "80 years and over",
  ]);
  expect(band(0, "years")).toBe("Under 1 month");
  expect(bandOf({ age: null, age_unit: "years" }, cuts)).toBe("");
  expect(byAge([18, 192]).places.map(({ label }) => label)).toEqual([
    "Under 18 months",
    "18 months to 15 years",
    "16 years and over",
  ]);
});

test("out of hours is by London's clock, weekends and the bank holidays that somebody really has", () => {
  const hours = { day_from_minute: 480, day_until_minute: 1080 };
  const isLate = outOfHours(
    hours,
    [],
    [
      { day: "2026-06-19", is_added: true },
      { day: "2026-05-04", is_added: false },
    ],
  );
  const at = (date: string, minute: number) => isLate(londonInstant(date, minute));
  expect([at("2026-07-01", 479), at("2026-07-01", 480), at("2026-07-01", 1079), at("2026-07-01", 1080)]).toEqual([
    ...[true, false, false, true],
  ]);
  // A Saturday, a bank holiday, one of one's own, and one that is worked.
  expect(["2026-07-04", "2026-12-25", "2026-06-19", "2026-05-04"].map((day) => at(day, 600))).toEqual([
    ...[true, true, true, false],
  ]);
  expect(formatOutOfHours(hours)).toBe("Out of hours is before 08:00, from 18:00, at weekends and on bank holidays.");
  expect(formatOutOfHours({ day_from_minute: 0, day_until_minute: 1440 })).toBe(
    "Out of hours is at weekends and on bank holidays.",
  );
});
