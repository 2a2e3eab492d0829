import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { leave, leaveYears } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Method } from "~/planning/job-plans/elements";
import { NATIONAL_RULES, paUnits } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { type ProgressFigures, progressFigures, type RenderInput } from "~/progress/figures.server";
import { renderProgress } from "~/progress/render-progress.server";
import { reportOf, rowsOf, tableOf } from "../reports/document/report-tables";
import { db, makeUser, TODAY } from "../support/harness";

const NOTHING_ASKED = readChoice(new URLSearchParams());

/** A plan of 10 PA for 42 weeks, 2.0 on each weekday, with work of some PAs. */
async function makePlan(
  user_id: number,
  dates: { date_start: LondonDate; date_end: LondonDate | null; counts_from?: LondonDate },
  done = 0,
  part: { pas?: number; weekdays?: number[] } = {},
) {
  const { pas = 10, weekdays = [] } = part;
  const row = { user_id, created_at: 1, updated_at: 1 };
  const [plan, element] = [newRef(), newRef()];
  await db.insert(jobPlans).values({
    ...{ ...row, ...dates, unique_ref: plan, title: "Job plan", method: "weekly_leave_adjusted" },
    ...{ weeks_per_year_tenths: 420, contracted_pa_units: paUnits(pas), pa_rules: NATIONAL_RULES.england },
  });
  await db.insert(jobPlanElements).values({
    ...{ ...row, unique_ref: element, plan_ref: plan, category: "DCC", description: "All work" },
    ...(weekdays.length === 0
      ? { pattern: "flexible_week", stated_pa_units: paUnits(pas) }
      : { pattern: "fixed_times" }),
    ...{ weekly_pa_units: paUnits(pas), counts_to_balance: true, default_basis: "time_calculated" },
  });
  for (const weekday of weekdays) {
    const end_minute = 480 + (240 * pas) / weekdays.length;
    const times = { weekday, start_minute: 480, end_minute, recurrence: 11 } as const;
    await db.insert(elementSchedule).values({ ...row, ...times, unique_ref: newRef(), element_ref: element });
  }
  const start_at = londonInstant("2026-11-03", 480);
  await db.insert(sessions).values({
    ...{ ...row, unique_ref: newRef(), element_ref: element, start_at, end_at: start_at + 36_000_000 },
    ...{ pa_basis: "fixed", fixed_pa_units: paUnits(done), standard_minutes: 600, premium_minutes: 0 },
    ...{ pa_units: paUnits(done), pa_rules: NATIONAL_RULES.england },
  });
  return plan;
}

/** An entitlement from 1 April 2026. */
async function entitle(user_id: number, year: Partial<typeof leaveYears.$inferInsert>) {
  const row = { user_id, unique_ref: newRef(), created_at: 1, updated_at: 1 };
  await db.insert(leaveYears).values({ ...row, year_begins: "2026-04-01", ...year });
}

async function takeLeave(user_id: number, date_start: LondonDate, date_end: LondonDate) {
  const row = { user_id, unique_ref: newRef(), created_at: 1, updated_at: 1 };
  await db.insert(leave).values({ ...row, date_start, date_end, type: "annual", status: "taken" });
}

/** What the page says by a method, as at the end of 20 November 2026. */
async function pageOf(user_id: number, plan: string, method: Method) {
  const { shown, choice, plans } = (await progressFigures(
    db,
    user_id,
    { ...NOTHING_ASKED, plan, method },
    TODAY,
  )) as ProgressFigures;
  const page = renderProgress({ ...shown, choice, plans } as RenderInput);
  const [, , reached, target] = page.forecast ?? [];
  const end = page.pointRows.lines.at(-1)?.figures ?? [];
  return {
    left: page.forecast?.[1]?.words,
    expected: page.balance.categories[0]?.expected,
    forecast: [page.forecast?.[1]?.figure, reached?.figure, target?.figure],
    /** What the table of running totals, and so the chart, ends with. */
    ends: [end.at(-1), end[0]],
    said: page.sentences[1],
  };
}

