import { expect, test } from "vitest";
import {
  dateRange,
  gaps,
  overlapping,
  planStatus,
  plansBefore,
  plansOn,
  planTitle,
  planWarnings,
  planYearBegin,
} from "~/planning/job-plans/plan-dates";

function plan(title: string, date_start: string, date_end: string | null, employer = "") {
  return { unique_ref: title, title, employer, date_start, date_end };
}

const lastYear = plan("A", "2025-04-01", "2026-03-31");
const thisYear = plan("B", "2026-07-01", null);

test("the plan of a date holds it between its ends, both included", () => {
  const plans = [lastYear, thisYear];
  expect(plansOn(plans, "2025-04-01")).toEqual([lastYear]);
  expect(plansOn(plans, "2026-03-31")).toEqual([lastYear]);
  expect(plansOn(plans, "2026-04-01")).toEqual([]);
  expect(plansOn(plans, "2099-12-31")).toEqual([thisYear]);
  const elsewhere = plan("C", "2026-01-01", null, "Elsewhere");
  expect(plansOn([...plans, elsewhere], "2026-02-01")).toEqual([lastYear, elsewhere]);
});

test("a plan is future, current or past by its dates", () => {
  expect(planStatus(thisYear, "2026-06-30")).toBe("future");
  expect(planStatus(thisYear, "2026-07-01")).toBe("current");
  expect(planStatus(lastYear, "2026-03-31")).toBe("current");
  expect(planStatus(lastYear, "2026-04-01")).toBe("past");
});

test("gaps are found between plans, whatever their order and however they overlap", () => {
  expect(gaps([thisYear, lastYear])).toEqual([{ date_start: "2026-04-01", date_end: "2026-06-30" }]);
  expect(gaps([lastYear, plan("C", "2026-04-01", null)])).toEqual([]);
  const long = plan("L", "2025-01-01", "2026-12-31", "Elsewhere");
  expect(gaps([long, lastYear, plan("C", "2027-01-02", null)])).toEqual([
    { date_start: "2027-01-01", date_end: "2027-01-01" },
  ]);
  expect(gaps([thisYear, plan("C", "2028-01-01", null, "Elsewhere")])).toEqual([]);
  expect(gaps([])).toEqual([]);
});

test("warnings name the dates that no plan holds and those that two plans hold", () => {
  expect(planWarnings([thisYear, lastYear], "2026-11-21")).toEqual([
    { tone: "warn", words: "No plan covers 1 April to 30 June 2026" },
  ]);
  expect(planWarnings([lastYear], "2026-11-21")).toEqual([
    { tone: "warn", words: "No plan covers today, 21 November 2026. Change the last one from a date, or add a plan" },
  ]);
  expect(planWarnings([plan("C", "2026-08-01", "2026-12-31", "Elsewhere"), thisYear], "2026-11-21")).toEqual([
    { tone: "info", words: "Two plans cover 1 August to 31 December 2026: B and C (Elsewhere)" },
  ]);
});

test("only plans of one employer get in each other's way, its name read without case", () => {
  const wanted = plan("new", "2026-12-01", "2027-01-31", "st mary's");
  expect(overlapping([plan("X", "2026-01-01", null, "St Mary's")], wanted)?.title).toBe("X");
  expect(overlapping([thisYear], wanted)).toBeUndefined();
  expect(overlapping([{ ...wanted }], wanted)).toBeUndefined();
  expect(overlapping([plan("X", "2026-01-01", "2026-11-30", "St Mary's")], wanted)).toBeUndefined();
  expect(overlapping([plan("X", "2027-01-31", null, "St Mary's")], wanted)?.title).toBe("X");
});

test("dates of a plan in words", () => {
  expect(dateRange(lastYear)).toBe("1 April 2025 to 31 March 2026");
  expect(dateRange(plan("", "2026-04-01", "2026-06-30"))).toBe("1 April to 30 June 2026");
  expect(dateRange(plan("", "2026-03-01", "2026-03-31"))).toBe("1 to 31 March 2026");
  expect(dateRange(plan("", "2026-04-01", "2026-04-01"))).toBe("1 April 2026");
  expect(dateRange(thisYear)).toBe("1 July 2026 onwards");
});

