import { expect, test } from "vitest";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { completeChoice, readChoice } from "~/progress/choice";
import { balanceRows, barRows, pointRows } from "~/progress/page-rows.server";
import type { Progress, ProgressBar, ProgressReport } from "~/progress/types";
import { exampleReport } from "../support/progress";

const pa = (pas: number) => Math.round(pas * PA_UNITS);
const choiceOf = (query: string) => completeChoice(readChoice(new URLSearchParams(query)), "pas");

const NONE = { done: [], extra: 0, leave: 0, expected: pa(10) };
const APRIL: ProgressBar = {
  ...{ begins: "2026-04-01", ends: "2026-04-30", extra: pa(1), leave: pa(2), expected: pa(34) },
  done: [
    { category: "SPA", amount: pa(7) },
    { category: "DCC", amount: pa(26) },
  ],
};

test("the figures of the bars: a column for each category, for extra work and for leave where there is any", () => {
  const may = { ...NONE, begins: "2026-05-01", ends: "2026-05-31" };
  const june = { ...NONE, begins: "2026-06-01", ends: "2026-06-30" };
  expect(barRows([APRIL, may, june], "month", exampleReport({ day: "2026-05-01" }))).toEqual({
    first: "Month",
    columns: [
      ...[{ short: "Expected" }, { short: "Done" }],
      { short: "DCC", name: "Direct clinical care" },
      { short: "SPA", name: "Supporting professional activities" },
      { short: "Extra", name: "Extra, not counted" },
      { short: "Leave", name: "Taken by leave" },
    ],
    lines: [
      {
        ...{ key: "2026-04-01", first: "Apr 2026", to: "/logbook/?date=2026-04-01" },
        figures: ["34.00", "33.00", "26.00", "7.00", "1.00", "2.00"],
      },
      {
        ...{ key: "2026-05-01", first: "May 2026", to: "/logbook/?date=2026-05-01" },
        figures: ["10.00", "0.00", "0.00", "0.00", "0.00", "0.00"],
      },
      {
        ...{ key: "2026-06-01", first: "Jun 2026", to: "/logbook/?date=2026-06-01" },
        figures: ["10.00", "", "", "", "", "0.00"],
      },
    ],
  });
});

test("by week, one category alone has no column of its own, and a week that begins late says its weekday", () => {
  const bars = [
    { ...NONE, begins: "2026-04-01", ends: "2026-04-05", done: [{ category: "DCC" as const, amount: pa(2.5) }] },
    { ...NONE, begins: "2026-04-06", ends: "2026-04-12" },
  ];
  expect(barRows(bars, "week", exampleReport())).toEqual({
    first: "Week from",
    columns: [{ short: "Expected" }, { short: "Done" }],
    lines: [
      { key: "2026-04-01", first: "Wed 1 Apr", to: "/logbook/?date=2026-04-01", figures: ["10.00", "2.50"] },
      { key: "2026-04-06", first: "6 Apr", to: "/logbook/?date=2026-04-06", figures: ["10.00", "0.00"] },
    ],
  });
});

const point = (date: string, expected: number, done: number | null, toCome: number | null) => ({
  ...{ date, expected: pa(expected), done: done === null ? null : pa(done) },
  toCome: toCome === null ? null : pa(toCome),
});

test("the figures of the lines: at the end of each month, on the day, and at the end of the period", () => {
  const report = exampleReport({
    ...{ period: { begins: "2026-05-01", ends: "2026-06-10", isYearOfPlan: false }, day: "2026-06-02" },
    points: [
      point("2026-04-30", 0, 0, null),
      point("2026-05-01", 1, 0, null),
      point("2026-05-31", 20, 25, null),
      point("2026-06-01", 21, 25, null),
      point("2026-06-02", 22, 20, 20),
      point("2026-06-03", 23, null, 21),
      point("2026-06-10", 30, null, 28),
    ],
  });
  const toCome = { short: "To come", name: "Done, if the rest of the plan is worked" };
  expect(pointRows(report)).toEqual({
    first: "To",
    columns: [{ short: "Expected" }, { short: "Done" }, { short: "Balance" }, toCome],
    lines: [
      {
        ...{ key: "2026-05-31", first: "31 May", to: "/logbook/?date=2026-05-31", isDay: false },
        figures: ["20.00", "25.00", "+5.00", ""],
      },
      {
        ...{ key: "2026-06-02", first: "2 Jun", to: "/logbook/?date=2026-06-02", isDay: true },
        figures: ["22.00", "20.00", "−2.00", ""],
      },
      {
        ...{ key: "2026-06-10", first: "10 Jun", to: "/logbook/?date=2026-06-10", isDay: false },
        figures: ["30.00", "", "", "28.00"],
      },
    ],
  });
});

