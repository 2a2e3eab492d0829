import { expect, test } from "vitest";
import { CATEGORIES, type Recurrence } from "~/planning/job-plans/elements";
import { NATIONAL_RULES, paUnits, sameRules, showPa } from "~/planning/job-plans/pa-rules";
import { formatRow, formatWhen, nthWeekdays, type ScheduleRow, timesAWeek } from "~/planning/job-plans/schedule";
import {
  checkAgainst,
  dccToSpa,
  type ElementTerms,
  type PlanTerms,
  weeklyMinutes,
  weeklyPaUnits,
  weeklySums,
} from "~/planning/job-plans/weekly";
import { readClockTime } from "~/platform/time/clock-time";
import fc from "../../support/property";

const england: PlanTerms = {
  date_start: "2026-04-01",
  date_end: "2027-03-31",
  weeks_per_year_tenths: 420,
  pa_rules: NATIONAL_RULES.england,
};
const wales: PlanTerms = { ...england, pa_rules: NATIONAL_RULES.wales };

function row(weekday: number, start: string, end: string, recurrence: Recurrence = 11): ScheduleRow {
  const anchor_date = recurrence > 11 && recurrence < 20 ? "2026-04-03" : null;
  const start_minute = readClockTime(start) as number;
  return { weekday, start_minute, end_minute: readClockTime(end) as number, recurrence, anchor_date };
}

function element(some: Partial<ElementTerms>): ElementTerms {
  return {
    category: "DCC",
    pattern: "fixed_times",
    stated_pa_units: null,
    occurrences_per_year: null,
    custom_minutes_per_pa: null,
    schedule: [],
    ...some,
  };
}

test("the 10 PA theatre week adds up: 7.50 DCC and 2.50 SPA", () => {
  const elements = [
    element({ schedule: [row(2, "08:00", "18:00")] }),
    element({ schedule: [row(3, "08:00", "18:00")] }),
    element({ schedule: [row(5, "08:00", "13:00", 12)] }),
    element({ pattern: "on_call", stated_pa_units: paUnits(1) }),
    element({ pattern: "not_timed", stated_pa_units: paUnits(0.875) }),
    element({ pattern: "flexible_week", category: "SPA", stated_pa_units: paUnits(1.5) }),
    element({ pattern: "flexible_week", category: "SPA", stated_pa_units: paUnits(1) }),
  ].map((each) => ({
    category: each.category,
    counts_to_balance: true,
    active: true,
    weekly_pa_units: weeklyPaUnits(each, england),
  }));
  expect(elements.map((each) => each.weekly_pa_units / 3600)).toEqual([2.5, 2.5, 0.625, 1, 0.875, 1.5, 1]);
  const sums = weeklySums(elements);
  expect(sums).toEqual({
    categories: [
      { category: "DCC", units: paUnits(7.5) },
      { category: "SPA", units: paUnits(2.5) },
    ],
    total: paUnits(10),
  });
  expect(dccToSpa(sums)).toBe("3.00");
  expect(checkAgainst(sums.total, paUnits(10))).toEqual({ adds: true, words: "Adds up to 10.00" });
  expect(checkAgainst(sums.total, paUnits(10.5)).words).toBe("0.50 PA a week short");
  expect(checkAgainst(sums.total, paUnits(9)).words).toBe("1.00 PA a week over");
});

test("ten hours in Wales are 2.67 sessions, and 37.5 hours are ten", () => {
  expect(showPa(weeklyPaUnits(element({ schedule: [row(2, "08:00", "18:00")] }), wales))).toBe("2.67");
  const week = element({ schedule: [1, 2, 3, 4, 5].map((day) => row(day, "09:00", "16:30")) });
  expect(weeklyPaUnits(week, wales)).toBe(paUnits(10));
  expect(weeklyMinutes(week, wales)).toBe(37.5 * 60);
});

test("evenings, nights and weekends count as premium, bank holidays and clock changes do not come in", () => {
  expect(showPa(weeklyPaUnits(element({ schedule: [row(2, "13:00", "20:30")] }), england))).toBe("2.00");
  expect(showPa(weeklyPaUnits(element({ schedule: [row(3, "20:00", "04:00")] }), england))).toBe("2.67");
  expect(showPa(weeklyPaUnits(element({ schedule: [row(7, "20:00", "08:00")] }), england))).toBe("3.92");
  // Every Monday of an English plan, though four of them are bank holidays.
  expect(showPa(weeklyPaUnits(element({ schedule: [row(1, "08:00", "18:00")] }), england))).toBe("2.50");
});

test("an element of its own hours per PA counts every hour alike", () => {
  const resident = element({ custom_minutes_per_pa: 150, schedule: [row(3, "20:00", "06:00")] });
  expect(weeklyPaUnits(resident, england)).toBe(paUnits(4));
});

test("several rows are rounded once, together", () => {
  const thirds = element({
    schedule: [row(2, "08:00", "12:00", 13), row(3, "08:00", "12:00", 13), row(4, "08:00", "12:00", 13)],
  });
  expect(weeklyPaUnits(thirds, england)).toBe(paUnits(1));
  const odd = { ...england, pa_rules: { ...NATIONAL_RULES.england, standard_minutes_per_pa: 420 } };
  const sevenths = element({ schedule: [1, 2, 3, 4, 5, 6, 7].map((day) => row(day, "09:00", "10:00")) });
  const allDays = { ...odd, pa_rules: { ...odd.pa_rules, premium_weekdays: [] } };
  expect(weeklyPaUnits(sevenths, allDays)).toBe(paUnits(1));
});