test("a plan is called by the plan year in which it starts", () => {
  expect(planTitle("2026-11-21")).toBe("Job plan 2026/27");
  expect(planTitle("2026-03-31")).toBe("Job plan 2025/26");
  expect(planTitle("2099-04-01")).toBe("Job plan 2099/00");
});

test("a plan's year begins on the day on which the plan began, and on 1 March for one from a leap day", () => {
  expect(planYearBegin("2024-02-29", "2026-11-21")).toBe("2026-03-01");
  expect(planYearBegin("2024-02-29", "2026-02-28")).toBe("2025-03-01");
  expect(planYearBegin("2024-02-29", "2028-02-29")).toBe("2028-02-29");
  expect(planYearBegin("2026-04-01", "2026-11-21")).toBe("2026-04-01");
  expect(planYearBegin("2020-04-01", "2026-03-31")).toBe("2025-04-01");
  expect(planYearBegin("2020-04-01", "2026-04-01")).toBe("2026-04-01");
});

const following = (date_start: string, date_end: string | null, more = {}) => ({
  ...{ unique_ref: date_start, title: "", employer: "", opening_balance_pa_units: 0, counts_from: null },
  ...{ date_start, date_end, ...more },
});

test.each([
  ["changed in mid-year", [following("2026-04-01", "2026-12-31")], following("2027-01-01", null), ["2026-04-01"]],
  ["after a gap", [following("2026-04-01", "2026-12-31")], following("2027-03-01", null), ["2026-04-01"]],
  ["of a new plan year", [following("2026-11-15", "2027-03-31")], following("2027-04-01", null), []],
  ["a year after its first", [following("2026-08-05", "2027-08-04")], following("2027-08-05", null), []],
  [
    "in a later year of an open one",
    [following("2020-04-01", "2026-12-31")],
    following("2027-01-01", null),
    ["2020-04-01"],
  ],
  ["after more than a year", [following("2025-04-01", "2025-12-31")], following("2026-06-01", null), []],
  [
    "of another employer",
    [following("2026-04-01", "2026-12-31", { employer: "A" })],
    following("2027-01-01", null),
    [],
  ],
  [
    "with a day it counts from",
    [following("2026-04-01", "2026-12-31")],
    following("2027-01-01", null, { counts_from: "2027-01-01" }),
    [],
  ],
  [
    "changed twice",
    [following("2026-08-05", "2026-10-31"), following("2026-11-01", "2027-01-31")],
    following("2027-02-01", null),
    ["2026-11-01", "2026-08-05"],
  ],
  [
    "changed in the year before and in this",
    [following("2025-04-01", "2025-12-31"), following("2026-01-01", "2026-10-31")],
    following("2026-11-01", null),
    ["2026-01-01"],
  ],
  [
    "changed in the year before and twice in this",
    [
      ...[following("2025-04-01", "2025-12-31"), following("2026-01-01", "2026-10-31")],
      following("2026-11-01", "2027-01-31"),
    ],
    following("2027-02-01", null),
    ["2026-11-01", "2026-01-01"],
  ],
  [
    "a year after the first of two",
    [following("2026-08-05", "2026-12-31"), following("2027-01-01", "2027-08-04")],
    following("2027-08-05", null),
    [],
  ],
])("the balance goes on into a plan %s", (_, plans, plan, before) => {
  expect(plansBefore([...plans, plan], plan).map(({ unique_ref }) => unique_ref)).toEqual(before);
});

test("a plan before that was in force when the plan year began counts from that day", () => {
  const plans = [following("2025-04-01", "2025-12-31"), following("2026-01-01", "2026-10-31")];
  const plan = following("2026-11-01", null);
  expect(plansBefore([...plans, plan], plan).map(({ counts_from }) => counts_from)).toEqual(["2026-04-01"]);
});
