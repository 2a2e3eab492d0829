import { expect, test } from "vitest";
import { elementMinutesWeek, workingHours } from "~/diary/expected/hours";
import { absenceByDate, apportioned, halvesLeft, statedByWeek } from "~/diary/expected/leave";
import { daysOfPlan, lastCountedDay, periodOf, periodsOf } from "~/diary/expected/period";
import { dayValuesOf } from "~/diary/leave/day-values";
import type { LeaveTerms, LeaveType } from "~/diary/leave/kinds";
import { sumsOf } from "~/diary/sessions/sums";
import { CATEGORIES, METHODS } from "~/planning/job-plans/elements";
import { NATIONAL_RULES, paUnits, showPa } from "~/planning/job-plans/pa-rules";
import { addDays, daysBetween, type LondonDate, londonInstant } from "~/platform/time/london";
import { progressBars } from "~/progress/bars.server";
import { type Calculation, progressReport, type ReportElement, type ReportSession } from "~/progress/report";
import fc from "../support/property";

const CALENDAR = { region: "england_wales", added: ["2026-09-02"], removed: ["2026-08-31"] } as const;
const LOCAL = [
  { day: "2026-09-02", is_added: true },
  { day: "2026-08-31", is_added: false },
];

/** Ten weeks with a bank holiday of the country, one of one's own, and one that was taken away. */
const PERIOD = { begins: "2026-05-20", ends: "2026-09-10", isYearOfPlan: false };
const LAST = daysBetween(PERIOD.begins, PERIOD.ends);

const anyWeek = fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 7, maxLength: 7 });
const anyElement = fc.record({ category: fc.constantFrom(...CATEGORIES), week: anyWeek });
const anyLeave = fc
  .record({
    type: fc.constantFrom<LeaveType>("annual", "study", "sick", "toil", "parental"),
    status: fc.constantFrom<LeaveTerms["status"]>("approved", "taken", "requested", "cancelled"),
    from: fc.integer({ min: -10, max: LAST + 10 }),
    length: fc.integer({ min: 0, max: 12 }),
    half: fc.boolean(),
    stated_pa_units: fc.option(fc.integer({ min: 0, max: 40_000 })),
  })
  .map(
    ({ from, length, half, ...rest }): LeaveTerms => ({
      ...{ unique_ref: String(from), ...rest, end_part: half && length > 0 ? "am" : "full" },
      ...{ start_part: half ? "pm" : "full", date_start: addDays(PERIOD.begins, from) },
      date_end: addDays(PERIOD.begins, from + length),
    }),
  );
const anySession = fc.record({
  at: fc.integer({ min: 0, max: LAST }),
  element: fc.option(fc.nat(9)),
  counts: fc.boolean(),
  pa_units: fc.nat(20_000),
});

/** A plan, its leave and its work, calculated to any day of it. */
const anyCalculation = fc
  .record({
    elements: fc.array(anyElement, { minLength: 1, maxLength: 6 }),
    leave: fc.array(anyLeave, { maxLength: 6 }),
    sessions: fc.array(anySession, { maxLength: 30 }),
    method: fc.constantFrom(...METHODS),
    at: fc.integer({ min: -1, max: LAST }),
    opening: fc.integer({ min: -50_000, max: 50_000 }),
    weeks: fc.integer({ min: 10, max: 522 }),
    leftHalves: fc.nat(100),
  })
  .map(({ elements: drawn, leave, sessions, at, opening, weeks, leftHalves, method }): Calculation => {
    const elements = drawn.map((element, place) => ({
      ...{ ...element, element_ref: String(place), element: `Element ${place}` },
    }));
    return {
      ...{ period: PERIOD, elements, opening, method, leftHalves, measure: "pas", listUnits: null },
      plan: { unique_ref: "plan", title: "Plan", tolerance_percent: 5 },
      day: addDays(PERIOD.begins, at),
      weeks_per_year_tenths: weeks,
      days: daysOf(PERIOD, elements, leave),
      workdaysAWeek: 5,
      sessions: sessions.map((session, place) => asSession(session, place, elements)),
    };
  });

