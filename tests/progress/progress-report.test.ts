import { expect, test } from "vitest";
import { elementMinutesWeek, workingHours } from "~/diary/expected/hours";
import { halvesLeft, statedByWeek } from "~/diary/expected/leave";
import { lastBegunFirst, nearestPlan, periodOf } from "~/diary/expected/period";
import { dayValuesOf } from "~/diary/leave/day-values";
import { NATIONAL_RULES, paUnits } from "~/planning/job-plans/pa-rules";
import { notAfter } from "~/planning/job-plans/schedule";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { progressBars } from "~/progress/bars.server";
import { type Calculation, progressReport } from "~/progress/report";

const WEEK = [10, 0, 0, 0, 0, 0, 0];
const CATEGORIES_OF = { ward: "DCC", teaching: "SPA" } as const;

/** Five weeks of which two and a half are over: ten units are expected on each Monday. */
function calculationOf(sessions: [string, LondonDate, string | null, number][]): Calculation {
  const period = { begins: "2026-06-01", ends: "2026-07-05", isYearOfPlan: false };
  const days = Array.from({ length: 35 }, (_, at) => {
    const isMonday = at % 7 === 0;
    return {
      ...{ date: addDays(period.begins, at), isWorkday: at % 7 < 5, leaveHalves: 0, sickHalves: 0 },
      ...{ worth: isMonday ? [10, 2] : [0, 0], off: at === 7 ? [4, 1] : [0, 0] },
    };
  });
  return {
    ...{ plan: { unique_ref: "plan", title: "Plan", tolerance_percent: 5 }, period, day: "2026-06-17", days },
    ...{ method: "weekly_leave_adjusted", measure: "pas", opening: 0, weeks_per_year_tenths: 520 },
    elements: (["ward", "teaching"] as const).map((element_ref) => {
      return { element_ref, element: element_ref, category: CATEGORIES_OF[element_ref], week: WEEK };
    }),
    sessions: sessions.map(([unique_ref, date, element_ref, units]) => ({
      ...{ unique_ref, date, start_at: londonInstant(date, 480), element_ref, element: element_ref },
      ...{ counts_to_balance: element_ref === null ? null : element_ref !== "extra", pa_units: units, units },
    })),
    ...{ workdaysAWeek: 5, leftHalves: 0, listUnits: null },
  };
}

const WORKED = calculationOf([
  ["a", "2026-06-01", "ward", 8],
  ["b", "2026-06-07", "teaching", 3],
  ["c", "2026-06-08", "extra", 5],
  ["d", "2026-06-14", null, 1],
  ["e", "2026-06-17", "ward", 6],
  ["f", "2026-06-18", "ward", 100],
]);

test("each week has what was done by category until the day, extra work, leave and what is expected", () => {
  const week = (begins: string, more: object) => ({
    ...{ begins, ends: addDays(begins, 6), done: [], extra: 0, leave: 0, expected: 12, ...more },
  });
  expect(progressBars(WORKED, "week")).toEqual([
    week("2026-06-01", {
      done: [
        { category: "DCC", amount: 8 },
        { category: "SPA", amount: 3 },
      ],
    }),
    week("2026-06-08", { extra: 5, leave: 5, expected: 7 }),
    week("2026-06-15", { done: [{ category: "DCC", amount: 6 }] }),
    week("2026-06-22", {}),
    week("2026-06-29", {}),
  ]);
});

test("the months of one element alone have its own work and no extra work, and are cut to the period", () => {
  expect(progressBars(WORKED, "month", new Set(["ward"]))).toEqual([
    {
      ...{ begins: "2026-06-01", ends: "2026-06-30", extra: 0, leave: 4, expected: 46 },
      done: [{ category: "DCC", amount: 14 }],
    },
    { begins: "2026-07-01", ends: "2026-07-05", done: [], extra: 0, leave: 0, expected: 0 },
  ]);
});

test("what is in the diary after the day is to come, and a session without PAs that counts needs a value", () => {
  const { forecast, needsValue, categories } = progressReport({
    ...WORKED,
    sessions: [
      ...WORKED.sessions,
      ...calculationOf([
        ["n", "2026-06-16", "teaching", 0],
        ["x", "2026-06-16", "extra", 0],
        ["later", "2026-06-19", "ward", 0],
      ]).sessions,
    ],
  });
  expect(forecast?.inDiary).toBe(100);
  expect(needsValue).toEqual([{ session_ref: "n", date: "2026-06-16", element: "teaching" }]);
  expect(categories.map(({ category, done }) => [category, done])).toEqual([
    ["DCC", 14],
    ["SPA", 3],
  ]);
});

test("a period that is over has no forecast", () => {
  expect(progressReport({ ...WORKED, day: "2026-07-04" }).forecast).not.toBeNull();
  expect(progressReport({ ...WORKED, day: "2026-07-05" }).forecast).toBeNull();
});

test("typed PAs are shared by what elements are worth on the day, and nothing by nobody", () => {
  const weeks = [
    [100, 0, 0, 0, 0, 0, 0],
    [250, 50, 0, 0, 0, 0, 0],
  ];
  expect(statedByWeek(700, weeks, "2026-11-16")).toEqual([200, 500]);
  expect(statedByWeek(700, weeks, "2026-11-17")).toEqual([0, 700]);
  expect(statedByWeek(0, weeks, "2026-11-17")).toEqual([0, 0]);
  expect(statedByWeek(700, [], "2026-11-17")).toEqual([]);
});

