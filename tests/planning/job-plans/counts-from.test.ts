import { expect, test } from "vitest";
import { periodOf, periodsOf } from "~/diary/expected/period";
import { firstCounted } from "~/planning/job-plans/plan-dates";

test("a plan counts from its start, or from a later day of its own", () => {
  const plan = { date_start: "2026-04-01", date_end: "2027-03-31" };
  expect(firstCounted(plan)).toBe("2026-04-01");
  expect(firstCounted({ ...plan, counts_from: null })).toBe("2026-04-01");
  expect(firstCounted({ ...plan, counts_from: "2026-11-21" })).toBe("2026-11-21");
  expect(firstCounted({ ...plan, counts_from: "2026-01-01" })).toBe("2026-04-01");
  // It was ended since.
  expect(firstCounted({ ...plan, date_end: "2026-10-31", counts_from: "2026-11-21" })).toBe("2026-10-31");
});

test("nothing before that day is in a period, and there is none before the first", () => {
  const year = { date_start: "2026-04-01", date_end: "2027-03-31", counts_from: "2026-11-21" };
  expect(periodOf(year, "2026-12-01")).toEqual({ begins: "2026-11-21", ends: "2027-03-31", isYearOfPlan: false });
  const open = { date_start: "2024-04-01", date_end: null, counts_from: "2026-11-21" };
  expect(periodOf(open, "2025-01-01")).toEqual({ begins: "2026-11-21", ends: "2027-03-31", isYearOfPlan: true });
  expect(periodsOf(open, "2027-05-01").map(({ begins, ends }) => [begins, ends])).toEqual([
    ["2027-04-01", "2028-03-31"],
    ["2026-11-21", "2027-03-31"],
  ]);
});