function daysOf(
  period: { begins: LondonDate; ends: LondonDate },
  elements: readonly ReportElement[],
  leave: readonly LeaveTerms[],
) {
  const weeks = elements.map(({ week }) => week);
  const statedOff = (date: LondonDate, units: number) => statedByWeek(units, weeks, date);
  return daysOfPlan(
    period,
    elements,
    CALENDAR,
    valuesOf(elements),
    absenceByDate(leave, valuesOf(elements)),
    statedOff,
  );
}

function valuesOf(elements: readonly Pick<ReportElement, "week">[]) {
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => elements.reduce((sum, each) => sum + (each.week[day] ?? 0), 0));
  const england = { bank_holiday_region: "england_wales", standard_minutes_per_pa: 240 } as const;
  return dayValuesOf([{ date_start: PERIOD.begins, date_end: PERIOD.ends, week, pa_rules: england }], LOCAL);
}

function asSession(
  { at, element, counts, pa_units }: { at: number; element: number | null; counts: boolean; pa_units: number },
  place: number,
  elements: readonly ReportElement[],
): ReportSession {
  const date = addDays(PERIOD.begins, at);
  const tagged = element === null ? undefined : elements[element % elements.length];
  return {
    ...{ unique_ref: String(place), date, start_at: londonInstant(date, 480), pa_units, units: pa_units },
    element_ref: tagged && counts ? tagged.element_ref : tagged ? "extra" : null,
    element: tagged?.element ?? null,
    counts_to_balance: tagged ? counts : null,
  };
}

const sum = (units: readonly number[]) => units.reduce((all, each) => all + each, 0);

test("elements add up to their category, and categories to the whole", () => {
  fc.assert(
    fc.property(anyCalculation, (calculation) => {
      const { categories, total, opening } = progressReport(calculation);
      for (const figure of ["weekly", "expected", "credit", "done", "balance"] as const) {
        for (const category of categories) {
          expect(sum(category.elements.map((element) => element[figure]))).toBe(category[figure]);
        }
        const carried = figure === "balance" ? opening : 0;
        expect(sum(categories.map((category) => category[figure])) + carried).toBe(total[figure]);
      }
      expect(total.balance).toBe(opening + total.done + total.credit - total.expected);
      expect(Object.values(total).every(Number.isInteger)).toBe(true);
    }),
  );
});

test("what is done is what the one rule of all figures says, and bars and points say the same", () => {
  fc.assert(
    fc.property(anyCalculation, fc.constantFrom("week", "month"), (calculation, by) => {
      const report = progressReport(calculation);
      const past = calculation.sessions.filter(({ date }) => date <= calculation.day);
      const sums = sumsOf(past, [{ date_start: PERIOD.begins, date_end: PERIOD.ends }]);
      expect({ done: report.total.done, extra: report.extra, untagged: report.untagged }).toEqual(sums);
      const bars = progressBars(calculation, by);
      expect(sum(bars.flatMap(({ done }) => done.map(({ amount }) => amount)))).toBe(sums.done);
      expect(sum(bars.map(({ extra }) => extra))).toBe(sums.extra);
      expect(sum(bars.map(({ expected }) => expected))).toBe(report.points.at(-1)?.expected);
      const point = report.points.find(({ date }) => date === calculation.day);
      expect((point?.done ?? 0) - (point?.expected ?? 0)).toBe(report.total.balance);
      expect(bars[0]?.begins).toBe(PERIOD.begins);
      expect(bars.at(-1)?.ends).toBe(PERIOD.ends);
    }),
  );
});

