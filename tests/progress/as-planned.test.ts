import { expect, test } from "vitest";
import { asPlannedWork } from "~/diary/expected/as-planned";
import { dayValuesOf } from "~/diary/leave/day-values";
import type { LeaveTerms } from "~/diary/leave/kinds";
import { planFromTemplate } from "~/planning/job-plans/answers.server";
import { NATIONAL_RULES, paUnits, showPa } from "~/planning/job-plans/pa-rules";
import { notAfter } from "~/planning/job-plans/schedule";
import { type TemplateKey, templateElements } from "~/planning/job-plans/templates";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { weeklyPaUnits } from "~/planning/job-plans/weekly";
import { addDays, daysBetween, type LondonDate, londonInstant } from "~/platform/time/london";
import fc from "../support/property";

const TODAY = "2026-11-21";

/** Starts by element: what its user said in place of what counts as planned. */
type Said = Record<string, [LondonDate, number][]>;

/** A plan from a template, as it is read from the database. */
function planOf(key: TemplateKey, from: LondonDate, said: Said = {}, more: Partial<ValuedPlan> = {}): ValuedPlan {
  const row = { user_id: 1, created_at: 0, updated_at: 0, version: 1 };
  const answers = planFromTemplate(key, from, TODAY, { pa_rules: NATIONAL_RULES.england, employers: [] });
  const plan = { ...row, ...answers, unique_ref: key, text_encrypted: null, ...more };
  const all = templateElements(key, plan.date_start).map(({ element, schedule }, sort_order) => ({
    times: schedule.map((time) => ({ ...time, element_ref: `${key}/${element.description}` })),
    said: JSON.stringify((said[element.description] ?? []).map(([date, minute]) => londonInstant(date, minute))),
    element: {
      ...{ ...row, ...element, unique_ref: `${key}/${element.description}`, plan_ref: key, active: true, sort_order },
      weekly_pa_units: weeklyPaUnits({ ...element, schedule }, plan),
    },
  }));
  const [valued] = valuedPlans(
    [plan],
    all,
    all.flatMap(({ times }) => times),
  );
  return valued as ValuedPlan;
}

function leaveOf(date_start: LondonDate, date_end: LondonDate, more: Partial<LeaveTerms> = {}): LeaveTerms {
  const whole = { start_part: "full", end_part: "full", stated_pa_units: null } as const;
  return { unique_ref: "leave", type: "annual", status: "approved", date_start, date_end, ...whole, ...more };
}

interface Asked {
  begins: LondonDate;
  ends: LondonDate;
  leave?: LeaveTerms[];
  others?: ValuedPlan[];
}

function workOf(plan: ValuedPlan, { begins, ends, leave = [], others = [] }: Asked) {
  const plans = [plan, ...others];
  const first = plan.counts_from !== null && plan.counts_from > begins ? plan.counts_from : begins;
  const span = { begins: first, ends: notAfter(plan, ends) };
  return asPlannedWork({ ...{ plan, plans, span, leave }, local: [], values: dayValuesOf(plans, []), measure: "pas" });
}

function countedOf(plan: ValuedPlan, asked: Asked): string {
  return showPa(workOf(plan, asked).reduce((sum, { units }) => sum + units, 0));
}

// Second on-call 1.00, visits and admin 0.875, SPA core 1.50: 3.375 a week, 0.675 a day.
const FULL_TIME = planOf("theatre", "2026-04-01");
const WEEK = { begins: "2026-11-02", ends: "2026-11-08" };

test.each<[string, string, Asked]>([
  ["a week", "3.38", WEEK],
  ["two weeks", "6.75", { ...WEEK, ends: "2026-11-15" }],
  ["a Wednesday", "0.68", { begins: "2026-11-04", ends: "2026-11-04" }],
  ["a weekend", "0.00", { begins: "2026-11-07", ends: "2026-11-08" }],
  ["a week with two days of leave", "2.03", { ...WEEK, leave: [leaveOf("2026-11-05", "2026-11-06")] }],
  [
    "a week with a morning off",
    "3.04",
    { ...WEEK, leave: [leaveOf("2026-11-05", "2026-11-05", { start_part: "am" })] },
  ],
  ["a week of sickness", "0.00", { ...WEEK, leave: [leaveOf("2026-11-02", "2026-11-08", { type: "sick" })] }],
  ["a week with a day in lieu", "2.70", { ...WEEK, leave: [leaveOf("2026-11-05", "2026-11-05", { type: "toil" })] }],
  [
    "leave that is only requested",
    "3.38",
    { ...WEEK, leave: [leaveOf("2026-11-05", "2026-11-06", { status: "requested" })] },
  ],
  ["Christmas week", "2.70", { begins: "2026-12-21", ends: "2026-12-27" }],
  ["the week of Boxing Day's and New Year's bank holidays", "2.03", { begins: "2026-12-28", ends: "2027-01-03" }],
])("full time counts as planned: %s is %s", (_, counted, asked) => {
  expect(countedOf(FULL_TIME, asked)).toBe(counted);
});

