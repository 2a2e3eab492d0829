import { expect, test } from "vitest";
import { dayValuesOf, type WorthOfPlan, worthByDate, worthOf } from "~/diary/leave/day-values";
import { annualEntitlement, splitOf, termsOf, USUAL_TERMS } from "~/diary/leave/entitlement";
import type { LeaveTerms } from "~/diary/leave/kinds";
import { studyEntitlement, studyOfThree, threeYearsTo } from "~/diary/leave/study";
import { leaveYear, leaveYearOf } from "~/diary/leave/years";
import { addDays, weekday } from "~/platform/time/london";

/** The 10 PA plan of the specification's example: Mon 0.875, Tue and Wed 3.375, Thu 0.875, Fri 1.5. */
const WEEK = [0.875, 3.375, 3.375, 0.875, 1.5, 0, 0].map((pas) => pas * 3600);
const PLAN: WorthOfPlan = {
  date_start: "2026-04-01",
  date_end: "2027-03-31",
  week: WEEK,
  pa_rules: { bank_holiday_region: "england_wales", standard_minutes_per_pa: 240 },
};
const VALUES = dayValuesOf([PLAN], []);
const YEAR = leaveYear(2026, "04-01");
const TODAY = "2026-11-21";

function off(some: Partial<LeaveTerms> = {}): LeaveTerms {
  const span = { date_start: "2026-06-01", date_end: some.date_start ?? "2026-06-01" };
  const whole = { start_part: "full", end_part: "full" } as const;
  return { unique_ref: "", type: "annual", status: "approved", stated_pa_units: null, ...span, ...whole, ...some };
}

test("the worked example: 32 days and 2 carried over, 18 taken and 6 booked, leave 10.0", () => {
  const leave = [
    off({ date_start: "2026-04-20", date_end: "2026-04-24", status: "taken" }),
    off({ date_start: "2026-07-13", date_end: "2026-07-24" }),
    off({ date_start: "2026-10-27", date_end: "2026-10-29" }),
    off({ date_start: "2026-12-21", date_end: "2026-12-24", status: "requested" }),
    off({ date_start: "2027-02-15", date_end: "2027-02-16", status: "planned" }),
    off({ date_start: "2027-02-17", date_end: "2027-02-19", status: "cancelled" }),
    off({ type: "study", date_start: "2026-09-07", date_end: "2026-09-09" }),
  ];
  const split = splitOf(leave, ["annual"], YEAR, TODAY, VALUES);
  const { entitled, carried, taken, booked, left } = annualEntitlement(
    { ...USUAL_TERMS, carried_half_days: 4 },
    split,
    36_000,
  );
  expect([entitled.days, carried.days, taken.days, booked.days, left.days]).toEqual([3200, 200, 1800, 600, 1000]);
  // 32 days at 10 PA a week are 64 PA.
  expect(entitled.units).toBe(64 * 3600);
  expect(left.units).toBe(entitled.units + carried.units - taken.units - booked.units);
});

test("a Tuesday off costs 3.375 PA and a Monday 0.875: a week off 10.00 whichever way it is cut", () => {
  expect(worthOf(off({ date_start: "2026-06-02" }), VALUES)).toEqual({ halves: 2, units: 3.375 * 3600, hours: 1350 });
  expect(worthOf(off({ date_start: "2026-06-01" }), VALUES)).toEqual({ halves: 2, units: 0.875 * 3600, hours: 350 });
  const week = off({ date_start: "2026-06-01", date_end: "2026-06-07" });
  expect(worthOf(week, VALUES)).toEqual({ halves: 10, units: 36_000, hours: 4000 });
});

test("half a day takes half, at either end, and a bank holiday nothing", () => {
  const half = off({ date_start: "2026-06-02", start_part: "am" });
  expect(worthOf(half, VALUES)).toEqual({ halves: 1, units: 1.6875 * 3600, hours: 675 });
  const long = off({ date_start: "2026-05-22", date_end: "2026-05-27", start_part: "pm", end_part: "am" });
  // Friday from noon, the weekend, the bank holiday of 25 May, Tuesday, Wednesday until noon.
  expect(worthByDate(long, VALUES).map(({ halves }) => halves)).toEqual([1, 0, 0, 0, 2, 1]);
  expect(worthOf(long, VALUES)).toEqual({ halves: 4, units: (0.75 + 3.375 + 1.6875) * 3600, hours: 2325 });
});

test("a weekend with timed work counts in PAs and never in days", () => {
  const values = dayValuesOf([{ ...PLAN, week: [0, 0, 0, 0, 0, 4500, 0] }], []);
  expect(worthOf(off({ date_start: "2026-06-06", date_end: "2026-06-07" }), values)).toEqual({
    halves: 0,
    units: 4500,
    hours: 500,
  });
});

test("bank holidays are those of the plan's region, with days of one's own put in and taken out", () => {
  const scottish = dayValuesOf(
    [{ ...PLAN, pa_rules: { bank_holiday_region: "scotland", standard_minutes_per_pa: 240 } }],
    [
      { day: "2026-06-19", is_added: true },
      { day: "2026-11-30", is_added: false },
    ],
  );
  const isOff = (date: string) => worthOf(off({ date_start: date }), scottish).halves === 0;
  // The summer one of Scotland, not that of England; the user's own; St Andrew's taken out.
  expect(["2026-08-03", "2026-08-31", "2026-06-19", "2026-11-30"].map(isOff)).toEqual([true, false, true, false]);
  // No plan covers it: England and Wales.
  expect(worthOf(off({ date_start: "2025-08-25" }), scottish)).toEqual({ halves: 0, units: 0, hours: 0 });
});