test("by the weekly method the balances of single days add up to the balance", () => {
  fc.assert(
    fc.property(anyCalculation, (drawn) => {
      const calculation = { ...drawn, method: "weekly_leave_adjusted" as const, opening: 0, leftHalves: 0 };
      const single = calculation.days
        .filter(({ date }) => date <= calculation.day)
        .map((day) => {
          const period = { begins: day.date, ends: day.date, isYearOfPlan: false };
          const sessions = calculation.sessions.filter(({ date }) => date === day.date);
          return progressReport({ ...calculation, period, days: [day], sessions, day: day.date }).total.balance;
        });
      expect(progressReport(calculation).total.balance).toBe(sum(single));
    }),
    { numRuns: 40 },
  );
});

test("by the annualised methods what is expected of the full period is its target", () => {
  fc.assert(
    fc.property(anyCalculation, fc.constantFrom("annualised_paced", "annualised_linear"), (drawn, method) => {
      const calculation = { ...drawn, method };
      const target = sum(
        calculation.elements.map(({ week }) =>
          Math.round((sum(week) * calculation.weeks_per_year_tenths * (LAST + 1)) / 3650),
        ),
      );
      expect(progressReport(calculation).points.at(-1)?.expected).toBe(target);
      expect(progressReport({ ...calculation, day: PERIOD.ends }).total.expected).toBe(target);
      const expected = progressReport(calculation).points.map((point) => point.expected);
      expect(expected).toEqual(expected.toSorted((one, other) => one - other));
    }),
  );
});

test("what leave takes and what is expected beside it come to what the days are worth, wherever leave is moved", () => {
  fc.assert(
    fc.property(fc.array(anyElement, { minLength: 1, maxLength: 5 }), anyLeave, fc.nat(14), (drawn, leave, weeks) => {
      const elements = drawn.map((element, at) => ({ ...element, element_ref: String(at), element: String(at) }));
      const moved = { ...leave };
      moved.date_start = addDays(leave.date_start, 7 * weeks);
      moved.date_end = addDays(leave.date_end, 7 * weeks);
      const [free, here, there] = [[], [leave], [moved]].map((each) => daysOf(PERIOD, elements, each));
      const worth = (days: typeof free) => sum((days ?? []).flatMap((day) => day.worth));
      const off = (days: typeof free) => sum((days ?? []).flatMap((day) => day.off));
      expect(worth(here)).toBe(worth(free));
      const within = (span: LeaveTerms) => span.date_start >= PERIOD.begins && span.date_end <= PERIOD.ends;
      if (!within(leave) || !within(moved)) return;
      const onBank = (span: LeaveTerms) =>
        ["2026-05-25", "2026-09-02"].some((day) => day >= span.date_start && day <= span.date_end);
      // Typed PAs are taken wherever the leave is; what its days are worth changes only over a bank holiday.
      const isTyped = leave.stated_pa_units !== null;
      if (isTyped && off(here) > 0) expect(off(here)).toBe(leave.stated_pa_units);
      if (isTyped || (!onBank(leave) && !onBank(moved))) expect(off(there)).toBe(off(here));
    }),
  );
});

test("units by weight come to all of them, in whole units", () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(fc.nat(9000), { minLength: 1, maxLength: 9 }), (units, weights) => {
      const shares = apportioned(units, weights);
      expect(sum(shares)).toBe(units);
      expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
      if (sum(weights) > 0) expect(shares.filter((share, at) => share > 0 && weights[at] === 0)).toEqual([]);
    }),
  );
  expect(
    statedByWeek(
      700,
      [
        [100, 0, 0, 0, 0, 0, 0],
        [250, 0, 0, 0, 0, 0, 0],
      ],
      "2026-11-21",
    ),
  ).toEqual([200, 500]);
});

