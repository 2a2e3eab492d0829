import { expect, test } from "vitest";
import { countsText, deletesOther, formatDeleted } from "~/diary/sessions/deletion";
import type { PlanChoice } from "~/diary/sessions/element-choices";
import { type CountedSession, totalsWith, weekFigures, workName } from "~/diary/sessions/sums";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { londonInstant } from "~/platform/time/london";

const PA = 3600;

function session(date: string, pas: number, counts_to_balance: boolean | null = true): CountedSession {
  return { start_at: londonInstant(date, 480), pa_units: pas * PA, counts_to_balance };
}

const PLAN = { date_start: "2026-11-18", date_end: "2027-03-31", weekly_pa_units: 4 * PA };
const PLAIN = { asPlanned: null, beside: [], rounded: false, planned: "4.00", toGo: null, over: null };

test.each<[string, CountedSession[], object]>([
  ["less than was planned", [session("2026-11-18", 1), session("2026-11-22", 2)], { done: "3.00", toGo: "1.00" }],
  ["what was planned", [session("2026-11-18", 4)], { done: "4.00" }],
  ["more than was planned", [session("2026-11-18", 5)], { done: "5.00", over: "1.00" }],
  [
    "extra work, and work without an element on a day of the plan",
    [session("2026-11-18", 4), session("2026-11-18", 1, false), session("2026-11-18", 2, null)],
    { done: "4.00", beside: ["+ 1.00 extra", "+ 2.00 outside the plan"] },
  ],
  ["work without an element before the plan", [session("2026-11-17", 4, null)], { done: "4.00" }],
])("a week's figures: %s", (_, sessions, figures) => {
  expect(weekFigures("2026-11-16", sessions, [PLAN])).toEqual({ ...PLAIN, ...figures });
});

// 5 1/6, 2 5/8 and 3 3/8: each rounded by itself they come to 11.18, and three nights of 2 2/3 to 8.01.
test.each<[string, CountedSession[], object]>([
  [
    "11.17 beside days of 5.17, 2.63 and 3.38",
    [session("2026-11-16", 31 / 6), session("2026-11-17", 2.625), session("2026-11-18", 3.375)],
    { done: "11.17", rounded: true, over: "7.17" },
  ],
  [
    "a day of two sessions of 0.625",
    [session("2026-11-18", 0.625), session("2026-11-18", 0.625)],
    { done: "1.25", rounded: true, toGo: "2.75" },
  ],
  [
    "extra work of three nights",
    [16, 17, 18].map((day) => session(`2026-11-${day}`, 8 / 3, false)),
    { done: "0.00", beside: ["+ 8.00 extra"], rounded: true, toGo: "4.00" },
  ],
  [
    "days that add up as they are shown",
    [session("2026-11-17", 2.625), session("2026-11-18", 1)],
    { done: "3.63", toGo: "0.37" },
  ],
])("a week says that its figures are rounded where they do not add up: %s", (_, sessions, figures) => {
  expect(weekFigures("2026-11-16", sessions, [PLAN])).toEqual({ ...PLAIN, ...figures });
});

test("a week has planned PAs of all plans of its first planned day, and none before they count", () => {
  const planned = (monday: string, ...plans: Partial<typeof PLAN>[]) =>
    weekFigures(
      monday,
      [],
      plans.map((plan) => ({ ...PLAN, ...plan })),
    ).planned;
  expect([
    planned("2026-11-09", {}),
    planned("2026-11-16", {}, {}),
    planned("2026-11-16", { date_start: "2026-11-22" }),
    planned("2026-11-16", {}, { date_start: "2026-11-19" }),
    planned("2026-11-16", { date_start: "2026-01-01", date_end: "2026-11-15" }),
  ]).toEqual([null, "8.00", "4.00", "4.00", null]);
});

test("a session that is typed adds to its own day and week, and to none that the page does not know", () => {
  const element = {
    ...{ unique_ref: "e", description: "List", category: "DCC" as const, counts_to_balance: true },
    ...{ weekly_pa_units: 4 * PA, default_basis: "time_calculated" as const, default_fixed_pa_units: null },
    ...{ custom_minutes_per_pa: null, location: "", active: true },
  };
  const plan: PlanChoice = {
    ...{ unique_ref: "p", title: "Plan", date_start: "2026-04-01", date_end: null, pa_rules: NATIONAL_RULES.england },
    elements: [element, { ...element, unique_ref: "extra", counts_to_balance: false }],
  };
  const around = {
    ...{ from: "2026-11-16", until: "2026-11-30" },
    sessions: [session("2026-11-17", 1), session("2026-11-18", 2, false), session("2026-11-24", 3)],
  };
  const totals = (date: string, own: CountedSession | null) => totalsWith(around, [plan], date, own);
  expect(totals("2026-11-17", session("2026-11-17", 2, null))).toEqual({
    ...{ day: "Tue 17 Nov", ofDay: "1.00", besideDay: ["+ 2.00 outside the plan"] },
    ...{ ofWeek: "1.00", besideWeek: ["+ 2.00 extra", "+ 2.00 outside the plan"], planned: "4.00" },
  });
  expect(totals("2026-11-29", null)).toEqual({
    ...{ day: "Sun 29 Nov", ofDay: "0.00", besideDay: [], ofWeek: "3.00", besideWeek: [], planned: "4.00" },
  });
  expect(["2026-11-15", "2026-11-16", "2026-11-30"].map((date) => totals(date, null) === null)).toEqual([
    ...[true, false, true],
  ]);
});

test("a deletion takes of a series what comes with or after the session, or all of it", () => {
  const [before, one, after] = [1, 2, 3].map((start_at) => ({ start_at }));
  if (!before || !one || !after) throw new Error("There are three");
  const taken = (["1", "2", "3"] as const).map((choice) =>
    [before, { ...one }, after].map((other) => deletesOther(choice, one, other)),
  );
  expect(taken).toEqual([
    [false, false, false],
    [false, true, true],
    [true, true, true],
  ]);
});

test("what was deleted is said with its cases and fees, and each choice is sent with its counts", () => {
  const counts = [
    { sessions: 1, cases: 0, fees: 0 },
    { sessions: 1, cases: 1, fees: 0 },
    { sessions: 2, cases: 0, fees: 1 },
    { sessions: 12, cases: 14, fees: 2 },
  ];
  expect(counts.map(formatDeleted)).toEqual([
    "Session deleted",
    "Session deleted, with 1 case",
    "2 sessions deleted, with 1 fee",
    "12 sessions deleted, with 14 cases and 2 fees",
  ]);
  expect(countsText(counts)).toBe("1,0,0;1,1,0;2,0,1;12,14,2");
});

test("of a day or week to come work is in the diary and not done", () => {
  expect(["2026-11-20", "2026-11-21", "2026-11-22"].map((date) => workName(date, "2026-11-21"))).toEqual([
    ...["Done", "Done", "In diary"],
  ]);
});