test("PAs that are typed over are shared by the days that count, and nothing of them is lost", () => {
  const week = off({ date_start: "2026-06-04", date_end: "2026-06-09", stated_pa_units: 10_001 });
  const dates = worthByDate(week, VALUES);
  expect(dates.map(({ units }) => units)).toEqual([2501, 2500, 0, 0, 2500, 2500]);
  const weekend = off({ date_start: "2026-06-06", date_end: "2026-06-07", stated_pa_units: 5 });
  expect(worthByDate(weekend, VALUES).map(({ units }) => units)).toEqual([3, 2]);
});

test("leave over the end of a year is split between the two by its dates", () => {
  const leave = [off({ date_start: "2027-03-30", date_end: "2027-04-02" })];
  const inYear = (year: number) => splitOf(leave, ["annual"], leaveYear(year, "04-01"), TODAY, VALUES).booked.halves;
  // Tue 30 and Wed 31 March; Thu 1 and Fri 2 April 2027 (Easter was in March).
  expect([inYear(2026), inYear(2027)]).toEqual([4, 4]);
});

test("today's leave is taken, tomorrow's booked; what is only asked for stays booked when its day has passed", () => {
  const leave = [off({ date_start: "2026-11-19", date_end: "2026-11-24" })];
  const split = splitOf(leave, ["annual"], YEAR, "2026-11-20", VALUES);
  expect([split.taken.halves, split.booked.halves]).toEqual([4, 4]);
  const asked = splitOf([off({ status: "requested" })], ["annual"], YEAR, TODAY, VALUES);
  expect([asked.taken.halves, asked.booked.halves]).toEqual([0, 2]);
});

test("less than full time takes its fraction of the days, and the plan's own week in PAs", () => {
  const none = splitOf([], ["annual"], YEAR, TODAY, VALUES);
  const six = annualEntitlement({ ...USUAL_TERMS, fraction_hundredths: 60 }, none, 6 * 3600);
  expect([six.left.days, six.left.units]).toEqual([1920, 38.4 * 3600]);
});

test("an entitlement holds until the next one, and what was carried over in its own year alone", () => {
  const rows = [
    { year_begins: "2026-04-01", ...USUAL_TERMS, annual_half_days: 68, carried_half_days: 4 },
    { year_begins: "2024-04-01", ...USUAL_TERMS, fraction_hundredths: 80, carried_half_days: 6 },
  ];
  const of = (year: number) => {
    const { annual_half_days, fraction_hundredths, carried_half_days } = termsOf(leaveYear(year, "09-01"), rows);
    return [annual_half_days, fraction_hundredths, carried_half_days];
  };
  expect([2023, 2024, 2025, 2026, 2027].map(of)).toEqual([
    [64, 100, 0],
    [64, 80, 6],
    [64, 80, 0],
    [68, 100, 4],
    [68, 100, 0],
  ]);
});

test("study and professional leave share ten days a year and thirty in the three years to its end", () => {
  const leave = [
    off({ type: "study", date_start: "2024-04-01", date_end: "2024-04-05" }),
    off({ type: "professional", date_start: "2025-09-01", date_end: "2025-09-12" }),
    off({ type: "study", date_start: "2026-06-01", date_end: "2026-06-04" }),
    off({ type: "study", date_start: "2027-01-11", date_end: "2027-01-12" }),
    off({ type: "study", date_start: "2024-03-25", date_end: "2024-03-28" }),
  ];
  const year = studyEntitlement(
    20,
    USUAL_TERMS,
    splitOf(leave, ["study", "professional"], YEAR, TODAY, VALUES),
    36_000,
  );
  expect([year.taken.days, year.booked.days, year.left.days]).toEqual([400, 200, 400]);
  const years = threeYearsTo(YEAR, "04-01");
  expect(years).toEqual({ begins: "2024-04-01", ends: "2027-03-31" });
  // 4 days to Easter Monday's bank holiday, 10, 4 and 2; the week before the three years is not in them.
  expect(studyOfThree(leave, 60, USUAL_TERMS, years, TODAY, VALUES)).toMatchObject({
    used: { days: 2000 },
    left: { days: 1000 },
  });
});

test("a leave year is named by the year that it begins in, and ends the day before the next", () => {
  expect(leaveYear(2026, "04-01")).toEqual({ year: 2026, begins: "2026-04-01", ends: "2027-03-31", label: "2026/27" });
  expect(leaveYear(2026, "01-01")).toMatchObject({ ends: "2026-12-31", label: "2026" });
  expect(leaveYear(2099, "09-01").label).toBe("2099/00");
  expect(["2026-03-31", "2026-04-01"].map((date) => leaveYearOf(date, "04-01").year)).toEqual([2025, 2026]);
  expect(leaveYearOf("2028-02-29", "03-01").label).toBe("2027/28");
});

test("the leave year from 1 April 2026 has ten bank holidays, the next six", () => {
  const inYear = (year: number) => {
    const { begins, ends } = leaveYear(year, "04-01");
    const values = dayValuesOf([], []);
    let days = 0;
    for (let date = begins; date <= ends; date = addDays(date, 1)) {
      if (weekday(date) <= 5 && values.isPublicHoliday(date)) days++;
    }
    return days;
  };
  expect([2024, 2025, 2026, 2027].map(inYear)).toEqual([7, 8, 10, 6]);
});
