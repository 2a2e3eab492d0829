import { expect, test } from "vitest";
import { PA_UNITS, showPa } from "~/planning/job-plans/pa-rules";
import { elementsCsv } from "~/progress/csv";
import { shownBars, shownReport, withDecimals } from "~/progress/shown-figures";
import type { ElementProgress, Progress, ProgressReport } from "~/progress/types";

/** PA units of a figure that is not whole hundredths. */
function pa(pas: number): number {
  return Math.round(pas * PA_UNITS);
}

function elementOf(element: string, category: "DCC" | "SPA", expected: number, done: number): ElementProgress {
  const figures = { weekly: pa(2.505), expected: pa(expected), credit: pa(0.003), done: pa(done) };
  return {
    element_ref: element,
    element,
    category,
    ...figures,
    balance: figures.done + figures.credit - figures.expected,
  };
}

function reportOf(elements: ElementProgress[]): ProgressReport {
  const sum = (rows: readonly Progress[]) => {
    const of = (name: keyof Progress) => rows.reduce((all, row) => all + row[name], 0);
    return {
      weekly: of("weekly"),
      expected: of("expected"),
      credit: of("credit"),
      done: of("done"),
      balance: of("balance"),
    };
  };
  const total = sum(elements);
  const forecast = { target: pa(100.004), credit: pa(0.006), toCome: pa(60.004), daysLeft: 30, inDiary: 0 };
  return {
    plan: { unique_ref: "plan", title: "Job plan", tolerance_percent: 5 },
    period: { begins: "2026-04-01", ends: "2027-03-31", isYearOfPlan: false },
    ...{
      day: "2026-11-20",
      method: "annualised_paced",
      measure: "pas",
      opening: pa(0.004),
      asPlanned: 0,
      total,
      weeks: 0,
      word: "behind",
    },
    categories: (["DCC", "SPA"] as const).map((category) => {
      const own = elements.filter((element) => element.category === category);
      return { category, elements: own, ...sum(own) };
    }),
    ...{ extra: 0, untagged: 0, listUnits: null, needsValue: [], points: [] },
    forecast: { ...forecast, balance: total.done + pa(0.004) + forecast.toCome - forecast.target },
  };
}

/** Hundredths of a PA, as they are shown. */
function shown(units: number): number {
  return Math.round(Number(showPa(units).replace("−", "-")) * 100);
}

// The figures that were found: 25.104 − 36.826 = −11.722 was shown as 25.10 − 36.83 = −11.72.
test("done, credit and expected make the balance in what is shown, and the rows make their totals", () => {
  const elements = [
    elementOf("a", "DCC", 36.826, 25.104),
    elementOf("b", "DCC", 0.005, 0.004),
    elementOf("c", "SPA", 1.004, 2.335),
  ];
  const { total, categories, opening, forecast } = shownReport(reportOf(elements));
  const rows = categories.flatMap((category) => [category, ...category.elements]);
  for (const { done, credit, expected, balance } of rows) {
    expect(shown(done) + shown(credit) - shown(expected)).toBe(shown(balance));
  }
  for (const name of ["weekly", "expected", "credit", "done", "balance"] as const) {
    const add = (all: readonly Progress[]) => all.reduce((sum, row) => sum + shown(row[name]), 0);
    for (const category of categories) expect(add(category.elements)).toBe(shown(category[name]));
    expect(add(categories) + (name === "balance" ? shown(opening) : 0)).toBe(shown(total[name]));
  }
  // 36.826 + 0.005 + 1.004 = 37.835 expected, and 25.104 + 0.004 + 2.335 = 27.443 done.
  expect([total.expected, total.done].map(showPa)).toEqual(["37.84", "27.44"]);
  const { toCome, target, balance } = forecast ?? { toCome: 0, target: 0, balance: 0 };
  expect(shown(opening) + shown(total.done) + shown(toCome) - shown(target)).toBe(shown(balance));
});

test("the categories of a bar add up to what was done in it", () => {
  const done = (["DCC", "SPA", "ANR"] as const).map((category) => ({ category, amount: pa(0.625) }));
  const [bar] = shownBars([{ begins: "2026-04-01", ends: "2026-04-30", done, extra: 0, leave: 0, expected: 0 }], "pas");
  expect(bar?.done.map(({ amount }) => showPa(amount))).toEqual(["0.63", "0.63", "0.62"]);
});

// 50 minutes done and 10 expected were 0.83 and 0.17 hours, and their difference 0.67.
test("hours with decimals add up in a file, across its rows and down its columns", () => {
  const minutes = [
    [10, 50],
    [20, 50],
    [20, 20],
  ] as const;
  const elements = minutes.map(([expected, done], at) => {
    const figures = { weekly: 20, expected, credit: 10, done };
    return { ...elementOf(String(at), "DCC", 0, 0), ...figures, balance: done + 10 - expected };
  });
  const report = { ...reportOf(elements), measure: "hours" as const, opening: 10 };
  const [, ...rows] = elementsCsv(shownReport(report, withDecimals("hours")));
  const hundredths = rows.map((row) => row.slice(2).map((text) => Math.round(Number(text) * 100)));
  const sum = (all: readonly number[]) => all.reduce((so, each) => so + each, 0);
  for (const [, expected = 0, credit = 0, done = 0, balance] of hundredths.slice(0, 4)) {
    expect(done + credit - expected).toBe(balance);
  }
  for (const at of [0, 1, 2, 3, 4]) {
    expect(sum(hundredths.slice(0, 3).map((row) => row[at] ?? 0))).toBe(hundredths[3]?.[at]);
  }
  expect([hundredths[3]?.[1], hundredths[3]?.[3]]).toEqual([83, 200]);
  const balances = hundredths.slice(3).map((row) => row[4] ?? 0);
  expect(sum(balances.slice(0, -1))).toBe(balances.at(-1));
});

test("the categories of a month add up to its hours with decimals", () => {
  const done = (["DCC", "SPA", "ANR"] as const).map((category) => ({ category, amount: 20 }));
  const months = [{ begins: "2026-04-01", ends: "2026-04-30", done, extra: 0, leave: 0, expected: 10 }] as const;
  const [bar] = shownBars(months, withDecimals("hours"));
  const amounts = bar?.done.map(({ amount }) => amount) ?? [];
  expect([...amounts, bar?.expected].map((each) => Math.round((each ?? 0) / 0.6))).toEqual([34, 33, 33, 17]);
});