test("only granted leave that spends no worked time lowers what is expected; sickness goes before leave", () => {
  const leave = (type: LeaveType, more: Partial<LeaveTerms> = {}): LeaveTerms => ({
    ...{ unique_ref: type, type, status: "approved", date_start: "2026-06-02", date_end: "2026-06-02" },
    ...{ start_part: "full", end_part: "full", stated_pa_units: null, ...more },
  });
  const of = (...all: LeaveTerms[]) => {
    const [tuesday] = daysOf({ begins: "2026-06-02", ends: "2026-06-02" }, WEEK, all);
    return [tuesday?.off, tuesday?.leaveHalves, tuesday?.sickHalves];
  };
  const WEEK = [{ element_ref: "a", element: "a", category: "DCC" as const, week: [0, 901, 0, 0, 0, 0, 0] }];
  expect(of(leave("annual"))).toEqual([[901], 2, 0]);
  expect(of(leave("annual", { start_part: "am" }))).toEqual([[451], 1, 0]);
  expect(of(leave("annual", { start_part: "am" }), leave("study", { start_part: "pm" }))).toEqual([[901], 2, 0]);
  expect(of(leave("annual"), leave("sick", { start_part: "pm" }))).toEqual([[901], 1, 1]);
  for (const lowersNothing of [leave("toil"), leave("lieu"), leave("annual", { status: "requested" })]) {
    expect(of(lowersNothing)).toEqual([[0], 0, 0]);
  }
  expect(of(leave("annual", { stated_pa_units: 300 }))).toEqual([[300], 2, 0]);
});

test("leave that is left is spread over the days of its year, and a year that goes on gives only its part", () => {
  const week = [2, 2, 2, 2, 2, 0, 0].map(paUnits);
  const year = { begins: "2026-04-01", ends: "2027-03-31" };
  const none = { settings: undefined, years: [] };
  const annual = (date_start: string, date_end: string, type: LeaveType = "annual"): LeaveTerms => ({
    ...{ unique_ref: date_start, type, status: "approved", date_start, date_end },
    ...{ start_part: "full", end_part: "full", stated_pa_units: null },
  });
  const left = (leave: LeaveTerms[], period = year, more: Parameters<typeof halvesLeft>[3] = none, worked = week) =>
    halvesLeft(period, "2026-11-20", leave, more, valuesOf([{ week: worked }]));
  expect(left([])).toBe(84);
  expect(left([annual("2026-06-08", "2026-06-12"), annual("2027-01-11", "2027-01-15")])).toBe(64);
  expect(left([{ ...annual("2026-06-08", "2026-06-12"), status: "requested" }])).toBe(84);
  // Of 30 days in three years 25 are gone: five are left, not ten.
  expect(left([annual("2024-06-03", "2024-07-05", "study")])).toBe(74);
  expect(left([annual("2026-04-07", "2026-08-28")])).toBe(20);
  // Two fifths of 30 and 10 days are 16, with two that were carried over 18.
  const carried = { year_begins: "2026-04-01", annual_half_days: 60, fraction_hundredths: 40, carried_half_days: 4 };
  const twoDays = [2, 2, 0, 0, 0, 0, 0].map(paUnits);
  expect(left([], year, { settings: undefined, years: [carried] }, twoDays)).toBe(36);
  // In the post since August 2026, with 8 days of study leave in its first year: of 30 × 609 ÷ 1,096 days 8.67 are left.
  const joined = { ...none, countedFrom: "2026-08-01" };
  const study = annual("2026-08-04", "2026-08-13", "study");
  expect(
    halvesLeft({ begins: "2027-04-01", ends: "2028-03-31" }, "2027-03-31", [study], joined, valuesOf([{ week }])),
  ).toBeCloseTo(2 * (32 + 8.67), 9);
  // From 21 November to the end of March there are 131 days, 66 of them by 25 January; then a year of which 90 of 365.
  expect(left([], { begins: "2026-08-01", ends: "2027-01-25" })).toBeCloseTo((84 * 66) / 131, 9);
  expect(left([], { begins: "2026-08-01", ends: "2027-06-29" })).toBeCloseTo(84 + (84 * 90) / 366, 9);
  // Four fifths of 32 days are 25.6, as the page of leave says, and not 25.5; of ten days for study eight.
  const part = { year_begins: "2026-04-01", annual_half_days: 64, fraction_hundredths: 80, carried_half_days: 0 };
  expect(left([], year, { settings: undefined, years: [part] }, [2, 2, 2, 2, 0, 0, 0].map(paUnits))).toBeCloseTo(
    2 * (25.6 + 8),
    9,
  );
  expect(halvesLeft(year, "2027-03-31", [], none, valuesOf([{ week }]))).toBe(0);
});

