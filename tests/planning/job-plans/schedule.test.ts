import { expect, test } from "vitest";
import { alternates, isMonthly, RECURRENCES, type Recurrence } from "~/planning/job-plans/elements";
import { isNational, NATIONAL_RULES, paUnits, sameRules } from "~/planning/job-plans/pa-rules";
import { planWarnings } from "~/planning/job-plans/plan-dates";
import {
  aYearAfter,
  formatRow,
  formatWhen,
  nthWeekdays,
  occurrencesBetween,
  rowDates,
  rowMinutes,
  type ScheduleRow,
} from "~/planning/job-plans/schedule";
import {
  checkAgainst,
  type ElementTerms,
  elementWeek,
  weeklyMinutes,
  weeklySums,
  weeklyUnitsByRow,
} from "~/planning/job-plans/weekly";

const england = {
  ...{ date_start: "2026-04-01", date_end: "2027-03-31", weeks_per_year_tenths: 420 },
  pa_rules: NATIONAL_RULES.england,
};

function row(weekday: number, start_minute: number, end_minute: number, recurrence: Recurrence = 11): ScheduleRow {
  return { weekday, start_minute, end_minute, recurrence, anchor_date: null };
}

function element(some: Partial<ElementTerms>): ElementTerms {
  return {
    ...{ category: "DCC", pattern: "fixed_times", stated_pa_units: null, occurrences_per_year: null },
    ...{ custom_minutes_per_pa: null, schedule: [], ...some },
  };
}

test("a recurrence is of every week, of every few weeks, of weeks of a rota, or of a month", () => {
  const all = Object.keys(RECURRENCES).map(Number) as Recurrence[];
  expect(all.filter(alternates)).toEqual([12, 13, 14, 31]);
  expect(all.filter(isMonthly)).toEqual([21, 22, 23, 24, 25]);
});

test("times that end when they begin are a whole day, and end on the next", () => {
  expect([row(2, 480, 480), row(2, 480, 1080), row(2, 1200, 480)].map(rowMinutes)).toEqual([1440, 600, 720]);
  expect(formatRow(row(2, 480, 480))).toBe("Tue 08:00–08:00 (next day)");
});

test("dates are found up to the last day, it included", () => {
  expect(nthWeekdays(2, 2, "2026-04-14", "2026-05-12")).toEqual(["2026-04-14", "2026-05-12"]);
  expect(rowDates(row(2, 480, 1080), "2026-04-01", "2026-11-03", "2026-11-17")).toEqual([
    ...["2026-11-03", "2026-11-10", "2026-11-17"],
  ]);
  const fortnightly = { ...row(5, 480, 780, 12), anchor_date: "2026-11-02" };
  expect(rowDates(fortnightly, "2026-04-01", "2026-11-01", "2026-11-20")).toEqual(["2026-11-06", "2026-11-20"]);
  expect(rowDates(row(2, 480, 1080, 21), "2026-04-01", "2026-11-01", "2026-12-31")).toEqual([
    ...["2026-11-03", "2026-12-01"],
  ]);
});

test("what occurs within a plan is in the order of its days and times", () => {
  const [late, early, monday] = [row(2, 780, 1020), row(2, 480, 720), row(1, 1200, 1260)];
  const of = (plan: { date_start: string; date_end: string | null }) =>
    occurrencesBetween([late, early, monday], plan, "2026-11-02", "2026-11-10");
  expect(of({ date_start: "2026-11-03", date_end: "2026-11-09" })).toEqual([
    { row: early, date: "2026-11-03" },
    { row: late, date: "2026-11-03" },
    { row: monday, date: "2026-11-09" },
  ]);
  expect(of({ date_start: "2026-01-01", date_end: null }).map(({ date }) => date)).toEqual([
    ...["2026-11-02", "2026-11-03", "2026-11-03", "2026-11-09", "2026-11-10", "2026-11-10"],
  ]);
});

test("a year after a leap day is the first of March", () => {
  expect(["2028-02-29", "2026-02-28", "2027-12-31"].map(aYearAfter)).toEqual([
    ...["2029-03-01", "2027-02-28", "2028-12-31"],
  ]);
});

