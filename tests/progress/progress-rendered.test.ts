import { expect, test } from "vitest";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { completeChoice, readChoice } from "~/progress/choice";
import type { RenderInput } from "~/progress/figures.server";
import { renderProgress } from "~/progress/render-progress.server";
import type { ProgressReport } from "~/progress/types";
import { exampleBars, exampleReport } from "../support/progress";

const pa = (pas: number) => Math.round(pas * PA_UNITS);
const WARD = "w".repeat(22);

function rendered(
  some: Partial<ProgressReport> = {},
  { query = "", ...more }: Partial<RenderInput & { query: string }> = {},
) {
  const report = exampleReport(some);
  const { begins, ends } = report.period;
  const plan = {
    ...{
      unique_ref: report.plan.unique_ref,
      title: report.plan.title,
      employer: "",
      date_start: begins,
      date_end: ends,
    },
    method: "weekly_leave_adjusted" as const,
  };
  return renderProgress({
    ...{ plan, plans: [plan], periods: [report.period], report, bars: exampleBars(), hours: null, archived: [] },
    ...{ firstWorked: "2026-11-17", notHeld: null, beganInPeriod: true },
    choice: completeChoice(readChoice(new URLSearchParams(query)), "pas"),
    elements: [{ unique_ref: WARD, description: "Ward work", category: "DCC" as const }],
    ...more,
  });
}

const EMPTY = { ...exampleReport().total, done: 0, credit: 0 };

test("work that does not count is named beside the figures, as far as there is any", () => {
  const beside = (extra: number, untagged: number) => rendered({ extra, untagged }).beside;
  expect(beside(0, 0)).toBeNull();
  expect(beside(pa(1), 0)).toBe("Also worked, but not counted: 1.00 PA of extra work.");
  expect(beside(0, pa(2))).toBe("Also worked, but not counted: 2.00 PA without an element.");
  expect(beside(pa(1), pa(2))).toBe(
    "Also worked, but not counted: 1.00 PA of extra work and 2.00 PA without an element.",
  );
});

const point = (date: string, expected: number, done: number | null, toCome: number | null) => ({
  ...{ date, expected: pa(expected), done: done === null ? null : pa(done) },
  toCome: toCome === null ? null : pa(toCome),
});

test("the chart is described: where its lines are on the day, and at the end while there is time left", () => {
  const points = [
    point("2026-03-31", 0, 0, null),
    point("2026-11-20", 272, -2.5, -2.5),
    point("2027-03-31", 410, null, 133.5),
  ];
  const about = (more: Partial<ProgressReport>) => rendered({ points, ...more }).description;
  const [period, figures] = [
    "Running totals from 1 April 2026 to 31 March 2027.",
    "The figures are in the table of running totals below.",
  ];
  expect(about({})).toBe(
    `${period} Expected rises to 272.00 PA on 20 November, done to −2.50 PA. If the rest of the plan is worked, it reaches 133.50 PA at the end. ${figures}`,
  );
  const ended = [...points.slice(0, 2), point("2027-03-31", 410, 0, 0)];
  expect(about({ day: "2027-03-31", points: ended })).toBe(
    `${period} Expected rises to 410.00 PA on 31 March, done to 0.00 PA. ${figures}`,
  );
  expect(about({ day: "2026-03-31", points })).toBe(
    `${period} If the rest of the plan is worked, it reaches 133.50 PA at the end. ${figures}`,
  );
});

test("a part without work is behind once there is work elsewhere, and nothing is where none is logged", () => {
  const nothing = { total: EMPTY, extra: 0, untagged: 0 };
  const shown = (query: string, firstWorked: string | null) => {
    const { isEmpty, word, headline, sentences } = rendered(nothing, { query, firstWorked });
    return [isEmpty, word?.word, headline, sentences.length];
  };
  const empty = [true, undefined, "Nothing is logged in this plan yet", 1];
  expect(shown("", null)).toEqual(empty);
  expect(shown(`?of=${WARD}`, null)).toEqual(empty);
  expect(shown("", "2026-11-17")).toEqual(empty);
  expect(shown(`?of=${WARD}`, "2026-11-17")).toEqual([
    ...[false, "on track", "Ward work: you are 11.25 PA behind, about 1.1 weeks", 3],
  ]);
});

test("a plan that expects nothing has no word for how it stands", () => {
  expect(rendered({ total: { ...exampleReport().total, expected: 0 } }).word).toBeNull();
});

test("why so much is expected is said of the whole plan alone", () => {
  const late = { word: "well behind" as const };
  expect(rendered(late).beganLater).toEqual({
    words: "The plan counts from 1 April 2026, and your first session is on 17 November 2026.",
    to: `/job_plans/${"P".repeat(22)}/edit/`,
  });
  expect(rendered(late, { query: "?of=DCC" }).beganLater).toBeNull();
  expect(rendered(late, { beganInPeriod: false }).beganLater).toBeNull();
});

test("the files are of the same view", () => {
  expect(rendered().files).toEqual({
    ...{ svg: "/progress/chart/", png: "progress-2026-11-20.png" },
    csv: [
      { to: "/progress/csv/", words: "CSV by month" },
      { to: "/progress/csv/?table=elements", words: "CSV by element" },
    ],
  });
  expect(rendered({}, { query: "?bars=week" }).files.csv).toEqual([
    { to: "/progress/csv/?bars=week", words: "CSV by week" },
    { to: "/progress/csv/?bars=week&table=elements", words: "CSV by element" },
  ]);
});

test("a part that the plan has not is not asked for, and one element goes before its category", () => {
  const part = (query: string) => rendered({}, { query }).form.part;
  expect(["?of=DCC", "?of=SPA", `?of=${WARD}`, `?of=${"x".repeat(22)}`].map(part)).toEqual(["DCC", "", WARD, ""]);
});

test("archived elements, sessions without a value and long weeks are pointed out", () => {
  expect(rendered()).toMatchObject({
    ...{ archived: null, hours: null },
    needsValue: [{ to: `/logbook/session/${"S".repeat(22)}/`, words: "Thu 3 Sep 2026, On-call" }],
  });
  const hours = { meanMinutes: 2940, weeks: 26, from: "2026-05-23", to: "2026-11-20", isOver: true };
  expect(rendered({}, { archived: ["Clinic"], hours })).toMatchObject({
    archived: { words: expect.stringMatching(/^Clinic is archived/), change: `/job_plans/${"P".repeat(22)}/change/` },
    hours: { words: expect.stringMatching(/^You worked 49 h a week/), isOver: true },
  });
});
