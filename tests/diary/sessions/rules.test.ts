import { expect, test } from "vitest";
import { elementLabel, offeredPlans, type PlanChoice, planLabel } from "~/diary/sessions/element-choices";
import { type Preview, previewOf } from "~/diary/sessions/preview";
import { lengthWarning, paSum, pasOf, rulesOfSession } from "~/diary/sessions/rules";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { plansOn } from "~/planning/job-plans/plan-dates";
import { londonInstant } from "~/platform/time/london";

const { england, wales } = NATIONAL_RULES;

function element(unique_ref: string, more: Partial<PlanChoice["elements"][number]> = {}) {
  return {
    ...{
      unique_ref,
      description: "All-day orthopaedics",
      category: "DCC" as const,
      counts_to_balance: true,
      weekly_pa_units: 9000,
    },
    ...{ default_basis: "time_calculated" as const, default_fixed_pa_units: null, custom_minutes_per_pa: null },
    ...{ location: "", active: true },
    ...more,
  };
}

const PLANS: PlanChoice[] = [
  {
    ...{ unique_ref: "new", title: "Job plan 2026/27", date_start: "2026-04-01", date_end: "2027-03-31" },
    pa_rules: england,
    elements: [element("list"), element("call", { default_basis: "fixed", default_fixed_pa_units: 3600 })],
  },
  {
    ...{ unique_ref: "old", title: "Cardiff", date_start: "2024-04-01", date_end: null, pa_rules: wales },
    elements: [element("resident", { custom_minutes_per_pa: 130 }), element("gone", { active: false })],
  },
];

test("a date is offered every plan that holds it, both ends included", () => {
  const titles = (date: string) => plansOn(PLANS, date).map((plan) => plan.title);
  expect(titles("2026-04-01")).toEqual(["Job plan 2026/27", "Cardiff"]);
  expect(titles("2027-03-31")).toEqual(["Job plan 2026/27", "Cardiff"]);
  expect(titles("2027-04-01")).toEqual(["Cardiff"]);
  expect(titles("2024-03-31")).toEqual([]);
});

test("an archived element is offered only to the session that has it", () => {
  const refs = (current: string | null) => offeredPlans(PLANS, current)[1]?.elements.map((each) => each.unique_ref);
  expect(refs(null)).toEqual(["resident"]);
  expect(refs("gone")).toEqual(["resident", "gone"]);
});

test("an element and a plan in words", () => {
  expect(elementLabel(element("list"))).toBe("All-day orthopaedics (DCC, 2.50 PA)");
  expect(elementLabel(element("wli", { category: "Extra", weekly_pa_units: 0 }))).toBe("All-day orthopaedics (Extra)");
  expect(PLANS.map(planLabel)).toEqual([
    "Job plan 2026/27, 1 April 2026 to 31 March 2027",
    "Cardiff, from 1 April 2024",
  ]);
});

const SPAN = { startAt: londonInstant("2026-11-17", 780), endAt: londonInstant("2026-11-17", 1230) };

test("rules come from the element's plan, else from the plan of the date, else from England", () => {
  expect(rulesOfSession(PLANS, "list", "2026-11-17", SPAN, null)).toBe(england);
  expect(rulesOfSession(PLANS, null, "2025-11-17", SPAN, null)).toBe(wales);
  expect(rulesOfSession([], null, "2025-11-17", SPAN, null)).toBe(england);
  expect(rulesOfSession(PLANS, "resident", "2026-11-17", SPAN, null)).toMatchObject({
    ...{ nation: "wales", standard_minutes_per_pa: 130, premium_minutes_per_pa: 130 },
  });
});

test("an edit keeps the rules of the session unless its times or its element change", () => {
  const stored = { ...SPAN, tag: "list", rules: wales };
  expect(rulesOfSession(PLANS, "list", "2026-11-17", SPAN, stored)).toBe(wales);
  expect(rulesOfSession(PLANS, "call", "2026-11-17", SPAN, stored)).toBe(england);
  expect(rulesOfSession(PLANS, "list", "2026-11-17", { ...SPAN, endAt: SPAN.endAt + 60_000 }, stored)).toBe(england);
});

test.each([
  [360, 90, england, "6 h standard ÷ 4 + 1 h 30 min premium ÷ 3", "2.00 PA"],
  [0, 480, england, "8 h premium ÷ 3", "2.67 PA"],
  [600, 0, england, "10 h standard ÷ 4", "2.50 PA"],
  [600, 0, wales, "10 h ÷ 3.75", "2.67 PA"],
  [
    260,
    0,
    { ...england, standard_minutes_per_pa: 130, premium_minutes_per_pa: 130 },
    "4 h 20 min ÷ 2 h 10 min",
    "2.00 PA",
  ],
])("%i standard and %i premium minutes are explained", (standard, premium, rules, working, result) => {
  const units = Math.round(3600 * (standard / rules.standard_minutes_per_pa + premium / rules.premium_minutes_per_pa));
  expect(paSum({ worked: { standard, premium }, units }, rules, "time_calculated")).toEqual({ working, result });
});

test("a fixed session is worth its allocation and still knows its minutes", () => {
  const pas = pasOf(SPAN, england, 3600);
  expect(pas).toEqual({ worked: { standard: 360, premium: 90 }, units: 3600 });
  expect(paSum(pas, england, "fixed")).toEqual({ working: "Fixed allocation for 7 h 30 min", result: "1.00 PA" });
});

test("a session by time of more than 16 h is asked about", () => {
  expect(lengthWarning({ standard: 120, premium: 3600 }, "time_calculated")).toBe("62 h: is this on-call? Use Fixed");
  expect(lengthWarning({ standard: 960, premium: 0 }, "time_calculated")).toBeNull();
  expect(lengthWarning({ standard: 120, premium: 3600 }, "fixed")).toBeNull();
});

function preview(answers: Record<string, string>): Preview {
  return previewOf((name) => answers[name] ?? "", PLANS, null);
}

test("the form says the sum and the next day while one types", () => {
  const night = { session_date: "18/11/26", session_start_time: "20:00", session_end_time: "04:00" };
  expect(preview(night)).toMatchObject({
    ends: "Ends Thu 19 Nov (next day)",
    sum: { working: "8 h premium ÷ 3", result: "2.67 PA" },
    notes: [],
  });
  expect(preview({ ...night, pa_calculation_basis: "fixed" }).sum).toBeNull();
  const onCall = { ...night, pa_calculation_basis: "fixed", job_plan_element_unique_ref: "call" };
  expect(preview(onCall).sum?.result).toBe("1.00 PA");
  expect(preview({ ...onCall, fixed_PA_allocation: "0.5" }).sum?.result).toBe("0.50 PA");
  expect(preview({ ...onCall, fixed_PA_allocation: "half" }).sum).toBeNull();
});

test("what is half typed says nothing", () => {
  expect(preview({ session_date: "18/1" })).toMatchObject({ date: false, ends: null, sum: null });
  expect(preview({ session_date: "" })).toMatchObject({ date: null, sum: null });
  expect(preview({ session_date: "18/11/2026", session_start_time: "20:0", session_end_time: "04:00" }).sum).toBeNull();
});

test("a time that happens twice asks which", () => {
  const night = { session_date: "24/10/2026", session_start_time: "20:00", session_end_time: "01:30" };
  expect(preview(night)).toMatchObject({ startTwice: null, endTwice: { time: "01:30", which: "first" } });
  expect(preview({ ...night, session_end_time_which: "second" })).toMatchObject({
    endTwice: { time: "01:30", which: "second" },
    sum: { working: "6 h 30 min premium ÷ 3" },
  });
});