test("an element says its pattern unless it has fixed times", () => {
  const tuesday = row(2, 480, 1080);
  const words = (pattern: ElementTerms["pattern"], occurrences_per_year: number | null, rows: ScheduleRow[]) =>
    formatWhen({ pattern, occurrences_per_year }, rows);
  expect(words("fixed_times", null, [])).toEqual(["Fixed times"]);
  expect(words("fixed_times", null, [tuesday])).toEqual(["Tue 08:00–18:00"]);
  expect(words("on_call", null, [tuesday])).toEqual(["On call", "Tue 08:00–18:00"]);
  expect(words("flexible_year", 8, [])).toEqual(["Flexible in the year, 8 times a year"]);
});

test("each of the times has its PAs; typed ones are shared by how often they occur, and extra work has none", () => {
  const schedule = [row(2, 480, 720), row(5, 480, 720, 12)];
  const units = (some: Partial<ElementTerms>) => weeklyUnitsByRow(element({ schedule, ...some }), england);
  const typed = { stated_pa_units: paUnits(3) };
  expect(units({})).toEqual([paUnits(1), paUnits(0.5)]);
  expect(units(typed)).toEqual([paUnits(2), paUnits(1)]);
  expect(units({ ...typed, pattern: "on_call" })).toEqual([paUnits(2), paUnits(1)]);
  expect(units({ pattern: "on_call" })).toEqual([0, 0]);
  expect(units({ category: "Extra" })).toEqual([0, 0]);
  const counted = { counts_to_balance: true, active: true, weekly_pa_units: paUnits(3) };
  expect(elementWeek({ ...element({ schedule, ...typed }), ...counted }, england)).toEqual([
    ...[0, paUnits(2), 0, 0, paUnits(1), 0, 0],
  ]);
});

test("minutes follow the times if they are fixed, else the PAs", () => {
  const [typed, times] = [{ stated_pa_units: paUnits(1) }, { schedule: [row(2, 480, 1080)] }];
  const minutes = (some: Partial<ElementTerms>) => weeklyMinutes(element(some), england);
  expect(minutes({ ...typed, ...times })).toBe(600);
  expect(minutes(typed)).toBe(240);
  expect(minutes({ ...typed, ...times, pattern: "flexible_week" })).toBe(240);
});

test("sums name each category that has PAs, and always clinical care and supporting activities", () => {
  const counted = (category: "ED" | "SPA", weekly_pa_units: number, active = true) => {
    return { category, weekly_pa_units, active, counts_to_balance: true };
  };
  expect(weeklySums([])).toEqual({
    ...{ total: 0 },
    categories: [
      { category: "DCC", units: 0 },
      { category: "SPA", units: 0 },
    ],
  });
  expect(weeklySums([counted("ED", 3), counted("ED", 2), counted("SPA", 4), counted("SPA", 9, false)])).toEqual({
    total: 9,
    categories: [
      { category: "DCC", units: 0 },
      { category: "SPA", units: 4 },
      { category: "ED", units: 5 },
    ],
  });
});

test("a plan adds up to the two decimals that are shown", () => {
  const words = (total: number) => checkAgainst(total, paUnits(10));
  expect([paUnits(10) - 17, paUnits(10), paUnits(10) + 17].map(words)).toEqual(
    Array.from({ length: 3 }, () => ({ adds: true, words: "Adds up to 10.00" })),
  );
  expect(words(paUnits(10) + 18)).toEqual({ adds: false, words: "0.01 PA a week over" });
  expect(words(paUnits(10) - 18)).toEqual({ adds: false, words: "0.01 PA a week short" });
});

test("rules differ by a figure, by a premium day, or by a bank holiday of one's own", () => {
  const rules = {
    ...NATIONAL_RULES.england,
    local_public_holidays: { added: ["2026-06-19"], removed: ["2026-12-28"] },
  };
  const local = (added: string[], removed: string[]) => ({ ...rules, local_public_holidays: { added, removed } });
  expect(sameRules(rules, local(["2026-06-19"], ["2026-12-28"]))).toBe(true);
  expect(sameRules(rules, local([], ["2026-12-28"]))).toBe(false);
  expect(sameRules(rules, local(["2026-06-19"], []))).toBe(false);
  expect(sameRules(rules, { ...rules, standard_minutes_per_pa: 225 })).toBe(false);
  expect(sameRules(rules, { ...rules, premium_weekdays: [7] })).toBe(false);
  expect([isNational(rules), isNational({ ...rules, nation: "wales" })]).toEqual([true, false]);
});

test("no plans have nothing to warn of", () => {
  expect(planWarnings([], "2026-11-21")).toEqual([]);
});
