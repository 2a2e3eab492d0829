import { expect, test } from "vitest";
import { absenceByDate } from "~/diary/expected/leave";
import { daysOfPlan } from "~/diary/expected/period";
import { dayValuesOf } from "~/diary/leave/day-values";
import type { LeaveTerms, LeaveType } from "~/diary/leave/kinds";
import type { Method } from "~/planning/job-plans/elements";
import { PA_UNITS, paUnits, showPa } from "~/planning/job-plans/pa-rules";
import { londonInstant } from "~/platform/time/london";
import { balanceSentence, formatLists, wordOf } from "~/progress/format";
import { type Calculation, progressReport } from "~/progress/report";

/** A year of 10 PAs a week, 2.0 on each weekday, to the end of 20 November, with the leave and work of the design. */
const PERIOD = { begins: "2026-04-01", ends: "2027-03-31", isYearOfPlan: false };
const ENGLAND = { region: "england_wales", added: [], removed: [] } as const;
const TWO_PER_DAY = [2, 2, 2, 2, 2, 0, 0].map(paUnits);
const VALUES = dayValuesOf(
  [
    {
      date_start: PERIOD.begins,
      date_end: PERIOD.ends,
      week: TWO_PER_DAY,
      pa_rules: { bank_holiday_region: "england_wales", standard_minutes_per_pa: 240 },
    },
  ],
  [],
);

function away(type: LeaveType, date_start: string, date_end: string): LeaveTerms {
  const parts = { start_part: "full", end_part: "full" } as const;
  return { unique_ref: date_start, type, status: "approved", date_start, date_end, ...parts, stated_pa_units: null };
}

const LEAVE = [
  // 18 days of annual leave, 4 of study and 5 of sickness before the day, and 6 booked after it.
  away("annual", "2026-06-08", "2026-06-12"),
  away("annual", "2026-08-10", "2026-08-26"),
  away("study", "2026-09-14", "2026-09-17"),
  away("sick", "2026-10-05", "2026-10-09"),
  away("annual", "2026-12-21", "2026-12-24"),
  away("annual", "2026-12-29", "2026-12-30"),
];

function example(method: Method): Calculation {
  const elements = [{ element_ref: "all", element: "All work", category: "DCC" as const, week: TWO_PER_DAY }];
  const session = { unique_ref: "work", element_ref: "all", element: "All work", counts_to_balance: true };
  const date = "2026-11-20";
  return {
    plan: { unique_ref: "plan", title: "Job plan 2026/27", tolerance_percent: 5 },
    period: PERIOD,
    day: date,
    method,
    measure: "pas",
    opening: 0,
    weeks_per_year_tenths: 420,
    elements,
    days: daysOfPlan(PERIOD, elements, ENGLAND, VALUES, absenceByDate(LEAVE, VALUES), () => []),
    workdaysAWeek: 5,
    sessions: [
      { ...session, date, start_at: londonInstant(date, 480), pa_units: paUnits(260.75), units: paUnits(260.75) },
    ],
    // 32 days less 24, and 10 of study less 4.
    leftHalves: 2 * (8 + 6),
    listUnits: paUnits(2.5),
  };
}

test.each([
  ["annualised_linear", "269.26", "8.08", "−0.43", "-0.04"],
  ["weekly_leave_adjusted", "272.00", "0.00", "−11.25", "-1.1"],
  ["annualised_paced", "283.35", "10.05", "−12.55", "-1.3"],
] as const)("%s expects %s, credits %s and says %s for the same work", (method, expected, credit, balance, weeks) => {
  const report = progressReport(example(method));
  expect(showPa(report.total.expected)).toBe(expected);
  expect(showPa(report.total.credit)).toBe(credit);
  expect(showPa(report.total.done)).toBe("260.75");
  expect(showPa(report.total.balance)).toBe(balance);
  expect(report.weeks.toFixed(weeks.split(".")[1]?.length ?? 0)).toBe(weeks);
});

// The target less its credit is 420 − 10.05; of the weekly method it is what the days expect: 272 + 136.
test.each([
  ["annualised_paced", "409.95", "−13.20", "about 5 lists of 2.50"],
  ["weekly_leave_adjusted", "408.00", "−11.25", "about 5 lists of 2.50"],
] as const)("by %s the year of 68 days of two PAs to come is to reach %s, and is foreseen %s", (method, target, balance, lists) => {
  const { forecast, total, listUnits, points } = progressReport(example(method));
  expect(forecast?.daysLeft).toBe(68);
  expect(showPa(forecast?.toCome ?? 0)).toBe("136.00");
  expect(showPa(total.done + (forecast?.toCome ?? 0))).toBe("396.75");
  expect(showPa(forecast?.target ?? 0)).toBe(target);
  expect(showPa(forecast?.balance ?? 0)).toBe(balance);
  expect(formatLists(forecast?.balance ?? 0, listUnits, "pas")).toBe(lists);
  // The chart ends as far apart.
  const end = points.at(-1);
  expect((end?.toCome ?? 0) - (end?.expected ?? 0)).toBe(forecast?.balance);
});

test("the sentence says how much and how many weeks, the word how it stands by the tolerance", () => {
  const weekly = progressReport(example("weekly_leave_adjusted"));
  expect(balanceSentence(weekly.total.balance, weekly.weeks, "pas")).toBe("You are 11.25 PA behind, about 1.1 weeks");
  const linear = progressReport(example("annualised_linear"));
  expect(balanceSentence(linear.total.balance, linear.weeks, "pas")).toBe("You are 0.43 PA behind");
  expect(balanceSentence(PA_UNITS * 10, 1, "pas")).toBe("You are 10.00 PA ahead, about 1.0 week");
  expect(balanceSentence(-90, -0.02, "hours")).toBe("You are 1 h 30 min behind");
  expect(balanceSentence(0, 0, "pas")).toBe("You are exactly where your plan expects you");
  expect(weekly.word).toBe("on track");
  expect(wordOf(-1360, 27_200, 5)).toBe("on track");
  expect(wordOf(-1361, 27_200, 5)).toBe("behind");
  expect(wordOf(2720, 27_200, 5)).toBe("ahead");
  expect(wordOf(2721, 27_200, 5)).toBe("well ahead");
  expect(wordOf(-1, 0, 5)).toBe("well behind");
  expect(wordOf(0, 0, 0)).toBe("on track");
});

test("the lines begin at nothing, meet at the last counted day, and go on from there to the end", () => {
  const { points, forecast, total } = progressReport(example("weekly_leave_adjusted"));
  expect(points).toHaveLength(366);
  expect(points[0]).toEqual({ date: "2026-03-31", expected: 0, done: 0, toCome: null });
  expect(points[234]).toEqual({
    date: "2026-11-20",
    expected: total.expected,
    done: total.done,
    toCome: total.done,
  });
  expect(points[235]?.done).toBeNull();
  expect(points.at(-1)?.date).toBe("2027-03-31");
  expect(points.at(-1)?.toCome).toBe(total.done + (forecast?.toCome ?? 0));
  // The weekly method expects of the days left what they are worth: the end is as far behind as today is.
  expect((points.at(-1)?.toCome ?? 0) - (points.at(-1)?.expected ?? 0)).toBe(total.balance);
});
