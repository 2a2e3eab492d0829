import { expect, test } from "vitest";
import {
  byMonth,
  datesOf,
  formatLeaveSkipped,
  formatSeries,
  formatSkipped,
  plannedSeries,
  type RepeatChoice,
  type Series,
} from "~/diary/series/recurrence";
import type { PlanChoice } from "~/diary/sessions/element-choices";
import type { Recurrence } from "~/planning/job-plans/elements";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { rowDates } from "~/planning/job-plans/schedule";
import { dayOfMonth } from "~/platform/time/dates";
import { addDays, daysBetween, londonInstant, londonMoment, mondayOf, weekday } from "~/platform/time/london";
import fc from "../../support/property";

const ELEMENT = {
  unique_ref: "element",
  description: "All-day orthopaedics",
  category: "DCC" as const,
  counts_to_balance: true,
  weekly_pa_units: 9000,
  default_basis: "time_calculated" as const,
  default_fixed_pa_units: null,
  custom_minutes_per_pa: null,
  location: "",
  active: true,
};

function plan(date_start: string, date_end: string | null): PlanChoice {
  const pa_rules = NATIONAL_RULES.england;
  return { unique_ref: "plan", title: "Job plan", date_start, date_end, pa_rules, elements: [ELEMENT] };
}

const PLANS = [plan("2026-04-01", "2027-03-31")];

function choice(some: Partial<RepeatChoice> = {}): RepeatChoice {
  return {
    date: "2026-11-17",
    start: 480,
    elementRef: "element",
    type: "weekly",
    selected: "11",
    rotaWeeks: null,
    rotaStart: null,
    until: "end",
    untilDate: null,
    skipBankHolidays: false,
    ...some,
  };
}

function seriesOf(some: Partial<RepeatChoice>, plans = PLANS): Series {
  const series = plannedSeries(choice(some), plans);
  if (!series.ok) throw new Error(JSON.stringify(series.errors));
  return series;
}

function errorsOf(some: Partial<RepeatChoice>, plans = PLANS) {
  const series = plannedSeries(choice(some), plans);
  return series.ok ? null : series.errors;
}

test.each([
  ["11", 20, "2026-11-24", "2027-03-30"],
  ["12", 10, "2026-12-01", "2027-03-23"],
  ["13", 7, "2026-12-08", "2027-03-23"],
  ["14", 5, "2026-12-15", "2027-03-09"],
])("weekly %s makes %i sessions to the end of the plan", (selected, count, second, last) => {
  const { dates } = seriesOf({ selected });
  expect([dates.length, dates[0], dates[1], dates.at(-1)]).toEqual([count, "2026-11-17", second, last]);
});

test.each([
  ["21", ["2026-12-01", "2027-01-05", "2027-02-02", "2027-03-02"]],
  ["23", ["2026-11-17", "2026-12-15", "2027-01-19", "2027-02-16", "2027-03-16"]],
  ["24", ["2026-11-24", "2026-12-22", "2027-01-26", "2027-02-23", "2027-03-23"]],
  ["25", ["2026-12-29", "2027-03-30"]],
])("monthly %s takes that Tuesday of each month that has one", (selected, dates) => {
  expect(seriesOf({ type: "monthly", selected }).dates).toEqual(dates);
});

test("a start that is not the chosen weekday of its month begins with the next such date, and says so", () => {
  expect(seriesOf({ type: "monthly", selected: "21" }).notes).toEqual([
    "Tue 17 Nov 2026 is not the first Tuesday of its month, so the first session is on Tue 1 Dec 2026",
  ]);
  expect(seriesOf({ type: "monthly", selected: "23" }).notes).toEqual([]);
});

test("bank holidays of the plan's rules are left out, and named", () => {
  const friday = { date: "2026-12-18", skipBankHolidays: true };
  const english = seriesOf(friday);
  expect(english.skipped).toEqual(["2026-12-25", "2027-01-01", "2027-03-26"]);
  expect(english.dates).not.toContain("2026-12-25");
  expect(formatSkipped(english.skipped)).toBe(
    "3 bank holidays are left out: Fri 25 Dec 2026, Fri 1 Jan 2027, Fri 26 Mar 2027",
  );
  expect(seriesOf({ ...friday, skipBankHolidays: false }).dates).toContain("2026-12-25");
  const scottish = [{ ...plan("2026-04-01", "2027-03-31"), pa_rules: NATIONAL_RULES.scotland }];
  expect(seriesOf({ date: "2026-11-23", skipBankHolidays: true }, scottish).skipped).toContain("2026-11-30");
});