test("a plan is its own period, and one that is open or long has a year from each of its anniversaries", () => {
  const whole = { date_start: "2026-04-01", date_end: "2027-03-31" };
  expect(periodOf(whole, "2030-01-01")).toEqual({ begins: "2026-04-01", ends: "2027-03-31", isYearOfPlan: false });
  expect(periodOf({ ...whole, date_end: "2027-05-05" }, "2027-05-01").begins).toBe("2026-04-01");
  const long = { date_start: "2026-04-01", date_end: "2027-05-06" };
  expect(periodOf(long, "2027-05-01")).toEqual({ begins: "2027-04-01", ends: "2027-05-06", isYearOfPlan: true });
  expect(periodOf(long, "2028-01-01").begins).toBe("2027-04-01");
  expect(periodOf(long, "2020-01-01")).toEqual({ begins: "2026-04-01", ends: "2027-03-31", isYearOfPlan: true });
  const leap = { date_start: "2024-02-29", date_end: null };
  expect(periodsOf(leap, "2028-03-01").map(({ begins, ends }) => [begins, ends])).toEqual([
    ["2028-02-29", "2029-02-28"],
    ["2027-03-01", "2028-02-28"],
    ["2026-03-01", "2027-02-28"],
    ["2025-03-01", "2026-02-28"],
    ["2024-02-29", "2025-02-28"],
  ]);
});

test("a period is calculated to yesterday, to its end once it is over, and not at all before its second day", () => {
  const year = { begins: "2026-04-01", ends: "2027-03-31", isYearOfPlan: false };
  expect(lastCountedDay(year, "2026-11-21")).toBe("2026-11-20");
  expect(lastCountedDay(year, "2027-03-31")).toBe("2027-03-30");
  expect(lastCountedDay(year, "2027-04-01")).toBe("2027-03-31");
  expect(lastCountedDay(year, "2029-01-01")).toBe("2027-03-31");
  expect(lastCountedDay(year, "2026-04-02")).toBe("2026-04-01");
  expect(lastCountedDay(year, "2026-04-01")).toBe("2026-03-31");
  expect(lastCountedDay(year, "2020-01-01")).toBe("2026-03-31");
});

test("a week in minutes: by the times of the clock, else by the PAs", () => {
  const terms = { category: "DCC", counts_to_balance: true, active: true, occurrences_per_year: null } as const;
  const plan = {
    date_start: "2026-04-01",
    date_end: null,
    weeks_per_year_tenths: 420,
    pa_rules: NATIONAL_RULES.england,
  };
  const friday = { weekday: 5, start_minute: 480, end_minute: 780, recurrence: 12, anchor_date: null } as const;
  const list = { ...terms, pattern: "fixed_times", stated_pa_units: null, custom_minutes_per_pa: null } as const;
  const fortnightly = { ...list, weekly_pa_units: 2250, schedule: [friday] };
  expect(elementMinutesWeek(fortnightly, plan)).toEqual([0, 0, 0, 0, 150, 0, 0]);
  const typed = { ...list, pattern: "flexible_week", stated_pa_units: 3600, weekly_pa_units: 3600 } as const;
  const flexible = { ...typed, schedule: [] };
  expect(elementMinutesWeek(flexible, plan)).toEqual([48, 48, 48, 48, 48, 0, 0]);
  expect(sum(elementMinutesWeek({ ...flexible, active: false }, plan))).toBe(0);
});