/*
 * 10 PA from 2 November 2026 to 31 March 2027: 150 days, 108 weekdays, 5 bank holidays (25 and 28 December, 1 January,
 * 26 and 29 March), so 103 days of work. To the end of 20 November 15 of them are over, 88 are left.
 * Leave of a whole year is 32 + 10 = 42 days; from 2 November 42 × 150 ÷ 365 = 17.26. Left: 88 − 17.26 = 70.74 days,
 * worth 2 PA each: 141.48. Done: 30.
 *
 * | Method   | Expected to 20 November                | At the end                 | Finish             |
 * | weekly   | 15 × 2 = 30.00                         | 30 + 141.48 = 171.48       | exactly            |
 * | paced    | 172.60 × 15 ÷ (103 − 17.26) = 30.20    | 420 × 150 ÷ 365 = 172.60   | 171.48: 1.12 short |
 * | linear   | 172.60 × 19 ÷ 150 = 21.86              | 172.60                     | 1.12 short         |
 */
test("whoever joins in mid-year has leave in proportion, and each method one target, in sentence, chart and tables", async () => {
  const { id } = await makeUser();
  const plan = await makePlan(id, { date_start: "2026-04-01", date_end: "2027-03-31", counts_from: "2026-11-02" }, 30);
  const left = "Planned for the 70.7 days of work left";
  const short = "If you work the rest of your plan you finish 1.12 PA short.";
  expect(await pageOf(id, plan, "weekly_leave_adjusted")).toEqual({
    ...{ left, expected: "30.00", forecast: ["141.48", "171.48", "171.48"], ends: ["171.48", "171.48"] },
    said: "If you work the rest of your plan you finish exactly on its target.",
  });
  expect(await pageOf(id, plan, "annualised_paced")).toEqual({
    ...{ left, expected: "30.20", forecast: ["141.48", "171.48", "172.60"], ends: ["171.48", "172.60"], said: short },
  });
  expect(await pageOf(id, plan, "annualised_linear")).toEqual({
    ...{ left, expected: "21.86", forecast: ["141.48", "171.48", "172.60"], ends: ["171.48", "172.60"], said: short },
  });
});

// 25 days to the end of October are of the year's 42, so that 17 are left: 88 − 17 = 71 days.
test("who records leave of the year from before counts the whole year's entitlement, less that leave", async () => {
  const { id } = await makeUser();
  const plan = await makePlan(id, { date_start: "2026-04-01", date_end: "2027-03-31", counts_from: "2026-11-02" }, 30);
  for (const [type, date_start, date_end] of [
    ["annual", "2026-07-06", "2026-07-31"],
    ["study", "2026-10-05", "2026-10-09"],
  ] as const) {
    const row = { user_id: id, unique_ref: newRef(), created_at: 1, updated_at: 1 };
    await db.insert(leave).values({ ...row, type, status: "taken", date_start, date_end });
  }
  expect((await pageOf(id, plan, "annualised_paced")).left).toBe("Planned for the 71 days of work left");
});

/*
 * The plan of the year is changed on 4 January and again on 1 February 2027; each has 10 PA. As at the end of 20 November
 * 131 days of the leave year are left, and 42 days of leave, which the plans divide by their days: 44, 28 and 59.
 *
 * | Plan   | Weekdays less bank holidays | Leave                 | Days left | PA    |
 * | first  | 30 − 3 = 27                 | 42 × 44 ÷ 131 = 14.11 | 12.89     | 25.79 |
 * | second | 20                          | 42 × 28 ÷ 131 = 8.98  | 11.02     | 22.05 |
 * | third  | 43 − 2 = 41                 | 42 × 59 ÷ 131 = 18.92 | 22.08     | 44.17 |
 *
 * Together 88 − 42 = 46 days, 92.00 PA, but for a hundredth of rounding.
 */