test("a period that is over has nothing to come", () => {
  const report = exampleReport({
    ...{ period: { begins: "2026-05-30", ends: "2026-05-31", isYearOfPlan: false }, day: "2026-05-31" },
    points: [point("2026-05-29", 0, 0, null), point("2026-05-30", 1, 1, null), point("2026-05-31", 2, 2, 2)],
  });
  expect(pointRows(report)).toEqual({
    first: "To",
    columns: [{ short: "Expected" }, { short: "Done" }, { short: "Balance" }],
    lines: [
      {
        ...{ key: "2026-05-31", first: "31 May", to: "/logbook/?date=2026-05-31", isDay: true },
        figures: ["2.00", "2.00", "0.00"],
      },
    ],
  });
});

const progress = (balance: number): Progress => ({
  ...{ weekly: pa(10), expected: pa(20), credit: pa(1), done: pa(19 + balance), balance: pa(balance) },
});
const shown = (balance: string, done: string, tone: string) => ({
  ...{ weekly: "10.00", expected: "20.00", credit: "1.00", done, balance, tone },
});

function reportOf(more: Partial<ProgressReport> = {}): ProgressReport {
  const element = { element_ref: "w".repeat(22), element: "Ward work", category: "DCC" as const, ...progress(2) };
  const dcc = { category: "DCC" as const, ...progress(2), elements: [element] };
  const spa = { category: "SPA" as const, ...progress(-1), elements: [] };
  return exampleReport({ categories: [dcc, spa], total: progress(0), ...more });
}

test("balances: a line for each category with its elements, what was carried over, and the whole", () => {
  const rows = balanceRows(reportOf({ opening: pa(-3) }), choiceOf("?bars=week"), false);
  expect(rows).toEqual({
    categories: [
      {
        ...{ key: "DCC", name: "Direct clinical care", to: "/progress/?bars=week&of=DCC", category: "DCC" },
        ...shown("+2.00", "21.00", "over"),
        elements: [
          {
            ...{ key: "w".repeat(22), name: "Ward work", to: `/progress/?bars=week&of=${"w".repeat(22)}` },
            ...shown("+2.00", "21.00", "over"),
          },
        ],
      },
      {
        ...{ key: "SPA", name: "Supporting professional activities", to: "/progress/?bars=week&of=SPA" },
        ...{ category: "SPA", elements: [], ...shown("−1.00", "18.00", "under") },
      },
    ],
    total: { key: "total", name: "All", to: null, ...shown("0.00", "19.00", "level") },
    before: [{ name: "Carried over from before", to: null, amount: "−3.00", tone: "under" }],
    hasCredit: true,
    unit: "PA",
  });
});

test("the whole is not said again of a single category, unless something was carried over", () => {
  const one = reportOf().categories.slice(0, 1);
  const rowsOf = (more: Partial<ProgressReport>) => balanceRows(reportOf(more), choiceOf(""), false);
  expect(rowsOf({})).toMatchObject({ total: { name: "All" }, before: [] });
  expect(rowsOf({ categories: one })).toMatchObject({ total: null, before: [] });
  expect(rowsOf({ categories: one, opening: pa(1) })).toMatchObject({
    ...{ total: { name: "All" }, before: [{ amount: "+1.00", tone: "over" }] },
  });
  expect(rowsOf({ total: { ...progress(0), credit: 0 }, measure: "hours" })).toMatchObject({
    ...{ hasCredit: false, unit: "hours" },
  });
});

test.each(["?of=DCC", `?of=${"w".repeat(22)}`])("while %s is looked at alone each name leads back to all", (query) => {
  const { categories } = balanceRows(reportOf(), choiceOf(`${query}&measure=hours`), false);
  expect(categories.map(({ to }) => to)).toEqual(["/progress/?measure=hours", "/progress/?measure=hours"]);
  expect(categories[0]?.elements[0]?.to).toBe("/progress/?measure=hours");
});

test("where nothing is logged no balance has the colour of a shortfall", () => {
  const rows = balanceRows(reportOf(), choiceOf(""), true);
  expect(rows.categories.map(({ tone, balance }) => [tone, balance])).toEqual([
    ["level", "+2.00"],
    ["level", "−1.00"],
  ]);
});
