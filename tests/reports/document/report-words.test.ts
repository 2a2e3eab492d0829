import { expect, test } from "vitest";
import { bandOf, byAge, isChild } from "~/reports/document/ages";
import { bySupervision } from "~/reports/document/case-axes";
import { cases, cellText, days, formatCell, minutes, pas, pence } from "~/reports/document/cells";
import { formatChoice, lacksSections, listsCases, type ReportChoices, readChoices } from "~/reports/document/choices";
import { crossTable, shareTable } from "~/reports/document/cross-table";
import { aYearEarlier, monthsBegun, monthsOf } from "~/reports/document/period";
import { formatInPeriod, formatReach, formatToCome } from "~/reports/document/section.server";
import { SECTION_NAMES } from "~/reports/document/types";

const choicesOf = (query: string): ReportChoices => readChoices(new URLSearchParams(query)).choices;

test.each([
  [pence(0), "£0.00", "0.00"],
  [pas(0), "0.00", "0.00"],
  [minutes(0), "0.00", "0.00"],
  [minutes(-90), "−1.50", "-1.50"],
  [days(0), "0.0", "0.0"],
  [days(150), "1.5", "1.5"],
  [days(-150), "−1.5", "-1.5"],
  [{ kind: "hidden" }, "hidden", "hidden"],
] as const)("%o is %s on a page and %s in a file", (cell, words, text) => {
  expect([formatCell(cell), cellText(cell)]).toEqual([words, text]);
});

test("a plan is asked for only by the period of a plan, and a name of up to 200 letters by a filter", () => {
  const ref = "p".repeat(22);
  expect(choicesOf(`period=plan:${ref}`)).toMatchObject({ period: "plan", plan: ref });
  expect(choicesOf(`period=tax:${ref}`)).toMatchObject({ period: "tax", plan: "" });
  const site = "s".repeat(200);
  expect(choicesOf(`site=&site=${site}&site=${site}s`).sites).toEqual([site]);
  expect(choicesOf("period=custom&from=1/4/2026")).toMatchObject({ from: "2026-04-01", until: null });
});

test.each([
  ["", null, "This appraisal year · 11 sections"],
  [
    "preset=everything&site=A&employer=B&small=1",
    null,
    "This appraisal year · all sections · 2 filters · counts under 5 hidden, others rounded",
  ],
  ["period=custom&from=1/4/2026&until=30/4/2026&section=airway", null, "1 April 2026 to 30 April 2026 · Airway"],
  ["period=custom&from=1/4/2026&section=airway", null, "Dates of your own · Airway"],
  [`period=plan:${"p".repeat(22)}&section=airway`, "My plan", "My plan · Airway"],
  [`period=plan:${"p".repeat(22)}&section=airway`, null, "A deleted job plan · Airway"],
])("the choices %s in one line", (query, plan, words) => {
  expect(formatChoice(choicesOf(query), plan)).toBe(words);
});

test("cases are listed where that is asked for, and small numbers are not hidden", () => {
  expect(
    ["section=cases", "section=cases&small=1", "section=airway"].map((query) => listsCases(choicesOf(query))),
  ).toEqual([true, false, false]);
  expect(["chosen=1", "chosen=1&section=airway", ""].map((query) => lacksSections(new URLSearchParams(query)))).toEqual(
    [...[true, false, false]],
  );
});

test("a report says what a filter does not reach, section by section", () => {
  const reachOf = (query: string) =>
    Object.fromEntries(
      SECTION_NAMES.map((name) => [name, formatReach(name, choicesOf(query))]).filter(([, words]) => words),
    );
  const all = "All work: the filter does not apply to this section.";
  const ofEmployer = {
    ...{ leave: all, cpd: all },
    "extra-work": "Fees for work without a session in the logbook are left out, because a filter needs a session.",
    gaps: "Only the work shown. A report of all work lists the months without work.",
  };
  expect(reachOf("")).toEqual({});
  expect(reachOf("employer=Trust")).toEqual(ofEmployer);
  expect(reachOf("site=Theatre")).toEqual({
    ...ofEmployer,
    "job-plan": "All sites: the site filter does not apply to this section.",
  });
});

test("sessions to come are named in the head where a section is made of sessions", () => {
  expect(formatToCome(0, ["scope"])).toBe("");
  expect(formatToCome(2, ["leave", "cpd"])).toBe("");
  const end = "still to come and not counted: a day counts once it is over";
  expect(formatToCome(1, ["leave", "scope"])).toBe(`1 session of this period is ${end}`);
  expect(formatToCome(2, ["scope"])).toBe(`2 sessions of this period are ${end}`);
});

