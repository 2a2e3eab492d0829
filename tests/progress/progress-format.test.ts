import { expect, test } from "vitest";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { barsCsv, elementsCsv } from "~/progress/csv";
import { forecastLines } from "~/progress/forecast";
import { figure, formatLists, sideOf, signedFigure } from "~/progress/format";
import { archivedSentence, forecastSentence, isToCome } from "~/progress/sentences";
import type { Forecast } from "~/progress/types";
import { exampleReport } from "../support/progress";

const pa = (pas: number) => Math.round(pas * PA_UNITS);

test.each([
  ["pas", 0, "0.00", "0.00"],
  ["pas", 1, "0.00", "0.00"],
  ["pas", -1, "0.00", "0.00"],
  ["pas", pa(-0.25), "−0.25", "−0.25"],
  ["pas", pa(1.5), "1.50", "+1.50"],
  ["hours", 0, "0:00", "0:00"],
  ["hours", -0.4, "0:00", "0:00"],
  ["hours", -90, "−1:30", "−1:30"],
  ["hours", 605, "10:05", "+10:05"],
] as const)("in %s %d is the figure %s, and as a balance %s", (measure, units, plain, signed) => {
  expect([figure(units, measure), signedFigure(units, measure)]).toEqual([plain, signed]);
});

test("a balance of nothing is not behind", () => {
  expect([-1, 0, 1].map(sideOf)).toEqual(["behind", "ahead", "ahead"]);
});

test("a shortfall is not said in lists that have no length, nor where there are none", () => {
  expect([null, 0, pa(2.5)].map((list) => formatLists(pa(-5), list, "pas"))).toEqual([
    ...[null, null, "about 2 lists of 2.50"],
  ]);
  expect(formatLists(pa(1), pa(2.5), "pas")).toBeNull();
});

test("a plan is to come until its first day is counted", () => {
  const at = (day: string) => isToCome(exampleReport({ day }));
  expect([at("2026-03-31"), at("2026-04-01")]).toEqual([true, false]);
});

test("several archived elements are named together", () => {
  expect(archivedSentence(["Ward round", "Clinic"])).toBe(
    "Ward round and Clinic are archived. The plan expects nothing of them, not even for the time before. Their sessions still count as done.",
  );
});

test("the forecast is added up line by line", () => {
  const forecast = exampleReport().forecast as Forecast;
  const linesOf = (opening: number, more: Partial<Forecast>) =>
    forecastLines(exampleReport({ opening, method: "annualised_paced" }), { ...forecast, ...more }).map((line) =>
      Object.values(line),
    );
  expect(linesOf(pa(-2), {})).toEqual([
    ["Done to 20 November", "260.75", "part"],
    ["Carried over from before", "−2.00", "part"],
    ["Planned for the 68 days of work left", "136.00", "part"],
    ["Reached by 31 March", "394.75", "sum"],
    ["Target, less sickness credit", "420.00", "part"],
    ["Short of target by", "13.20", "end"],
  ]);
  expect(linesOf(0, { credit: 0, balance: 0, daysLeft: 1 })).toEqual([
    ["Done to 20 November", "260.75", "part"],
    ["Planned for the 1 day of work left", "136.00", "part"],
    ["Reached by 31 March", "396.75", "sum"],
    ["Target of the period", "420.00", "part"],
    ["Over target by", "0.00", "end"],
  ]);
  expect(forecastLines(exampleReport(), forecast).map(({ words }) => words)).toContain(
    "Expected by 31 March, without leave",
  );
  expect(forecastSentence({ ...forecast, balance: pa(5) }, pa(2.5), "pas")).toBe(
    "If you work the rest of your plan you finish 5.00 PA over its target: about 2 lists of 2.50.",
  );
});

test("the file of bars has figures of work up to the week of the last counted day, and what is expected of all", () => {
  const bar = (begins: string, ends: string) => ({
    ...{ begins, ends, extra: pa(1), leave: pa(0.5), expected: pa(10) },
    done: [
      { category: "DCC" as const, amount: pa(6) },
      { category: "SPA" as const, amount: pa(2) },
    ],
  });
  const bars = [
    bar("2026-11-09", "2026-11-15"),
    bar("2026-11-16", "2026-11-22"),
    bar("2026-11-23", "2026-11-29"),
    bar("2026-11-30", "2026-12-06"),
  ];
  const point = (date: string, expected: number, done: number | null) => ({ date, expected, done, toCome: null });
  const points = [
    point("2026-11-15", pa(10), pa(5)),
    point("2026-11-22", pa(20), pa(20)),
    point("2026-11-23", pa(21.005), pa(21)),
  ];
  const of = (more: Parameters<typeof exampleReport>[0]) =>
    barsCsv(exampleReport({ points, day: "2026-11-23", opening: pa(1), ...more }), bars);
  expect(of({})).toEqual([
    [
      ...["From", "To", "Direct clinical care done, PA", "Supporting professional activities done, PA"],
      ...["All done, PA", "Extra, not counted, PA", "Taken by leave, PA"],
      ...["Expected (weekly, leave-adjusted), PA", "Running: done, credited and carried over, PA"],
      ...["Running: expected, PA", "Balance, PA"],
    ],
    ["2026-11-09", "2026-11-15", "6.00", "2.00", "8.00", "1.00", "0.50", "10.00", "5.00", "10.00", "-5.00"],
    ["2026-11-16", "2026-11-22", "6.00", "2.00", "8.00", "1.00", "0.50", "10.00", "20.00", "20.00", "0.00"],
    ["2026-11-23", "2026-11-29", "6.00", "2.00", "8.00", "1.00", "0.50", "10.00", "21.00", "21.01", "-0.01"],
    ["2026-11-30", "2026-12-06", "", "", "", "", "0.50", "10.00", "", "", ""],
  ]);
  const hours = of({ measure: "hours" });
  expect([hours[0]?.[4], hours[1]?.[5]]).toEqual(["All done, hours", "60.00"]);
});

test("the file of elements has what was carried over, where there is any, before the whole", () => {
  const rowsOf = (opening: number) => elementsCsv(exampleReport({ opening })).map((row) => row.slice(0, 2).join(": "));
  const elements = [
    "Category: Element",
    "Direct clinical care: All-day theatre list",
    "Direct clinical care: On-call",
    "Direct clinical care: All",
    "Supporting professional activities: SPA core",
    "Supporting professional activities: SPA teaching",
    "Supporting professional activities: All",
  ];
  expect(rowsOf(0)).toEqual([...elements, "All: All"]);
  expect(rowsOf(pa(-2))).toEqual([...elements, "Carried over: ", "All: All"]);
  expect(
    elementsCsv(exampleReport({ opening: pa(-2) }))
      .at(-2)
      ?.at(-1),
  ).toBe("-2.00");
});