test("a plan that was changed twice has the leave of its own days alone", async () => {
  const { id } = await makeUser();
  const first = await makePlan(id, { date_start: "2026-04-01", date_end: "2027-01-03" }, 30);
  const second = await makePlan(id, { date_start: "2027-01-04", date_end: "2027-01-31" });
  const third = await makePlan(id, { date_start: "2027-02-01", date_end: "2027-03-31" });
  const of = async (plan: string) => {
    const { left, forecast, ends } = await pageOf(id, plan, "weekly_leave_adjusted");
    expect(ends).toEqual(forecast.slice(1));
    return [left, forecast[0]];
  };
  expect(await of(first)).toEqual(["Planned for the 12.9 days of work left", "25.79"]);
  expect(await of(second)).toEqual(["Planned for the 11 days of work left", "22.05"]);
  expect(await of(third)).toEqual(["Planned for the 22.1 days of work left", "44.17"]);
});

/*
 * 6 PA from Monday to Wednesday, 2 on each, for 0.6 of full time. From Wednesday 1 April 2026 to Wednesday 31 March 2027
 * these are 52 × 3 + 1 = 157 days, of which 6 are bank holidays (Mondays 6 April, 4 and 25 May, 31 August, 28 December
 * and 29 March). To Friday 20 November 33 weeks and a Wednesday are over: 100 days less 4. So 96 are over, 55 are left.
 * Leave: 32 × 0.6 = 19.2 and 10 × 0.6 = 6 of study, 25.2 days, of which a fortnight in August has taken 6: 19.2 are
 * left. 55 − 19.2 = 35.8 days of 2 PA: 71.60 PA. Done: 200.
 *
 * | Method | Expected to 20 November         | At the end           | Finish             |
 * | weekly | (96 − 6) × 2 = 180.00           | 180 + 71.60 = 251.60 | 20.00 over         |
 * | paced  | 252 × 90 ÷ (90 + 35.8) = 180.29 | 6 × 42 = 252.00      | 271.60: 19.60 over |
 * | linear | 252 × 234 ÷ 365 = 161.56        | 252.00               | 19.60 over         |
 */
test("a part-timer's days left and leave left are both in days of work by the plan", async () => {
  const { id } = await makeUser();
  const dates = { date_start: "2026-04-01", date_end: "2027-03-31" };
  const plan = await makePlan(id, dates, 200, { pas: 6, weekdays: [1, 2, 3] });
  await entitle(id, { fraction_hundredths: 60 });
  await takeLeave(id, "2026-08-03", "2026-08-14");
  const left = "Planned for the 35.8 days of work left";
  expect(await pageOf(id, plan, "weekly_leave_adjusted")).toEqual({
    ...{ left, expected: "180.00", forecast: ["71.60", "271.60", "251.60"], ends: ["271.60", "251.60"] },
    said: "If you work the rest of your plan you finish 20.00 PA over its target: about 10 lists of 2.00.",
  });
  const said = "If you work the rest of your plan you finish 19.60 PA over its target: about 10 lists of 2.00.";
  expect(await pageOf(id, plan, "annualised_paced")).toEqual({
    ...{ left, expected: "180.29", forecast: ["71.60", "271.60", "252.00"], ends: ["271.60", "252.00"], said },
  });
  expect(await pageOf(id, plan, "annualised_linear")).toEqual({
    ...{ left, expected: "161.56", forecast: ["71.60", "271.60", "252.00"], ends: ["271.60", "252.00"], said },
  });
});

/*
 * The part-timer above, whose plan was changed on 1 October. To the end of March there are 78 Mondays to Wednesdays, less
 * 28 December and 29 March 76; 21 are over and 55 left, less 19.2 of leave: the fortnight in August took six days of the
 * plan before. 6 × 42 × 182 ÷ 365 = 125.65 PA × 21 ÷ (21 + 35.8) = 46.46.
 */