test("the nth weekday of a month counts the dates of the year from the plan’s start, wherever the plan ends", () => {
  expect(nthWeekdays(2, 2, "2026-04-01", "2026-06-30")).toEqual(["2026-04-14", "2026-05-12", "2026-06-09"]);
  expect(nthWeekdays(2, 5, "2026-04-01", "2027-03-31")).toEqual([
    "2026-06-30",
    "2026-09-29",
    "2026-12-29",
    "2027-03-30",
  ]);
  expect(nthWeekdays(2, 2, "2026-04-15", "2026-04-30")).toEqual([]);
  expect(timesAWeek(row(2, "08:00", "18:00", 22), england)).toBeCloseTo(12 / (365 / 7), 12);
  expect(timesAWeek(row(2, "08:00", "18:00", 25), england)).toBeCloseTo(4 / (365 / 7), 12);
  const quarter = { ...england, date_start: "2026-04-01", date_end: "2026-06-30" };
  for (const nth of [21, 22, 25] as const) {
    const monthly = row(2, "08:00", "18:00", nth);
    expect(timesAWeek(monthly, quarter)).toBe(timesAWeek(monthly, england));
  }
  expect(weeklyPaUnits(element({ schedule: [row(2, "08:00", "18:00", 22)] }), quarter)).toBe(
    Math.round((2.5 * 3600 * 12 * 7) / 365),
  );
});

test("an open plan has twelve first to fourth weekdays a year, and the fifth ones that there are", () => {
  const open = { date_start: "2026-04-14", date_end: null };
  expect(timesAWeek(row(2, "08:00", "18:00", 22), open)).toBeCloseTo(12 / (365 / 7), 12);
  expect(timesAWeek(row(2, "08:00", "18:00", 25), open)).toBeCloseTo(4 / (365 / 7), 12);
  expect(timesAWeek(row(6, "08:00", "18:00", 25), { date_start: "2028-02-29" })).toBeGreaterThan(0.07);
});

test("flexible in the year: PAs of each time by times a year over weeks a year", () => {
  const weekends = element({ pattern: "flexible_year", stated_pa_units: paUnits(4), occurrences_per_year: 8 });
  expect(weeklyPaUnits(weekends, england)).toBe(Math.round((4 * 8 * 3600) / 42));
  expect(showPa(weeklyPaUnits(weekends, { ...england, weeks_per_year_tenths: 416 }))).toBe("0.77");
});

test("typed PAs win over times, and extra work counts nothing", () => {
  const typed = element({ stated_pa_units: paUnits(1.25), schedule: [row(2, "08:00", "18:00")] });
  expect(weeklyPaUnits(typed, england)).toBe(paUnits(1.25));
  expect(weeklyMinutes(typed, england)).toBe(600);
  expect(weeklyPaUnits({ ...typed, category: "Extra" }, england)).toBe(0);
  expect(weeklyMinutes({ ...typed, category: "Extra" }, england)).toBe(0);
  expect(weeklyMinutes(element({ pattern: "on_call", stated_pa_units: paUnits(1) }), england)).toBe(240);
});

test("categories always add up to the total, and what does not count is in neither", () => {
  const some = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    counts_to_balance: fc.boolean(),
    active: fc.boolean(),
    weekly_pa_units: fc.integer({ min: 0, max: 12 * 3600 }),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 30 }), (elements) => {
      const { categories, total } = weeklySums(elements);
      expect(categories.reduce((sum, { units }) => sum + units, 0)).toBe(total);
      const counted = elements.filter((each) => each.active && each.counts_to_balance);
      expect(total).toBe(counted.reduce((sum, each) => sum + each.weekly_pa_units, 0));
    }),
  );
});

test("there is no ratio to no SPA", () => {
  expect(dccToSpa(weeklySums([]))).toBeNull();
});

test("times in words", () => {
  expect(formatRow(row(5, "08:00", "13:00", 12))).toBe("Fri 08:00–13:00, every 2 weeks");
  expect(formatRow(row(2, "08:00", "18:00"))).toBe("Tue 08:00–18:00");
  expect(formatRow(row(2, "08:00", "18:00", 22))).toBe("Second Tue of the month 08:00–18:00");
  expect(formatRow(row(7, "20:00", "08:00"))).toBe("Sun 20:00–08:00 (next day)");
  expect(formatWhen({ pattern: "flexible_year", occurrences_per_year: 8 }, [])).toEqual([
    "Flexible in the year, 8 times a year",
  ]);
});

test("rules are the same whatever the order of their days", () => {
  const rules = NATIONAL_RULES.england;
  expect(sameRules(rules, { ...rules, premium_weekdays: [7, 6] })).toBe(true);
  expect(sameRules(rules, { ...rules, premium_weekdays: [7] })).toBe(false);
  expect(sameRules(rules, NATIONAL_RULES.scotland)).toBe(false);
});
