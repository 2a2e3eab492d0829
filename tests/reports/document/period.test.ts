import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { periodOf } from "~/diary/expected/period";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { londonMidnight } from "~/platform/time/london-sql.server";
import { profiles } from "~/profile/table.server";
import {
  appraisalYear,
  appraisalYearOf,
  aYearEarlier,
  aYearEarlierOf,
  type Bounds,
  boundsOf,
  lastTaxPeriodOf,
  monthsOf,
  taxPeriodOf,
} from "~/reports/document/period.server";
import { db, makeUser, NOW } from "../../support/harness";

const DATES = { plan: "", from: null, until: null };
const DAYS = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-03-31", "2026-04-01", "2026-11-21", "2027-02-28"];

function boundsRead({ from, end, fromAt, endAt }: Bounds) {
  return db.all<{ first: string; last: string; begins: number; ends: number }>(
    sql`SELECT ${from} AS first, date(${end}, '-1 day') AS last, ${fromAt} AS begins, ${endAt} AS ends`,
  );
}

/** What the database should find for a period. */
function expected({ from, until }: { from: LondonDate; until: LondonDate }) {
  return [{ first: from, last: until, begins: londonInstant(from), ends: londonInstant(addDays(until, 1)) }];
}

test("midnight in London is the same in the database as on the platform, whenever the clocks may change", async () => {
  const all = Array.from({ length: 38_000 }, (_, at) => addDays("1996-01-01", at));
  const days = all.filter((day) => day < "2100" && (/-(03|10)-(2[3-9]|3.)$/.test(day) || day.endsWith("1")));
  const rows = await db.all<{ day: string; at: number }>(
    sql`SELECT value AS day, ${londonMidnight(sql`value`)} AS at FROM json_each(${JSON.stringify(days)})`,
  );
  expect(rows.filter(({ day, at }) => at !== londonInstant(day))).toEqual([]);
  expect(rows).toHaveLength(days.length);
});

test.each([1, 4, 11, 12])("an appraisal year from month %i is found by the month of the profile", async (month) => {
  const user = await makeUser();
  const row = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(profiles).values({ ...row, appraisal_month: month });
  for (const day of DAYS) {
    const found = await boundsRead(boundsOf(user.id, { ...DATES, period: "appraisal" }, day));
    const { year, begins, ends } = appraisalYearOf(day, month);
    expect(found).toEqual(expected({ from: begins, until: ends }));
    const last = await boundsRead(boundsOf(user.id, { ...DATES, period: "last_appraisal" }, day));
    const before = appraisalYear(year - 1, month);
    expect(last).toEqual(expected({ from: before.begins, until: before.ends }));
  }
});

test("without a profile an appraisal year begins on 1 April, and a tax year on the 6th", async () => {
  const user = await makeUser();
  const read = async (period: "appraisal" | "tax" | "last_tax", day: LondonDate) =>
    boundsRead(boundsOf(user.id, { ...DATES, period }, day));
  expect(await read("appraisal", "2026-03-31")).toEqual(expected({ from: "2025-04-01", until: "2026-03-31" }));
  expect(await read("tax", "2026-04-05")).toEqual(expected({ from: "2025-04-06", until: "2026-04-05" }));
  expect(await read("last_tax", "2026-04-06")).toEqual(expected({ from: "2025-04-06", until: "2026-04-05" }));
  expect(taxPeriodOf("2026-11-21")).toEqual({ from: "2026-04-06", until: "2027-04-05" });
  expect(lastTaxPeriodOf("2026-11-21")).toEqual({ from: "2025-04-06", until: "2026-04-05" });
});

async function givePlan(
  userId: number,
  date_start: LondonDate,
  date_end: LondonDate | null,
  counts_from: LondonDate | null = null,
) {
  const plan = { unique_ref: newRef(), title: "Plan", date_start, date_end, counts_from };
  await db.insert(jobPlans).values({
    ...{ ...plan, user_id: userId, created_at: NOW, updated_at: NOW },
    ...{ method: "weekly_leave_adjusted", weeks_per_year_tenths: 420, contracted_pa_units: 36_000 },
    pa_rules: NATIONAL_RULES.england,
  });
  return plan;
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
])("a plan from %s to %s, counted from %s, is reported over the period of its progress", async (start, end, from) => {
  const user = await makeUser();
  const plan = await givePlan(user.id, start, end, from);
  for (const day of DAYS) {
    const { begins, ends } = periodOf(plan, day);
    for (const ref of [plan.unique_ref, ""]) {
      const found = await boundsRead(boundsOf(user.id, { ...DATES, period: "plan", plan: ref }, day));
      expect([day, found]).toEqual([day, expected({ from: begins, until: ends })]);
    }
  }
});

test("the plan of today is the one that is meant when none is named; without plans it is the appraisal year", async () => {
  const user = await makeUser();
  const asked = { ...DATES, period: "plan" } as const;
  const none = await boundsRead(boundsOf(user.id, asked, "2026-11-21"));
  expect(none).toEqual(expected({ from: "2026-04-01", until: "2027-03-31" }));
  await givePlan(user.id, "2025-04-01", "2026-05-31");
  await givePlan(user.id, "2026-06-01", "2027-05-31");
  const found = await boundsRead(boundsOf(user.id, asked, "2026-11-21"));
  expect(found).toEqual(expected({ from: "2026-06-01", until: "2027-05-31" }));
});

test("the plan of somebody else has no period", async () => {
  const [mine, theirs] = [await makeUser(), await makeUser()];
  const { unique_ref } = await givePlan(theirs.id, "2026-04-01", null);
  const [found] = await boundsRead(boundsOf(mine.id, { ...DATES, period: "plan", plan: unique_ref }, "2026-11-21"));
  expect(found).toEqual({ first: null, last: null, begins: null, ends: null });
});

test.each([
  ["2026-04-01", "2026-10-31", { from: "2025-04-01", until: "2025-10-31" }],
  // A period that still runs is set beside as much of the year before: the days that are over.
  ["2026-04-01", "2027-03-31", { from: "2025-04-01", until: "2025-11-20" }],
  ["2024-02-29", "2024-02-29", { from: "2023-03-01", until: "2023-02-28" }],
  ["2024-03-01", "2025-02-28", { from: "2023-03-01", until: "2024-02-29" }],
])("the year before %s to %s", async (from, until, before) => {
  const user = await makeUser();
  const bounds = boundsOf(user.id, { ...DATES, period: "custom", from, until }, "2026-11-21");
  expect(await boundsRead(aYearEarlierOf(bounds, "2026-11-21"))).toEqual(expected(before));
  expect(aYearEarlier({ from, until }, "2026-11-21")).toEqual(before);
});

test("every month of which a period holds a day is one of its months", () => {
  expect(monthsOf({ from: "2026-01-31", until: "2026-03-01" })).toEqual(["2026-01-01", "2026-02-01", "2026-03-01"]);
  expect(monthsOf({ from: "2026-12-05", until: "2027-01-01" })).toEqual(["2026-12-01", "2027-01-01"]);
  expect(monthsOf({ from: "2026-04-01", until: "2027-03-31" })).toHaveLength(12);
});