test("leave of an earlier plan is counted in its days of work, on the page of progress and in a report alike", async () => {
  const user = await makeUser();
  const part = { pas: 6, weekdays: [1, 2, 3] };
  await makePlan(user.id, { date_start: "2026-04-01", date_end: "2026-09-30" }, 0, part);
  const plan = await makePlan(user.id, { date_start: "2026-10-01", date_end: "2027-03-31" }, 40, part);
  await db.update(jobPlans).set({ method: "annualised_paced" }).where(eq(jobPlans.unique_ref, plan));
  await entitle(user.id, { fraction_hundredths: 60 });
  await takeLeave(user.id, "2026-08-03", "2026-08-14");
  expect((await pageOf(user.id, plan, "annualised_paced")).expected).toBe("46.46");
  const report = await reportOf(user, "period=custom&from=2026-10-01&until=2027-03-31&section=job-plan");
  const [row] = rowsOf(tableOf(report, "job-plan"));
  expect(row?.slice(2)).toEqual(["6.00", "46.46", "0.00", "40.00", "−6.46"]);
});

// By hand: 55 days to come, as above, less 19.2 + 6 of leave. The ten bank holidays add 6 days in proportion, and those on
// Mondays take 6. From Tuesday to Thursday they take none: 56 days to come less 25.2 + 6.
test.each<[number[], string]>([
  [[1, 2, 3], "Planned for the 29.8 days of work left"],
  [[2, 3, 4], "Planned for the 24.8 days of work left"],
])("bank holidays in proportion add to the leave that is left of weekdays %o", async (weekdays, left) => {
  const { id } = await makeUser();
  const dates = { date_start: "2026-04-01", date_end: "2027-03-31" };
  const plan = await makePlan(id, dates, 200, { pas: 6, weekdays });
  await entitle(id, { fraction_hundredths: 60, bank_holidays: "in_proportion" });
  expect((await pageOf(id, plan, "weekly_leave_adjusted")).left).toBe(left);
});

// By hand: from 21 November Mondays 23 November to 29 March are 19, less 2 bank holidays (28 December, 29 March): 17. Of
// the 32 + 10 days of full time, a fifth is of this week: 6.4 + 2. 17 − 8.4 = 8.6 days of 2 PA. Five days that full time
// carries over are one Monday; one day of a fifth of full time is a Monday as well.
test.each<[string, Partial<typeof leaveYears.$inferInsert> | null, string, string]>([
  ["has typed no entitlement", null, "8.6", "17.20"],
  ["has saved that of full time", {}, "8.6", "17.20"],
  ["has saved that of a fifth", { fraction_hundredths: 20 }, "8.6", "17.20"],
  ["carries over five days of full time", { carried_half_days: 10 }, "7.6", "15.20"],
  ["carries over one day of a fifth", { fraction_hundredths: 20, carried_half_days: 2 }, "7.6", "15.20"],
  // 51.2 hours are 6.4 days of 8.
  ["has hours", { annual_hour_hundredths: 5_120, carried_hour_hundredths: 0 }, "8.6", "17.20"],
  ["carries over hours", { annual_hour_hundredths: 5_120, carried_hour_hundredths: 800 }, "7.6", "15.20"],
])("who has one list a week and %s has leave in proportion, and days of work left", async (_, year, days, pas) => {
  const { id } = await makeUser();
  const dates = { date_start: "2026-04-01", date_end: "2027-03-31" };
  const plan = await makePlan(id, dates, 60, { pas: 2, weekdays: [1] });
  if (year) await entitle(id, year);
  const { left, forecast } = await pageOf(id, plan, "weekly_leave_adjusted");
  expect([left, forecast[0]]).toEqual([`Planned for the ${days} days of work left`, pas]);
});

/*
 * 10 PA in four days, 2.5 on each from Monday to Thursday. From 21 November to the end of March there are 18 Mondays to
 * Thursdays and, from Monday 29 March, three days more: 75, less 2 bank holidays (28 December, 29 March): 73. Four fifths
 * of 32 + 10 days are 33.6; a week from Monday to Friday has taken four of them: 29.6. 73 − 29.6 = 43.4 days: 108.50 PA.
 * In hours 32 days of 8 are 256, and the week takes 40 of them: 216 hours are 21.6 days of 10, with 8 of study 29.6.
 */
