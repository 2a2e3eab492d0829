import { expect, test } from "vitest";
import type { Recurrence } from "~/planning/job-plans/elements";
import { NATIONAL_RULES, PA_UNITS, paUnits } from "~/planning/job-plans/pa-rules";
import type { ScheduleRow } from "~/planning/job-plans/schedule";
import { type ElementTerms, elementWeek, shared, sumOfWeeks, weeklyPaUnits } from "~/planning/job-plans/weekly";
import fc from "../../support/property";

const england = {
  ...{ date_start: "2026-04-01", date_end: "2027-03-31", weeks_per_year_tenths: 420 },
  pa_rules: NATIONAL_RULES.england,
};

function row(weekday: number, start_minute: number, end_minute: number, recurrence: Recurrence = 11): ScheduleRow {
  return { weekday, start_minute, end_minute, recurrence, anchor_date: null };
}

function counted(some: Partial<ElementTerms>) {
  const terms: ElementTerms = {
    ...{ category: "DCC", pattern: "fixed_times", stated_pa_units: null, occurrences_per_year: null },
    ...{ custom_minutes_per_pa: null, schedule: [], ...some },
  };
  return { ...terms, counts_to_balance: true, active: true, weekly_pa_units: weeklyPaUnits(terms, england) };
}

const sum = (week: readonly number[]) => week.reduce((all, units) => all + units, 0);

test("the 10 PA theatre week is worth 0.875 on a Monday, 3.375 on a Tuesday and a Wednesday, 1.5 on a Friday", () => {
  const elements = [
    counted({ schedule: [row(2, 480, 1080)] }),
    counted({ schedule: [row(3, 480, 1080)] }),
    counted({ schedule: [row(5, 480, 780, 12)] }),
    counted({ pattern: "on_call", stated_pa_units: paUnits(1) }),
    counted({ pattern: "not_timed", stated_pa_units: paUnits(0.875) }),
    counted({ pattern: "flexible_week", category: "SPA", stated_pa_units: paUnits(1.5) }),
    counted({ pattern: "flexible_week", category: "SPA", stated_pa_units: paUnits(1) }),
  ];
  const week = sumOfWeeks(elements.map((element) => elementWeek(element, england)));
  expect(week.map((units) => units / PA_UNITS)).toEqual([0.875, 3.375, 3.375, 0.875, 1.5, 0, 0]);
});

test("a weekend of times is worth its weekend, and what does not count is worth nothing", () => {
  const weekend = counted({ schedule: [row(6, 480, 1200, 14), row(7, 480, 1200, 14)] });
  expect(elementWeek(weekend, england)).toEqual([0, 0, 0, 0, 0, 3600, 3600]);
  expect(sum(elementWeek({ ...weekend, active: false }, england))).toBe(0);
  expect(sum(elementWeek({ ...weekend, counts_to_balance: false }, england))).toBe(0);
});

test("the days of a week always add up to its PAs, however its rows are rounded", () => {
  const anyRow = fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    start_minute: fc.integer({ min: 0, max: 1439 }),
    end_minute: fc.integer({ min: 0, max: 1439 }),
    recurrence: fc.constantFrom<Recurrence[]>(11, 12, 13, 14, 21, 22, 23, 24, 25),
    anchor_date: fc.constant(null),
  });
  const anyElement = fc.record({
    schedule: fc.array(anyRow, { maxLength: 4 }),
    stated_pa_units: fc.option(fc.nat(43_200)),
    pattern: fc.constantFrom("fixed_times" as const, "flexible_week" as const, "on_call" as const),
  });
  fc.assert(
    fc.property(anyElement, (some) => {
      const element = counted(some);
      const week = elementWeek(element, england);
      expect(sum(week)).toBe(element.weekly_pa_units);
      expect(week.every(Number.isInteger)).toBe(true);
    }),
  );
  expect(shared(11, 4)).toEqual([3, 3, 3, 2]);
});
