import { expect, test } from "vitest";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { londonInstant } from "~/platform/time/london";
import { gapsAndQuality } from "~/reports/sections/gaps.server";
import { madeOf, rowsOf, summaryOf, tableOf, tablesOf } from "./report-tables";

const NO_PLANS = [[], [], [], [], []] as const;
const NOTHING_MISSING = { start: 0, end: 0, age: 0, gender: 0, asa: 0, urgency: 0, suspected: 0 };

/** A session with all that can be recorded, from one hour until another. */
function session(date: string, from = 8, until = 12) {
  return {
    ...{ unique_ref: `${date} ${from}`, element_ref: "list", element: "List", pa_units: 3600, no_times: false },
    ...{ outcome: "held", start_at: londonInstant(date, from * 60), end_at: londonInstant(date, until * 60) },
  };
}

function gapsOf(
  rows: readonly object[],
  missing: object = { all: 0, ...NOTHING_MISSING },
  more: Parameters<typeof madeOf>[2] = {},
) {
  return madeOf(gapsAndQuality, [rows, [missing], ...NO_PLANS], more);
}

test.each([
  ["2026-07-31", "February 2026, March 2026, April 2026, May 2026, June 2026 and July 2026"],
  ["2026-08-31", "7"],
])("up to six months without work are named in the summary, more of them counted: %s", async (until, words) => {
  const made = await gapsOf([session("2026-01-05")], undefined, { period: { from: "2026-01-01", until } });
  expect(summaryOf(made)).toEqual([`Months without work: ${words}.`]);
});

test.each([
  ["2026-10-31", "2026-10-31", []],
  ["2026-10-31", "2026-11-01", ["October 2026"]],
  ["2026-11-30", "2026-11-30", ["October 2026"]],
  ["2026-11-20", "2026-11-20", ["October 2026"]],
  ["2026-11-20", "2026-11-21", ["October 2026", "November 2026"]],
])("of a period up to %s read on %s a month without work is one that is over", async (until, today, months) => {
  const period = { from: "2026-09-01", until };
  const made = await gapsOf([session("2026-09-01")], undefined, { period, today });
  const idle = tablesOf(made).find(({ id }) => id === "months-without-work");
  expect(idle?.rows.map(([month]) => month) ?? []).toEqual(months);
});

test.each([
  ["2026-11-02", null, []],
  ["2026-04-01", "2026-09-15", ["October 2026"]],
  [
    "2026-04-01",
    null,
    ["April 2026", "May 2026", "June 2026", "July 2026", "August 2026", "September 2026", "October 2026"],
  ],
])("of a plan from %s that counts from %s no month before is a gap", async (date_start, counts_from, months) => {
  const plan = {
    unique_ref: "plan",
    date_start,
    date_end: "2027-03-31",
    counts_from,
    pa_rules: NATIONAL_RULES.england,
  };
  const period = { from: "2026-04-01", until: "2026-11-30" };
  const answers = [[session("2026-11-17")], [{ all: 0, ...NOTHING_MISSING }], [plan], [], [], [], []];
  const made = await madeOf(gapsAndQuality, answers, { period, today: "2026-11-21" });
  const idle = tablesOf(made).find(({ id }) => id === "months-without-work");
  expect(idle?.rows.map(([month]) => month) ?? []).toEqual(months);
});

test("what is recorded whole is said to lack nothing, and of no cases nothing is missing", async () => {
  const period = { from: "2026-11-01", until: "2026-11-20" };
  const made = await gapsOf([session("2026-11-17")], undefined, { period });
  expect(summaryOf(made)).toEqual(["Nothing is missing."]);
  expect(rowsOf(tableOf(made, "data-quality"))).toEqual([
    ["Sessions without an element", "0", "1", "0.0%"],
    ["Sessions without times", "0", "1", "0.0%"],
    ["Sessions without PAs", "0", "1", "0.0%"],
    ["Sessions that overlap another", "0", "1", "0.0%"],
  ]);
  expect(summaryOf(await gapsOf([], undefined, { period }))).toEqual([]);
  const gaps = await gapsOf([session("2026-11-17")], { all: 3, ...NOTHING_MISSING, asa: 1, age: 2 }, { period });
  expect(summaryOf(gaps)).toEqual(["2 cases without an age.", "1 case without an ASA grade."]);
  expect(tableOf(gaps, "data-quality").rows).toHaveLength(11);
});

test.each([
  ["one after the other", [session("2026-11-17", 8, 12), session("2026-11-17", 12, 18)], 0],
  ["one that begins before another ends", [session("2026-11-17", 8, 13), session("2026-11-17", 12, 18)], 2],
  ["two of the same hours", [session("2026-11-17", 8, 12), session("2026-11-17", 8, 12)], 2],
  [
    "two within a long one, and one after it",
    [session("2026-11-17", 8, 18), session("2026-11-17", 9, 10), session("2026-11-17", 12, 13)].concat(
      session("2026-11-17", 18, 20),
    ),
    3,
  ],
  ["two that end together", [session("2026-11-17", 8, 12), session("2026-11-17", 10, 12)], 2],
  [
    "one that happened and one that did not",
    [session("2026-11-17"), { ...session("2026-11-17"), outcome: "cancelled_by_trust" }],
    0,
  ],
])("sessions that overlap are counted, each once: %s", async (_, rows, number) => {
  const { rows: lines } = tableOf(await gapsOf(rows), "data-quality");
  expect(lines[3]?.slice(0, 2)).toEqual(["Sessions that overlap another", { kind: "count", value: number }]);
  const shown = await gapsOf(rows, undefined, { query: "site=Annexe" });
  expect(tableOf(shown, "data-quality").rows[3]?.[0]).toBe("Sessions that overlap another one shown");
});