test("the hours of a week are the mean of 26, or of as many as there are", () => {
  const session = (date: LondonDate, hours: number) => ({
    ...{ start_at: londonInstant(date, 480), pa_basis: "time_calculated" as const, pa_units: 0 },
    ...{ standard_minutes: hours * 60, premium_minutes: 0, standard_minutes_per_pa: 240 },
  });
  const weeks = Array.from({ length: 40 }, (_, at) => session(addDays("2026-11-20", -7 * at), 49));
  const first = weeks.at(-1)?.start_at;
  const all = workingHours(weeks, first, "2026-11-20");
  expect(all).toEqual({ meanMinutes: 2940, weeks: 26, from: "2026-05-23", to: "2026-11-20", isOver: true });
  const four = weeks.slice(0, 4);
  expect(workingHours(four, four.at(-1)?.start_at, "2026-11-20")?.weeks).toBe(3);
  expect(workingHours(four.slice(0, 1), four[0]?.start_at, "2026-11-20")).toBeNull();
  expect(workingHours([], undefined, "2026-11-20")).toBeNull();
});

test("by the plan's own weekdays a Tuesday off costs more than a Monday, and the same leave its own balance", () => {
  // The plan of the design: theatre on two days, a list every second Friday, and 4.375 PA with no times of their own.
  const week = [0.875, 3.375, 3.375, 0.875, 1.5, 0, 0].map(paUnits);
  const elements = [{ element_ref: "a", element: "a", category: "DCC" as const, week }];
  const period = { begins: "2026-04-01", ends: "2027-03-31", isYearOfPlan: false };
  const england = { region: "england_wales", added: [], removed: [] } as const;
  const region = { bank_holiday_region: "england_wales", standard_minutes_per_pa: 240 } as const;
  const values = dayValuesOf([{ date_start: period.begins, date_end: period.ends, week, pa_rules: region }], []);
  const leave = [
    ["annual", "2026-06-08", "2026-06-12"],
    ["annual", "2026-08-10", "2026-08-26"],
    ["study", "2026-09-14", "2026-09-17"],
    ["sick", "2026-10-05", "2026-10-09"],
  ].map(([type, date_start = "", date_end = ""]) => ({
    ...{ unique_ref: date_start, type: type as LeaveType, status: "taken" as const, date_start, date_end },
    ...{ start_part: "full" as const, end_part: "full" as const, stated_pa_units: null },
  }));
  const days = daysOfPlan(period, elements, england, values, absenceByDate(leave, values), () => []);
  expect(showPa(sum(week))).toBe("10.00");
  expect(showPa(sum(days.slice(0, 234).flatMap(({ off }) => off)))).toBe("56.13");
  const date = "2026-11-20";
  const work = { unique_ref: "w", date, start_at: londonInstant(date, 480), pa_units: paUnits(260.75) };
  const session = { ...work, units: paUnits(260.75), element_ref: "a", element: "a", counts_to_balance: true };
  const of = (method: Calculation["method"]) => {
    const plan = { unique_ref: "p", title: "p", tolerance_percent: 5 };
    const rest = {
      plan,
      period,
      day: date,
      elements,
      days,
      workdaysAWeek: 5,
      sessions: [session],
      listUnits: null,
      opening: 0,
    };
    const { total } = progressReport({ ...rest, method, measure: "pas", weeks_per_year_tenths: 420, leftHalves: 40 });
    return [showPa(total.expected), showPa(total.credit), showPa(total.balance)];
  };
  // 330.75 by weekdays that are no bank holidays, less 56.125 away.
  expect(of("weekly_leave_adjusted")).toEqual(["274.63", "0.00", "−13.88"]);
  expect(of("annualised_paced")).toEqual(["283.35", "10.05", "−12.55"]);
  expect(of("annualised_linear")).toEqual(["269.26", "8.08", "−0.43"]);
});