test("a section without anything says in what there is none", () => {
  expect([formatInPeriod(false, false), formatInPeriod(true, false), formatInPeriod(false, true)]).toEqual([
    ...["in this period", "in the work shown of this period", "in this period so far"],
  ]);
});

test("half a year is compared with the same half of the year before", () => {
  const year = { from: "2026-04-01", until: "2027-03-31" };
  expect(aYearEarlier(year, "2026-04-01")).toBeNull();
  expect(aYearEarlier(year, "2026-04-02")).toEqual({ from: "2025-04-01", until: "2025-04-01" });
  expect(aYearEarlier(year, "2027-03-31")).toEqual({ from: "2025-04-01", until: "2026-03-30" });
  expect(aYearEarlier(year, "2027-04-01")).toEqual({ from: "2025-04-01", until: "2026-03-31" });
  expect(aYearEarlier({ from: "2028-02-29", until: "2028-02-29" }, "2029-01-01")).toEqual({
    ...{ from: "2027-03-01", until: "2027-02-28" },
  });
});

test("the months of a period are all that share a day with it, and have begun once one is over", () => {
  const period = { from: "2026-10-31", until: "2026-12-01" };
  expect(monthsOf(period)).toEqual(["2026-10-01", "2026-11-01", "2026-12-01"]);
  expect(monthsBegun(period, "2026-11-01")).toEqual(["2026-10-01"]);
  expect(monthsBegun(period, "2026-11-02")).toEqual(["2026-10-01", "2026-11-01"]);
});

test("a child is under sixteen, in whatever unit the age is, and nobody of whom it is not known", () => {
  const child = (age: number | null, age_unit: "years" | "months" | "days") => isChild({ age, age_unit });
  expect([child(15, "years"), child(16, "years"), child(191, "months"), child(192, "months")]).toEqual([
    ...[true, false, true, false],
  ]);
  expect([child(0, "days"), child(null, "years")]).toEqual([true, false]);
});

test("bands of ages are called by months until a year, and one band has no end", () => {
  const labels = (cuts: number[]) => byAge(cuts).places.map(({ label }) => label);
  expect(labels([])).toEqual(["0 months and over"]);
  expect(labels([0, 12])).toEqual(["Under 1 year", "1 year and over"]);
  expect(labels([6, 12, 24])).toEqual(["Under 6 months", "6–11 months", "1 year", "2 years and over"]);
  expect(labels([24, 30, 48])).toEqual(["Under 2 years", "24–29 months", "30 months to 3 years", "4 years and over"]);
  expect(bandOf({ age: 6, age_unit: "months" }, [6, 12])).toBe("6–11 months");
});

interface Supervised {
  supervision: number | null;
}

const made = (...supervisions: (number | null)[]): Supervised[] => supervisions.map((supervision) => ({ supervision }));

test("a place without cases is left out where only used ones are wanted, and the rest where there is none", () => {
  const axis = bySupervision({ 2: "Registrar of ours" });
  const [first = { value: "", label: "" }, second = first] = axis.places;
  expect(second.value === "2" ? second.label : axis.places.find(({ value }) => value === "2")?.label).toBe(
    "Registrar of ours",
  );
  const table = (counted: Supervised[]) => shareTable({ id: "x", caption: "X" }, axis, counted);
  const share = (part: number, whole: number) => ({ kind: "percent", part, whole, ofCases: true });
  expect(table(made(Number(first.value), Number(first.value), null))).toEqual({
    ...{ kind: "table", id: "x", caption: "X", heads: ["Grade supervised", "Cases", "Share of recorded"] },
    rows: [
      [first.label, cases(2), share(2, 2)],
      ["No supervision", cases(1), ""],
    ],
    foot: ["All", cases(3), ""],
  });
  expect(table(made(Number(first.value))).rows).toEqual([[first.label, cases(1), share(1, 1)]]);
  const both = { head: "Kind", places: [{ value: "a", label: "A" }], keyOf: () => "a" };
  expect(crossTable({ id: "x", caption: "X" }, axis, both, made(Number(first.value)))).toEqual({
    ...{ kind: "table", id: "x", caption: "X", heads: ["Grade supervised", "A", "Not recorded", "All"] },
    rows: [[first.label, cases(1), cases(0), cases(1)]],
    foot: ["All", cases(1), cases(0), cases(1)],
  });
  expect(crossTable({ id: "x", caption: "X" }, both, axis, []).rows.map(([label]) => label)).toEqual(["A"]);
});
