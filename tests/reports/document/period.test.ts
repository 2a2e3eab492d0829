import { expect, test } from "vitest";
import { periodOf } from "~/diary/expected/period";
import { newRef } from "~/platform/db/columns.server";
import type { LondonDate } from "~/platform/time/london";
import { DEFAULT_PROFILE } from "~/profile/queries.server";
import {
  appraisalYear,
  appraisalYearOf,
  aYearEarlier,
  lastTaxPeriodOf,
  monthsOf,
  type PeriodTerms,
  periodOfReport,
  taxPeriodOf,
} from "~/reports/document/period";
import { NOW } from "../../support/harness";

const DATES = { plan: "", from: null, until: null };
const DAYS = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-03-31", "2026-04-01", "2026-11-21", "2027-02-28"];

function termsOn(today: LondonDate, plans: PeriodTerms["plans"] = [], appraisal_month = 4): PeriodTerms {
  return { plans, appraisal_month, today };
}

test.each([1, 4, 11, 12])("an appraisal year from month %i is found by the month of the profile", (month) => {
  for (const day of DAYS) {
    const { year, begins, ends } = appraisalYearOf(day, month);
    const terms = termsOn(day, [], month);
    expect(periodOfReport({ ...DATES, period: "appraisal" }, terms)).toEqual({ from: begins, until: ends });
    const before = appraisalYear(year - 1, month);
    const last = periodOfReport({ ...DATES, period: "last_appraisal" }, terms);
    expect(last).toEqual({ from: before.begins, until: before.ends });
  }
});

test("without a profile an appraisal year begins on 1 April, and a tax year on the 6th", () => {
  const read = (period: "appraisal" | "tax" | "last_tax", day: LondonDate) =>
    periodOfReport({ ...DATES, period }, { ...DEFAULT_PROFILE, ...termsOn(day) });
  expect(read("appraisal", "2026-03-31")).toEqual({ from: "2025-04-01", until: "2026-03-31" });
  expect(read("tax", "2026-04-05")).toEqual({ from: "2025-04-06", until: "2026-04-05" });
  expect(read("last_tax", "2026-04-06")).toEqual({ from: "2025-04-06", until: "2026-04-05" });
  expect(taxPeriodOf("2026-11-21")).toEqual({ from: "2026-04-06", until: "2027-04-05" });
  expect(lastTaxPeriodOf("2026-11-21")).toEqual({ from: "2025-04-06", until: "2026-04-05" });
});

function planFrom(date_start: LondonDate, date_end: LondonDate | null, counts_from: LondonDate | null = null) {
  return { unique_ref: newRef(), date_start, date_end, counts_from, created_at: NOW };
}

test.each([
  ["2026-04-01", "2027-03-31", null],
  ["2026-06-15", "2026-07-14", null],
  ["2025-10-26", null, null],
  ["2024-02-29", null, null],
  ["2020-05-01", "2026-10-24", null],
  ["2030-01-01", null, null],
  ["2026-04-01", "2027-03-31", "2026-11-16"],
  // A short plan that counts from after its end counts on its last day.
  ["2026-06-15", "2026-07-14", "2026-08-01"],
  ["2025-10-26", null, "2026-11-16"],
  ["2024-02-29", null, "2026-02-28"],
  ["2020-05-01", "2026-10-24", "2024-01-01"],
])("a plan from %s to %s, counted from %s, is reported over the period of its progress", (start, end, from) => {
  const plan = planFrom(start, end, from);
  for (const day of DAYS) {
    const { begins, ends } = periodOf(plan, day);
    for (const ref of [plan.unique_ref, ""]) {
      const found = periodOfReport({ ...DATES, period: "plan", plan: ref }, termsOn(day, [plan]));
      expect([day, found]).toEqual([day, { from: begins, until: ends }]);
    }
  }
});

test("the plan of today is the one that is meant when none is named; without plans it is the appraisal year", () => {
  const asked = { ...DATES, period: "plan" } as const;
  expect(periodOfReport(asked, termsOn("2026-11-21"))).toEqual({ from: "2026-04-01", until: "2027-03-31" });
  const plans = [planFrom("2025-04-01", "2026-05-31"), planFrom("2026-06-01", "2027-05-31")];
  expect(periodOfReport(asked, termsOn("2026-11-21", plans))).toEqual({ from: "2026-06-01", until: "2027-05-31" });
});

test("the plan of somebody else has no period", () => {
  const mine = termsOn("2026-11-21", [planFrom("2026-04-01", null)]);
  expect(periodOfReport({ ...DATES, period: "plan", plan: newRef() }, mine)).toBeNull();
});

test.each([
  ["2026-04-01", "2026-10-31", { from: "2025-04-01", until: "2025-10-31" }],
  // A period that still runs is set beside as much of the year before: the days that are over.
  ["2026-04-01", "2027-03-31", { from: "2025-04-01", until: "2025-11-20" }],
  ["2024-02-29", "2024-02-29", { from: "2023-03-01", until: "2023-02-28" }],
  ["2024-03-01", "2025-02-28", { from: "2023-03-01", until: "2024-02-29" }],
])("the year before %s to %s", (from, until, before) => {
  expect(aYearEarlier({ from, until }, "2026-11-21")).toEqual(before);
});

test("every month of which a period holds a day is one of its months", () => {
  expect(monthsOf({ from: "2026-01-31", until: "2026-03-01" })).toEqual(["2026-01-01", "2026-02-01", "2026-03-01"]);
  expect(monthsOf({ from: "2026-12-05", until: "2027-01-01" })).toEqual(["2026-12-01", "2027-01-01"]);
  expect(monthsOf({ from: "2026-04-01", until: "2027-03-31" })).toHaveLength(12);
});