test("an open plan makes a year of sessions", () => {
  const { dates } = seriesOf({}, [plan("2026-04-01", null)]);
  expect([dates.length, dates.at(-1)]).toEqual([53, "2027-11-16"]);
});

test("until a date is up to that date, included", () => {
  const { dates } = seriesOf({ until: "date", untilDate: "2026-12-15" });
  expect(dates).toEqual(["2026-11-17", "2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15"]);
});

test("without a job plan a date is needed, and sessions repeat for a year at most", () => {
  const without = { elementRef: "" };
  expect(errorsOf(without, [])).toEqual({
    recurringChoice_until: "No job plan covers Tue 17 Nov 2026. Choose the date until which it repeats",
  });
  expect(seriesOf({ ...without, until: "date", untilDate: "2026-12-01" }, []).dates).toHaveLength(3);
  expect(errorsOf({ ...without, until: "date", untilDate: "2027-11-17" }, [])).toEqual({
    recurringChoice_until_date: "Without a job plan a session repeats for a year. Choose a date up to 16 November 2027",
  });
});

test.each<[Partial<RepeatChoice>, Record<string, string>]>([
  [{ type: null }, { recurringChoice_type: "Choose weekly or monthly" }],
  [{ selected: "21" }, { recurringChoice_selected: "Choose how many weeks apart" }],
  [{ type: "monthly" }, { recurringChoice_selected: "Choose which week of the month" }],
  [{ until: null }, { recurringChoice_until: "Choose how long it repeats" }],
  [{ until: "date" }, { recurringChoice_until_date: "Please choose a date" }],
  [
    { until: "date", untilDate: "2026-11-17" },
    { recurringChoice_until_date: "Choose a date after 17 November 2026, when the first session is" },
  ],
  [
    { until: "date", untilDate: "2027-04-01" },
    { recurringChoice_until_date: "Job plan ends before that. Choose a date up to 31 March 2027" },
  ],
  [
    { until: "date", untilDate: "2026-11-20" },
    {
      recurringChoice_until_date:
        "Up to 20 November 2026 only Tue 17 Nov 2026 is left. Choose a later date, or clear ‘Recurring’",
    },
  ],
  [
    { date: "2027-04-06" },
    {
      job_plan_element_unique_ref:
        "All-day orthopaedics is an element of Job plan, 1 April 2026 to 31 March 2027. Choose an element of the plan that covers the session’s date, or check the date",
    },
  ],
])("%o says what to mend", (some, errors) => {
  expect(errorsOf(some)).toEqual(errors);
});

test("a series that is too long names the last date that fits", () => {
  const long = [plan("2026-04-01", "2036-03-31")];
  expect(errorsOf({}, long)).toEqual({
    recurringChoice_until:
      "A series can have 400 sessions at most; this one would have 489. Choose a date up to 11 July 2034",
  });
});

test.each([
  ["2026-03-01", "2026-03-29"],
  ["2026-10-04", "2026-10-25"],
  ["2027-03-07", "2027-03-28"],
  ["2027-10-10", "2027-10-31"],
])("from %s over the clock change of %s the clock times stay", (first, change) => {
  const dates = datesOf({ recurrence: 11 }, first, addDays(change, 21));
  expect(dates).toContain(change);
  for (const date of dates) {
    expect(londonMoment(londonInstant(date, 480))).toEqual({ date, minute: 480 });
    expect(weekday(date)).toBe(7);
  }
});

test("any series keeps its weekday and its distance, in order, between its two ends", () => {
  const codes = fc.constantFrom<Recurrence[]>(11, 12, 13, 14, 21, 22, 23, 24, 25);
  const starts = fc.integer({ min: 0, max: 3000 }).map((days) => addDays("2024-01-01", days));
  fc.assert(
    fc.property(codes, starts, fc.integer({ min: 0, max: 1200 }), (code, first, length) => {
      const last = addDays(first, length);
      const dates = datesOf({ recurrence: code }, first, last);
      expect(dates).toEqual([...new Set(dates)].sort());
      for (const [index, date] of dates.entries()) {
        expect(date >= first && date <= last && weekday(date) === weekday(first)).toBe(true);
        const before = dates[index - 1];
        if (code < 20 && before) expect(daysBetween(before, date)).toBe(7 * (code - 10));
        if (code > 20) expect(Math.ceil(dayOfMonth(date) / 7)).toBe(code - 20);
      }
      if (code < 20) expect(dates[0]).toBe(first);
    }),
    { numRuns: 300 },
  );
});