test("on the first day of a period what is left is spread from the second on", () => {
  const year = { begins: "2026-04-01", ends: "2026-09-30" };
  const none = { settings: undefined, years: [] };
  // Of the 364 days of the leave year that are left 182 are of the period.
  expect(halvesLeft(year, "2026-04-01", [], none, dayValuesOf([], []))).toBeCloseTo((84 * 182) / 364, 9);
});

test("a plan of more than a year is shown by its last year once it is over", () => {
  const long = { date_start: "2026-04-01", date_end: "2027-05-06" };
  expect(periodOf(long, "2031-01-01")).toEqual({ begins: "2027-04-01", ends: "2027-05-06", isYearOfPlan: true });
});

test("a day is not after the end of a plan that has one", () => {
  const ends = (date_end: string | null) => notAfter({ date_end }, "2026-06-01");
  expect(["2026-05-31", "2026-06-01", "2026-06-02", null].map(ends)).toEqual([
    ...["2026-05-31", "2026-06-01", "2026-06-01", "2026-06-01"],
  ]);
});

test("of plans the one that began last comes first, then the one that was written last, then by reference", () => {
  const plan = (unique_ref: string, date_start: string, created_at: number) => {
    return { unique_ref, date_start, date_end: null, created_at };
  };
  const plans = [plan("b", "2026-01-01", 5), plan("a", "2026-01-01", 5), plan("z", "2026-01-01", 6)];
  const all = [...plans, plan("x", "2026-02-01", 1), plan("y", "2025-01-01", 9)];
  const refs = (of: typeof all) => of.toSorted(lastBegunFirst).map(({ unique_ref }) => unique_ref);
  expect(refs(all)).toEqual(["x", "z", "a", "b", "y"]);
  expect(refs(all.toReversed())).toEqual(["x", "z", "a", "b", "y"]);
  expect(nearestPlan(all, "2026-01-15")?.unique_ref).toBe("z");
});

test("where no plan contains a day the nearest is the one with fewest days between", () => {
  const plan = (unique_ref: string, date_start: string, date_end: string) => {
    return { unique_ref, date_start, date_end, created_at: 1 };
  };
  const plans = [plan("before", "2025-01-01", "2025-12-31"), plan("after", "2026-02-01", "2026-12-31")];
  const nearest = (day: string) => nearestPlan(plans, day)?.unique_ref;
  expect(["2026-01-15", "2026-01-17", "2025-12-31", "2027-01-01"].map(nearest)).toEqual([
    ...["before", "after", "before", "after"],
  ]);
});

test("the minutes of times fall on their days, and those of typed PAs are shared by how often the times occur", () => {
  const plan = {
    date_start: "2026-04-01",
    date_end: null,
    weeks_per_year_tenths: 420,
    pa_rules: NATIONAL_RULES.england,
  };
  const times = (weekday: number, end_minute: number) => {
    return { weekday, start_minute: 480, end_minute, recurrence: 11, anchor_date: null } as const;
  };
  const element = {
    ...{ category: "DCC" as const, counts_to_balance: true, active: true, occurrences_per_year: null },
    ...{ custom_minutes_per_pa: null, weekly_pa_units: paUnits(1), schedule: [times(1, 540), times(5, 660)] },
  } as const;
  const timed = { ...element, pattern: "fixed_times", stated_pa_units: null } as const;
  expect(elementMinutesWeek(timed, plan)).toEqual([60, 0, 0, 0, 180, 0, 0]);
  const typed = { ...element, pattern: "flexible_week", stated_pa_units: paUnits(1) } as const;
  expect(elementMinutesWeek(typed, plan)).toEqual([120, 0, 0, 0, 120, 0, 0]);
});

test("hours are a mean from the first seven days on, of sessions that begin in them; 48 are not too many", () => {
  const session = (start_at: number, minutes: number) => ({
    ...{ start_at, pa_basis: "time_calculated" as const, pa_units: 0 },
    ...{ standard_minutes: minutes - 10, premium_minutes: 10, standard_minutes_per_pa: 240 },
  });
  const [begins, ends] = [londonInstant("2026-11-14"), londonInstant("2026-11-21")];
  const sessions = [session(begins - 1, 7000), session(begins, 2000), session(ends - 1, 880), session(ends, 9000)];
  const week = { weeks: 1, from: "2026-11-14", to: "2026-11-20" };
  expect(workingHours(sessions, begins, "2026-11-20")).toEqual({ ...week, meanMinutes: 2880, isOver: false });
  const more = [...sessions, session(begins, 11)];
  expect(workingHours(more, begins, "2026-11-20")).toEqual({ ...week, meanMinutes: 2891, isOver: true });
  expect(workingHours(sessions, begins, "2026-11-19")).toBeNull();
});

// Monday to Friday 10 hours a day for two weeks: 50 a week. From Monday 9 to Thursday 19 November there are eleven days, of
// which nine are weekdays: divided by the eleven they would be 57 hours a week.
test("somebody who began eleven days ago has the hours of the last seven", () => {
  const sessions = ["09", "10", "11", "12", "13", "16", "17", "18", "19"].map((day) => ({
    ...{ start_at: londonInstant(`2026-11-${day}`, 480), pa_basis: "time_calculated" as const, pa_units: 0 },
    ...{ standard_minutes: 600, premium_minutes: 0, standard_minutes_per_pa: 240 },
  }));
  const hours = workingHours(sessions, sessions[0]?.start_at, "2026-11-19");
  expect(hours).toEqual({ meanMinutes: 3000, weeks: 1, from: "2026-11-13", to: "2026-11-19", isOver: true });
});