test("part time counts 2.25 a week, less its bank holidays; who joins on a Wednesday counts from that day", () => {
  // Visits and admin 0.75, SPA core 1.50.
  const partTime = planOf("less_than_full_time", "2026-04-01");
  expect(countedOf(partTime, WEEK)).toBe("2.25");
  expect(countedOf(partTime, { begins: "2026-12-28", ends: "2027-01-03" })).toBe("1.35");
  const joiner = planOf("theatre", "2026-11-18");
  expect(joiner.counts_from).toBe("2026-11-18");
  expect(countedOf(joiner, { begins: "2026-11-09", ends: "2026-11-22" })).toBe("2.03");
});

test("two employers share leave with typed PAs by what each has on the day", () => {
  const partTime = planOf("less_than_full_time", "2026-04-01");
  // A Monday has only what has no times: 0.675 and 0.45 of 1.125. Half of that is typed.
  const leave = [leaveOf("2026-11-02", "2026-11-02", { stated_pa_units: paUnits(0.5625) })];
  expect(countedOf(FULL_TIME, { ...WEEK, leave, others: [partTime] })).toBe("3.04");
  expect(countedOf(partTime, { ...WEEK, leave, others: [FULL_TIME] })).toBe("2.03");
});

test("a session, or that it did not happen, stands in place of all that an element counts in its week, and no other", () => {
  const said: Said = { "SPA core": [["2026-11-08", 1_380]] };
  const plan = planOf("theatre", "2026-04-01", said);
  expect(countedOf(plan, WEEK)).toBe("1.88");
  expect(countedOf(plan, { begins: "2026-11-09", ends: "2026-11-15" })).toBe("3.38");
  // Also for a part of the week: the days add up to it.
  expect(countedOf(plan, { begins: "2026-11-02", ends: "2026-11-03" })).toBe("0.75");
});

/** Teaching on Thursday from 9 to 13 and the ENT list of every second Friday count as planned, too. */
function allAsPlanned(said: Said = {}): ValuedPlan {
  const plan = planOf("theatre", "2026-04-01", said);
  return { ...plan, elements: plan.elements.map((element) => ({ ...element, counting: "as_planned" as const })) };
}

test("what has fixed times counts on its days, each answered by a session of its own day alone", () => {
  // Lists 5.00, teaching 1.00, and 1.25 of ENT in the week of 3 April and each second one on.
  expect(countedOf(allAsPlanned(), { begins: "2026-11-09", ends: "2026-11-15" })).toBe("10.63");
  expect(countedOf(allAsPlanned(), { begins: "2026-11-16", ends: "2026-11-22" })).toBe("9.38");
  const said: Said = { "SPA teaching": [["2026-11-19", 600]], "Trauma list": [["2026-11-19", 480]] };
  expect(countedOf(allAsPlanned(said), { begins: "2026-11-16", ends: "2026-11-22" })).toBe("8.38");
  const leave = [leaveOf("2026-11-19", "2026-11-19", { start_part: "am" })];
  // 9.375, less a morning of teaching (1.00) and half of what has no times that day (0.34).
  expect(countedOf(allAsPlanned(), { begins: "2026-11-16", ends: "2026-11-22", leave })).toBe("8.04");
});

test("nothing counts of an element that is logged, archived, or not in the balance", () => {
  const without = (more: object) => ({
    ...FULL_TIME,
    elements: FULL_TIME.elements.map((element) => (element.counting === "logged" ? element : { ...element, ...more })),
  });
  for (const more of [{ counting: "logged" }, { active: false }, { counts_to_balance: false }]) {
    expect(workOf(without(more) as ValuedPlan, WEEK)).toEqual([]);
  }
});

test("wherever days are parted, the parts add up to the whole", () => {
  const first = "2026-10-19";
  const day = fc.integer({ min: 0, max: 41 }).map((at) => addDays(first, at));
  const said = fc.dictionary(
    fc.constantFrom("SPA core", "Second on-call", "SPA teaching", "ENT list"),
    fc.array(fc.tuple(day, fc.integer({ min: 0, max: 1_439 })), { maxLength: 3 }),
  );
  const leave = fc.array(
    fc.record({
      from: day,
      days: fc.integer({ min: 0, max: 9 }),
      stated: fc.option(fc.integer({ min: 0, max: 90_000 })),
    }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(said, leave, day, (some, off, cut) => {
      const plan = allAsPlanned(some);
      const away = off.map(({ from, days, stated }) => leaveOf(from, addDays(from, days), { stated_pa_units: stated }));
      const part = (begins: LondonDate, ends: LondonDate) =>
        daysBetween(begins, ends) < 0 ? [] : workOf(plan, { begins, ends, leave: away });
      const sorted = (work: ReturnType<typeof part>) => work.map((each) => JSON.stringify(each)).sort();
      const last = addDays(first, 41);
      expect(sorted([...part(first, cut), ...part(addDays(cut, 1), last)])).toEqual(sorted(part(first, last)));
    }),
  );
});