test("the times of an element fall on the weeks of its anchor, whichever side of it one asks from", () => {
  const codes = fc.constantFrom<Recurrence>(11, 12, 13, 14);
  const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays("2025-01-01", days));
  fc.assert(
    fc.property(codes, day, day, fc.integer({ min: 1, max: 7 }), (recurrence, anchor_date, from, isoWeekday) => {
      const row = { weekday: isoWeekday, start_minute: 480, end_minute: 1080, recurrence, anchor_date };
      const dates = rowDates(row, "2025-01-01", from, addDays(from, 120));
      const weeks = recurrence - 10;
      expect(dates.length).toBeGreaterThanOrEqual(4);
      for (const date of dates) {
        expect(weekday(date)).toBe(isoWeekday);
        expect(Math.abs(daysBetween(mondayOf(anchor_date), mondayOf(date))) % (7 * weeks)).toBe(0);
      }
    }),
    { numRuns: 300 },
  );
});

test("dates in words", () => {
  expect(formatSeries(["2026-11-17", "2026-11-24"])).toBe("2 sessions, from Tue 17 Nov 2026 to Tue 24 Nov 2026");
  expect(byMonth(["2026-11-17", "2026-11-24", "2026-12-01"])).toEqual([
    { month: "November 2026", days: "17, 24" },
    { month: "December 2026", days: "1" },
  ]);
});

test("days of leave are left out where that is asked for, and named", () => {
  const away = ["2026-12-15", "2026-12-22"];
  const series = seriesOf({ isAway: (date) => away.includes(date), until: "date", untilDate: "2026-12-29" });
  expect([series.dates.length, series.away]).toEqual([5, away]);
  expect(formatLeaveSkipped(series.away)).toBe("2 days of leave are left out: Tue 15 Dec 2026, Tue 22 Dec 2026");
});

test("bank holidays of one's own are left out, and those that are none here stay", () => {
  const [first] = PLANS;
  if (!first) throw new Error("There is a plan");
  const local_public_holidays = { added: ["2026-11-24"], removed: ["2026-12-25"] };
  const plans = [{ ...first, pa_rules: { ...first.pa_rules, local_public_holidays } }];
  const until = { until: "date", untilDate: "2026-12-25", skipBankHolidays: true } as const;
  expect(seriesOf(until, plans).skipped).toEqual(["2026-11-24"]);
  expect(seriesOf({ ...until, date: "2026-11-20" }, plans).skipped).toEqual([]);
});

const ROTA = { type: "rota", selected: null, rotaWeeks: "2,3,5/8", rotaStart: "2026-11-18" } as const;

test("a series on weeks 2, 3 and 5 of a rota of eight", () => {
  // Week 1 is that of Monday 16 November: weeks 2, 3 and 5 are those of 23 and 30 November and 14 December, and again from
  // 18 January.
  const { dates, notes } = seriesOf({ ...ROTA, date: "2026-11-24", until: "date", untilDate: "2027-02-10" });
  expect(dates).toEqual(["2026-11-24", "2026-12-01", "2026-12-15", "2027-01-19", "2027-01-26", "2027-02-09"]);
  expect(notes).toEqual([]);
  expect(seriesOf({ ...ROTA, date: "2026-11-17", until: "date", untilDate: "2026-12-10" })).toMatchObject({
    dates: ["2026-11-24", "2026-12-01"],
    notes: ["Tue 17 Nov 2026 is not in weeks 2, 3 and 5 of 8, so the first session is on Tue 24 Nov 2026"],
  });
});

test("a series on a rota asks for its weeks, and for a date of its week 1", () => {
  expect(errorsOf({ ...ROTA, rotaWeeks: null })).toEqual({
    recurringChoice_rota_weeks: "Enter the weeks of a rota of up to 26 weeks, such as 2, 3 and 5 of 8",
  });
  expect(errorsOf({ ...ROTA, rotaStart: null })).toEqual({
    recurringChoice_rota_start: "Enter any date in week 1 of the rota",
  });
});
