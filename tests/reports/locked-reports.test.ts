import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import { addDays } from "~/platform/time/london";
import { readChoices } from "~/reports/document/choices";
import { isLockedReport } from "~/reports/saved/lines.server";

const PLAN = newRef();
const OF_NOW = { unique_ref: newRef(), date_start: "2026-08-01", date_end: "2027-07-31" };
const OF_BEFORE = { unique_ref: PLAN, date_start: "2024-08-01", date_end: "2024-08-31" };
const TERMS = {
  today: "2026-11-21",
  appraisal_month: 9,
  plans: [OF_NOW, OF_BEFORE].map((plan) => ({ ...plan, counts_from: null, created_at: 0 })),
};

function isLocked(query: string, date_start: string, date_end: string): boolean {
  const { choices } = readChoices(new URLSearchParams(`period=${query}`));
  return isLockedReport(choices, TERMS, [{ date_start, date_end }]);
}

test.each([
  ["appraisal", "2026-09-01", "2026-11-20"],
  ["last_appraisal", "2025-09-01", "2026-08-31"],
  ["tax", "2026-04-06", "2026-11-20"],
  ["last_tax", "2025-04-06", "2026-04-05"],
  ["plan", "2026-08-01", "2026-11-20"],
  [`plan:${PLAN}`, "2024-08-01", "2024-08-31"],
  ["custom&from=2026-03-01&until=2026-03-31", "2026-03-01", "2026-03-31"],
])("a report of %s is locked once its days from %s to %s are, and not before", (query, first, last) => {
  expect(isLocked(query, first, last)).toBe(true);
  expect(isLocked(query, addDays(first, 1), last)).toBe(false);
  expect(isLocked(query, first, addDays(last, -1))).toBe(false);
  const { choices } = readChoices(new URLSearchParams(`period=${query}`));
  expect(isLockedReport(choices, TERMS, [])).toBe(false);
});

test("a report of a plan that is deleted, and one without any day that is over, is never locked", () => {
  expect(isLocked(`plan:${newRef()}`, "2000-01-01", "2030-01-01")).toBe(false);
  expect(isLocked("custom&from=2026-11-21&until=2026-12-31", "2000-01-01", "2030-01-01")).toBe(false);
});