test.each<[string, Partial<typeof leaveYears.$inferInsert>]>([
  ["the entitlement of full time", { fraction_hundredths: 100 }],
  ["that of four fifths", { fraction_hundredths: 80 }],
  ["hours", { annual_hour_hundredths: 25_600, carried_hour_hundredths: 0 }],
])("a week of 10 PA in four days has four fifths of the days of leave, with %s", async (_, year) => {
  const { id } = await makeUser();
  const plan = await makePlan(id, { date_start: "2026-04-01", date_end: "2027-03-31" }, 0, { weekdays: [1, 2, 3, 4] });
  await entitle(id, year);
  await takeLeave(id, "2026-08-03", "2026-08-07");
  const { left, forecast } = await pageOf(id, plan, "weekly_leave_adjusted");
  expect([left, forecast[0]]).toEqual(["Planned for the 43.4 days of work left", "108.50"]);
});

/*
 * As the part-timer above, whose plan is changed on 4 January and again on 1 February 2027. 25.2 days of leave less 6 are
 * 19.2, which the plans divide by their days of the 131 that are left: 44, 28 and 59.
 *
 * | Plan   | Mondays to Wednesdays less bank holidays | Leave                  | Days left | PA    |
 * | first  | 6 × 3 − 1 = 17                           | 19.2 × 44 ÷ 131 = 6.45 | 10.55     | 21.10 |
 * | second | 4 × 3 = 12                               | 19.2 × 28 ÷ 131 = 4.10 | 7.90      | 15.79 |
 * | third  | 8 × 3 + 3 − 1 = 26                       | 19.2 × 59 ÷ 131 = 8.65 | 17.35     | 34.71 |
 *
 * Together 55 − 19.2 = 35.8 days, 71.60 PA.
 */
test("a part-timer's leave is of days of work in plans before and after the one that is shown", async () => {
  const { id } = await makeUser();
  await entitle(id, { fraction_hundredths: 60 });
  await takeLeave(id, "2026-08-03", "2026-08-14");
  const part = { pas: 6, weekdays: [1, 2, 3] };
  const first = await makePlan(id, { date_start: "2026-04-01", date_end: "2027-01-03" }, 0, part);
  const second = await makePlan(id, { date_start: "2027-01-04", date_end: "2027-01-31" }, 0, part);
  const third = await makePlan(id, { date_start: "2027-02-01", date_end: "2027-03-31" }, 0, part);
  const of = async (plan: string) => {
    const { left, forecast } = await pageOf(id, plan, "annualised_paced");
    return [left, forecast[0]];
  };
  expect(await of(first)).toEqual(["Planned for the 10.6 days of work left", "21.10"]);
  expect(await of(second)).toEqual(["Planned for the 7.9 days of work left", "15.79"]);
  expect(await of(third)).toEqual(["Planned for the 17.4 days of work left", "34.71"]);
});

// By hand: 10 PA in five days for the 275 days to the end of 2026, then 6 PA in three days for 90: 4.507 days a week,
// so that of 32 + 10 days 37.86 are there. Three weeks have taken 15: 22.86. In the second plan they are divided by days:
// 22.86 × 90 ÷ 131 = 15.70. From 4 January 12 weeks are 36 days, with Monday to Wednesday 29 to 31 March 39, less the
// bank holiday of 29 March: 38 − 15.70 = 22.3 days of 2 PA.
test("who goes from five days to three has leave of both weeks in the year", async () => {
  const { id } = await makeUser();
  await entitle(id, {});
  await takeLeave(id, "2026-06-01", "2026-06-19");
  const weekdays = [1, 2, 3, 4, 5];
  await makePlan(id, { date_start: "2026-04-01", date_end: "2026-12-31" }, 0, { weekdays });
  const after = { date_start: "2027-01-01", date_end: "2027-03-31" };
  const plan = await makePlan(id, after, 0, { pas: 6, weekdays: [1, 2, 3] });
  const { left, forecast } = await pageOf(id, plan, "weekly_leave_adjusted");
  expect([left, forecast[0]]).toEqual(["Planned for the 22.3 days of work left", "44.59"]);
});
